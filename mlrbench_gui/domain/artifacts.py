"""Artifacts: the files of a run, and the port through which all readers see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from mlrbench_gui.domain.values import RelPath, Sha256, Stage


class ArtifactRole(StrEnum):
    """What a file of a run is for."""

    TASK = "task"
    IDEA = "idea"
    LITERATURE = "literature"
    PROPOSAL = "proposal"
    TRANSCRIPT = "transcript"
    PAPER = "paper"
    RESULTS_NOTE = "results_note"
    README = "readme"
    LOG = "log"
    CODE = "code"
    JSON = "json"
    CSV = "csv"
    FIGURE = "figure"
    DATA_IMAGE = "data_image"
    REVIEW = "review"
    TOKEN_USAGE = "token_usage"  # noqa: S105 -- a count of tokens, no secret
    OTHER = "other"


GIVEN_ROLES = frozenset(
    {
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.LITERATURE,
        ArtifactRole.PROPOSAL,
        ArtifactRole.PAPER,
        ArtifactRole.TRANSCRIPT,
        ArtifactRole.REVIEW,
        ArtifactRole.TOKEN_USAGE,
    }
)
"""Files that were given to the agent or made by the harness: no action of the agent explains them."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file of a run: its place, its content by hash (None if it could not be read), size in bytes."""

    path: RelPath
    sha256: Sha256 | None
    size: int
    role: ArtifactRole
    stage: Stage


class RunFiles(Protocol):
    """The files of one run, from a folder, an archive or a workspace."""

    def paths(self) -> Sequence[RelPath]:
        """All files, sorted."""
        ...

    def size(self, path: RelPath) -> int:
        """Size in bytes. Raises KeyError for an unknown path."""
        ...

    def read(self, path: RelPath) -> bytes:
        """All bytes. Raises KeyError for an unknown path, InputError for an unreadable one."""
        ...

    def sha256(self, path: RelPath) -> Sha256:
        """Hash of the bytes. Raises as `read` does."""
        ...
