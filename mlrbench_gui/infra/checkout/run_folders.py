"""Which folders on disk are runs: those below a folder that a person names, and those beside a run."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.layout import (
    AI_SCIENTIST_RUNS,
    CHECKOUT_RUNS,
    DOCUMENTS,
    has_run_marks,
    may_be_run,
    run_name_of,
    run_roots,
)
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.files.folder import FolderFiles, FolderTree
from mlrbench_gui.infra.files.names import shown_name

_MOST_BESIDE: Final = 400
"""A folder with more entries is no folder of runs; it is not looked through for foreign ones."""


class RunFolders:
    """Runs by name, each in its folder."""

    def __init__(self, folders: Mapping[RunName, Path]) -> None:
        self._folders = folders

    def names(self) -> Sequence[RunName]:
        return sorted(self._folders)

    def files(self, name: RunName) -> FolderFiles:
        return FolderFiles(self._folders[name])


def find_run_folders(folder: Path) -> dict[RunName, Path]:
    """The runs in a folder, as an import counts them: the folder itself, or those below it.

    A folder without the marks of a run still is one if it holds files as a run does. Raises InputError if it holds
    neither.
    """
    tree = FolderTree(folder)
    paths = [entry.path for entry in tree.entries()]
    parts = tuple(shown_name(part) for part in tree.name_parts)
    roots = run_roots(paths, parts[-1] if parts else "")
    if not roots and may_be_run(paths):
        roots = ("",)
    if not roots:
        raise InputError(f"{folder}: holds no run; give a run's folder, an agent's folder or a checkout")
    return {name: folder / root for root, name in names_of_runs(parts, roots).items()}


def names_of_runs(name_parts: tuple[str, ...], roots: Sequence[str]) -> dict[str, RunName]:
    """A name for each run of a tree; where two would have the same one, more of the path goes into it."""
    names: dict[str, RunName] = {}
    taken: set[str] = set()
    for root in roots:
        parts = (*name_parts, *(root.split("/") if root else ()))
        name = run_name_of(parts)
        length = len(name.split("/"))
        while name in taken and length < len(parts):
            length += 1
            name = RunName("/".join(parts[-length:]))
        taken.add(name)
        names[root] = name
    return names


def surroundings_of(folder: Path) -> Path:
    """The folder with the runs beside a run: all of a checkout's, or else the one that it lies in."""
    place = folder.resolve()
    for above in place.parents:
        if above.name == CHECKOUT_RUNS:
            return above
        if above.name == AI_SCIENTIST_RUNS and (above.parent / CHECKOUT_RUNS).is_dir():
            return above.parent / CHECKOUT_RUNS
    return place.parent


def runs_in(surroundings: Path) -> RunFolders:
    """The runs in such a folder, by a glance at names alone."""
    is_checkout = surroundings.name == CHECKOUT_RUNS
    found = _folders_in(surroundings) if is_checkout else _runs_among(surroundings)
    return RunFolders({run_name_of(path.parts): path for path in found})


def _folders_in(results: Path) -> Iterator[Path]:
    """Runs lie two or three folders deep, by agent, or by stage and agent."""
    for group in _children(results):
        if group.name != DOCUMENTS:
            for child in _children(group):
                if has_run_marks(child.name, _near_names(child)):
                    yield child
                else:
                    yield from _runs_among(child)


def _runs_among(folder: Path) -> Iterator[Path]:
    return (child for child in _children(folder) if has_run_marks(child.name, _near_names(child)))


def _near_names(folder: Path) -> set[str]:
    """The files in a folder and in its folders, which is as deep as marks lie."""
    found: set[str] = set()
    for entry in _listed(folder):
        if entry.is_file():
            found.add(entry.name)
        elif entry.is_dir() and not entry.is_symlink():
            found.update(f"{entry.name}/{inner.name}" for inner in _listed(entry) if inner.is_file())
    return found


def _children(folder: Path) -> list[Path]:
    return [entry for entry in _listed(folder) if entry.is_dir() and not entry.is_symlink()]


def _listed(folder: Path) -> list[Path]:
    """What lies in a folder, sorted; nothing where it cannot be listed, as it then can be no foreign run."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return []
    return entries if len(entries) <= _MOST_BESIDE else []
