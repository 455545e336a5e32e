"""Where runs come from: a folder or an archive, and what is read of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    FileRecord,
    Irregularity,
    RunRecord,
    TaskRecord,
)
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.domain.work import CancelToken, Emit


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file of a source tree: POSIX path from its root, size in bytes."""

    path: str
    size: int


class SourceTree(Protocol):
    """A folder or an archive, read only and safe: no links out, no traversal, bounded sizes.

    `label` names it for people; `name_parts` are the parts of its absolute path (an archive's without the
    suffix), from which runs get their names.
    """

    label: str
    name_parts: Sequence[str]

    def entries(self) -> Sequence[TreeEntry]: ...

    def read(self, path: str) -> bytes:
        """Raises InputError for what cannot be read."""
        ...

    def refused(self) -> Sequence[Irregularity]:
        """What the tree holds that will not be read (links out, devices, bombs), with the reason."""
        ...

    def close(self) -> None: ...


OpenTree = Callable[[Path], SourceTree]


Record = RunRecord | TaskRecord | DocumentRecord | Review | HumanReview | HallucinationCheck | FileRecord
"""One thing that an import brings in."""


Records = Iterable[Record]


PutBlob = Callable[[bytes], Sha256]
"""Keeps the bytes once and tells their hash."""


ReadRecords = Callable[[SourceTree, PutBlob, CancelToken, Emit], Iterable[Record | Irregularity]]
"""Reads a whole tree: every file of it ends in a record or an irregularity."""
