"""Collects irregularities as they are met and tells them so that a person can read the list.

The same thing seen in many files of one folder is one line with their number and the first few names.
"""

from typing import Final

from mlrbench_gui.domain.runs import Irregularity

_NAMED: Final = 4


class Gathering:
    """Irregularities grouped by folder, kind and treatment, in the order first met."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str, str], dict[str, str]] = {}

    def add(self, path: str, what: str, treated_as: str, *, folder: str = "", detail: str = "") -> None:
        """Note one case; `detail` tells of it alone. Cases of one `folder`, `what` and `treated_as` become one line."""
        self._groups.setdefault((folder, what, treated_as), {}).setdefault(path, detail)

    def irregularities(self) -> tuple[Irregularity, ...]:
        """All lines so far."""
        return tuple(_line(what, treated_as, cases) for (_, what, treated_as), cases in self._groups.items())


def _line(what: str, treated_as: str, cases: dict[str, str]) -> Irregularity:
    paths = sorted(cases)
    if len(paths) == 1:
        detail = cases[paths[0]]
        return Irregularity(paths[0], f"{what}: {detail}" if detail else what, treated_as)
    place = _common(paths)
    named = [_named(path, place, cases[path]) for path in paths[:_NAMED]]
    more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
    return Irregularity(place, f"{what} ({len(paths):,} in all: {', '.join(named)}{more})", treated_as)


def _common(paths: list[str]) -> str:
    """The folder that holds all of these, whatever odd names they have; `.` for the root of the tree."""
    folders = [path.split("/")[:-1] for path in paths]
    shared: list[str] = []
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return "/".join(shared) or "."


def _named(path: str, place: str, detail: str) -> str:
    name = path.removeprefix(f"{place}/")
    return f"{name} ({detail})" if detail else name
