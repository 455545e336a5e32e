"""Foreign code run once, in bounds: an order with its commands, and how each ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from mlrbench_gui.domain.runs import (
    Irregularity,
)
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, Emit


@dataclass(frozen=True, slots=True)
class Limits:
    """What foreign code may use in a sandbox; `output_mb` bounds all that it writes, `printed_mb` what it prints."""

    memory_mb: int = 4096
    cpus: float = 2.0
    processes: int = 256
    seconds: float = 600.0
    output_mb: int = 512
    output_files: int = 5000
    printed_mb: int = 64


@dataclass(frozen=True, slots=True)
class SandboxCommand:
    """A command with its folder, relative to the sandbox's folder."""

    words: tuple[str, ...]
    folder: str = ""


@dataclass(frozen=True, slots=True)
class SandboxOrder:
    """Commands to be run one after the other in one fresh sandbox, on these files.

    `root` is where the files lie inside, as an absolute path; `owner` names the run on what is made for it;
    `folders` are there from the start, also empty ones.
    """

    image: str
    commands: tuple[SandboxCommand, ...]
    files: Mapping[RelPath, bytes]
    owner: str
    root: str = "/work"
    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[str, ...] = ()


class SandboxEnd(StrEnum):
    """How a command in a sandbox ended."""

    EXITED = "exited"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    PRINTED_TOO_MUCH = "printed_too_much"
    WROTE_TOO_MUCH = "wrote_too_much"


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """How one command went; `output` is the end of what it printed. `exit_code` is None where it was stopped."""

    command: SandboxCommand
    end: SandboxEnd
    exit_code: int | None
    output: str


@dataclass(frozen=True, slots=True)
class SandboxOutcome:
    """How the commands went, those that were begun, and the files that are there after them.

    `refused` are files that were not taken out (links, devices, too large), with the reason.
    """

    commands: tuple[CommandOutcome, ...]
    files: Mapping[RelPath, bytes]
    refused: tuple[Irregularity, ...] = ()


class Sandbox(Protocol):
    """Runs foreign code without network, rights or lasting traces. What it made is removed, whatever happens."""

    def run(self, order: SandboxOrder, cancel: CancelToken, emit: Emit) -> SandboxOutcome:
        """Run the commands; the first that is stopped ends it. Raises MissingPart, Cancelled."""
        ...

    def sweep(self) -> int:
        """Remove what a killed process of this program left behind; tells how many containers."""
        ...

    def close(self) -> None: ...
