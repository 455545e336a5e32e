"""The files below one folder of a source tree, as the files of a run."""

import hashlib
from collections.abc import Sequence

from mlrbench_gui.domain.values import RelPath, Sha256
from mlrbench_gui.services.ports.sources import SourceTree


class TreeFiles:
    """Reads lazily from a tree; hashes are kept. `prefix` is the run's folder in the tree, `""` for the root."""

    def __init__(self, tree: SourceTree, prefix: str) -> None:
        self.tree = tree
        self._prefix = f"{prefix}/" if prefix else ""
        self._sizes = {
            RelPath(entry.path.removeprefix(self._prefix)): entry.size
            for entry in tree.entries()
            if entry.path.startswith(self._prefix)
        }
        self._paths = tuple(sorted(self._sizes))
        self._hashes: dict[RelPath, Sha256] = {}

    def paths(self) -> Sequence[RelPath]:
        """All files, sorted."""
        return self._paths

    def size(self, path: RelPath) -> int:
        """Size in bytes. Raises KeyError for an unknown path."""
        return self._sizes[path]

    def read(self, path: RelPath) -> bytes:
        """All bytes. Raises KeyError for an unknown path, InputError for an unreadable one."""
        if path not in self._sizes:
            raise KeyError(path)
        data = self.tree.read(f"{self._prefix}{path}")
        self._hashes[path] = Sha256(hashlib.sha256(data).hexdigest())
        return data

    def sha256(self, path: RelPath) -> Sha256:
        """Hash of the bytes. Raises as `read` does."""
        if path not in self._hashes:
            self.read(path)
        return self._hashes[path]
