"""A container that stays open for many commands, and the agent that works in one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from mlrbench_gui.domain.runs import (
    Irregularity,
)
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord
from mlrbench_gui.domain.values import RelPath, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.ports.sandbox import Limits, SandboxEnd


class ExperimentAgent(Protocol):
    """Does the experiment of a plan and leaves its files; what it runs, it runs in a sandbox."""

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:
        """Raises MissingPart, BudgetReached, Cancelled; an experiment that failed is a record with its reason."""
        ...


class BoxStorage(StrEnum):
    """Where a box keeps its files: in memory, which bounds them by itself, or on disk, where they are watched."""

    MEMORY = "memory"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class BoxOrder:
    """A sandbox that stays open for many commands.

    `inputs` lie below `root` and cannot be changed inside; `folders` are made for what is written. `network` names a
    network of the engine, None is none at all; `gpus` is how many are passed through, -1 all.
    """

    image: str
    inputs: Mapping[RelPath, bytes]
    owner: str
    root: str = "/work/run"
    folders: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    network: str | None = None
    gpus: int = 0
    storage: BoxStorage = BoxStorage.MEMORY
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoxOutcome:
    """How a command in a box went. `output` is all that it printed, its middle left out where it is `cut`."""

    end: SandboxEnd
    exit_code: int | None
    output: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class BoxFiles:
    """The hash of each regular file in a box; not `whole` where there are more than it may leave."""

    hashes: Mapping[RelPath, Sha256] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class BoxTaken:
    """What came out of a box, and what was not taken out, with the reason."""

    files: Mapping[RelPath, bytes]
    refused: tuple[Irregularity, ...] = ()


class Box(Protocol):
    """An open sandbox. Nothing of a command runs on after it; one thread. Raises MissingPart where it breaks."""

    @property
    def root(self) -> str:
        """The absolute path of its folder, as commands see it."""
        ...

    def execute(
        self, words: Sequence[str], seconds: float, *, folder: str = "", cancel: CancelToken, emit: Emit
    ) -> BoxOutcome:
        """Run a command, for so long at most; what it prints comes as LiveText. Raises Cancelled."""
        ...

    def read(self, path: str) -> bytes:
        """A file's first megabyte, seen from `root`. Raises InputError with what stands against it."""
        ...

    def write(self, path: str, text: str) -> None:
        """Write a file, and the folders that it needs. Raises InputError."""
        ...

    def files(self) -> BoxFiles:
        """The files below `root` as they are now."""
        ...

    def take(self) -> BoxTaken:
        """The files below `root`, as far as they are safe to have and within the limits."""
        ...

    def close(self) -> None:
        """End and remove it."""
        ...


class Boxes(Protocol):
    """Opens boxes."""

    def open(self, order: BoxOrder, cancel: CancelToken) -> Box:
        """A box with its inputs in it. Raises MissingPart where engine, image, network, GPU or rights are missing."""
        ...

    def sweep(self) -> int:
        """Remove what killed processes of this program left behind; tells how many containers."""
        ...

    def close(self) -> None: ...
