"""Which run is meant where a person types a part of its name."""

from collections.abc import Sequence
from difflib import get_close_matches

from mlrbench_gui.domain.errors import AmbiguousRun, UnknownRun
from mlrbench_gui.domain.values import RunName

_LISTED = 12

ALL = "all"
"""Means all runs of the workspace."""


def resolve_run(names: Sequence[RunName], wanted: str) -> RunName:
    """The run whose name is `wanted`, or the only one that holds it as a row of whole path components.

    Raises UnknownRun, or AmbiguousRun with the candidates.
    """
    parts = _parts(wanted)
    whole = "/".join(parts)
    if whole in names:
        return RunName(whole)
    fitting = sorted(name for name in names if parts and _holds(name.split("/"), parts))
    if not fitting:
        raise UnknownRun(f"no run is named {wanted!r}{_hint(names, whole)}")
    if len(fitting) > 1:
        raise AmbiguousRun(f"{wanted!r} may be any of {_listed(fitting)}; name one in full")
    return fitting[0]


def resolve_runs(names: Sequence[RunName], wanted: Sequence[str]) -> tuple[RunName, ...]:
    """The runs that are meant, each once; `all` means all. Raises UnknownRun, AmbiguousRun."""
    found = (names if text == ALL else (resolve_run(names, text),) for text in wanted)
    return tuple(dict.fromkeys(name for some in found for name in some))


def _parts(wanted: str) -> list[str]:
    parts = [part for part in wanted.strip().split("/") if part not in ("", ".")]
    return parts[1:] if parts[:1] == ["agent_results"] else parts


def _holds(components: list[str], parts: list[str]) -> bool:
    return any(
        components[start : start + len(parts)] == parts for start in range(len(components) - len(parts) + 1)
    )


def _hint(names: Sequence[RunName], wanted: str) -> str:
    if not names:
        return "; the workspace holds no runs yet: import some first"
    close = get_close_matches(wanted, names, n=3, cutoff=0.6)
    return (
        f"; did you mean {' or '.join(close)}?"
        if close
        else f"; the workspace holds {len(names)} other run{'s' if len(names) > 1 else ''}"
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown} and {len(names) - _LISTED} more"
