"""Collects irregularities as they are met and tells them so that a person can read the list.

The same thing seen in many files of one folder is one line with the number and the first file.
"""

import posixpath
from dataclasses import dataclass, field

from mlrbench_gui.domain.runs import Irregularity


@dataclass(slots=True)
class _Group:
    paths: list[str] = field(default_factory=list)
    detail: str = ""


class Gathering:
    """Irregularities grouped by folder, kind and treatment, in the order first met."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str, str], _Group] = {}

    def add(self, path: str, what: str, treated_as: str, *, folder: str = "", detail: str = "") -> None:
        """Note one case. Cases of the same `folder`, `what` and `treated_as` become one line."""
        group = self._groups.setdefault((folder, what, treated_as), _Group())
        group.paths.append(path)
        group.detail = group.detail or detail

    def irregularities(self) -> tuple[Irregularity, ...]:
        """All lines so far."""
        return tuple(
            _line(folder, what, treated_as, group)
            for (folder, what, treated_as), group in self._groups.items()
        )


def _line(folder: str, what: str, treated_as: str, group: _Group) -> Irregularity:
    paths = sorted(set(group.paths))
    detail = f": {group.detail}" if group.detail else ""
    if len(paths) == 1:
        return Irregularity(paths[0], f"{what}{detail}", treated_as)
    place = folder or posixpath.commonpath([posixpath.dirname(path) for path in paths]) or paths[0]
    first = posixpath.relpath(paths[0], place) if paths[0].startswith(f"{place}/") else paths[0]
    return Irregularity(place, f"{what} ({len(paths)} files, the first is {first}{detail})", treated_as)
