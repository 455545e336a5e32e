"""A folder on disk as a source tree and as the files of a run. Links out of it and devices are never opened."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.files.limits import DEFAULT_LIMITS, Limits
from mlrbench_gui.infra.files.names import NameBook
from mlrbench_gui.infra.files.subtree import TreeFiles
from mlrbench_gui.services.ports.sources import TreeEntry

_VERSION_CONTROL: Final = frozenset((".git", ".hg", ".svn"))
_TRIES: Final = 3
_OPEN_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe put in a file's place must not block us
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class FolderTree:
    """A folder, listed once when it is opened and read file by file."""

    def __init__(self, root: Path, limits: Limits = DEFAULT_LIMITS) -> None:
        self._root = os.path.abspath(root)  # noqa: PTH100 -- names come from the path as given, links unresolved
        self._limits = limits
        self.label = str(root)
        self.name_parts: Sequence[str] = Path(self._root).parts[1:]
        self._names = NameBook()
        self._places: dict[str, str] = {}
        self._entries = self._list()

    def entries(self) -> Sequence[TreeEntry]:
        """All files that may be read, sorted by path."""
        return self._entries

    def read(self, path: str) -> bytes:
        """All bytes as they are at one moment. Raises InputError for an unreadable or ever-changing file."""
        place = self._places.get(path)
        if place is None:
            raise InputError(f"{path}: no such file in {self.label}")
        try:
            for _ in range(_TRIES):
                data = self._read_once(place, path)
                if data is not None:
                    return data
        except OSError as error:
            raise InputError(
                f"{path}: cannot be read ({error.strerror or error}); check its rights"
            ) from error
        raise InputError(f"{path}: changes while it is read; import it when its writer has ended")

    def refused(self) -> Sequence[Irregularity]:
        """Links, devices, unlistable folders and names that collide."""
        return self._names.irregularities()

    def close(self) -> None:
        """Nothing is held open."""

    def _list(self) -> tuple[TreeEntry, ...]:
        found: list[TreeEntry] = []
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            for entry in self._scan(folder):
                raw = f"{folder}/{entry.name}" if folder else entry.name
                self._sort_out(entry, raw, waiting, found)
            if len(found) > self._limits.max_entries:
                raise InputError(
                    f"{self.label}: holds over {self._limits.max_entries:,} files; give a smaller folder"
                )
        return tuple(sorted(found, key=lambda entry: entry.path))

    def _scan(self, folder: str) -> list["os.DirEntry[str]"]:
        try:
            with os.scandir(_long(self._root, folder)) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if not folder:
                raise InputError(f"{self.label}: cannot be listed ({error.strerror or error})") from error
            self._names.refuse(folder, f"folder cannot be listed ({error.strerror or error})")
            return []

    def _sort_out(
        self, entry: "os.DirEntry[str]", raw: str, waiting: list[str], found: list[TreeEntry]
    ) -> None:
        try:
            if entry.is_symlink():
                self._admit_link(raw, found)
            elif entry.is_dir(follow_symlinks=False):
                if entry.name in _VERSION_CONTROL:
                    self._names.refuse(raw, "folder of a version control")
                else:
                    waiting.append(raw)
            elif entry.is_file(follow_symlinks=False):
                self._admit(raw, entry.path, entry.stat(follow_symlinks=False).st_size, found)
            else:
                self._names.refuse(raw, "device, pipe or socket")
        except OSError as error:
            self._names.refuse(raw, f"cannot be looked at ({error.strerror or error})")

    def _admit_link(self, raw: str, found: list[TreeEntry]) -> None:
        """A link to a file inside the folder is that file; all others are refused."""
        target = os.path.realpath(os.path.join(self._root, raw))  # noqa: PTH118 -- bytes of the name are kept
        inside = os.path.realpath(self._root)
        if not target.startswith(inside.rstrip(os.sep) + os.sep):
            self._names.refuse(raw, "link that leads out of the folder")
        elif not os.path.isfile(target):  # noqa: PTH113
            self._names.refuse(raw, "link to a folder, or to nothing")
        else:
            self._admit(raw, target, os.stat(target).st_size, found)  # noqa: PTH116

    def _admit(self, raw: str, place: str, size: int, found: list[TreeEntry]) -> None:
        shown = self._names.admit(raw)
        if shown is not None:
            self._places[shown] = place
            found.append(TreeEntry(shown, size))

    def _read_once(self, place: str, path: str) -> bytes | None:
        """The bytes, or None if the file changed meanwhile."""
        descriptor = os.open(place, _OPEN_FLAGS)
        with open(descriptor, "rb") as file:  # noqa: PTH123 -- opened by descriptor
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                raise InputError(f"{path}: is no longer a regular file")
            if before.st_size > self._limits.max_file:
                raise InputError(f"{path}: is larger than {self._limits.max_file >> 20:,} MiB")
            data = file.read(before.st_size + 1)
            after = os.fstat(descriptor)
        return data if len(data) == before.st_size == after.st_size else None


def _long(root: str, raw: str) -> str:
    """The place on disk; on Windows in the form that may be longer than 260 characters."""
    place = os.path.join(root, *raw.split("/")) if raw else root  # noqa: PTH118
    return f"\\\\?\\{place}" if os.name == "nt" and not place.startswith("\\\\") else place


class FolderFiles(TreeFiles):
    """The files of a run straight from its folder."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise InputError(f"{root}: is no folder; give the folder of a run")
        super().__init__(FolderTree(root), "")
