"""Runs and what belongs to them, tasks, stage documents: the records that an import brings in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage


class RunGroup(StrEnum):
    """Which part of the benchmark a run belongs to; groups are never mixed in one mean."""

    END_TO_END = "end_to_end"
    STEPWISE = "stepwise"
    AI_SCIENTIST = "ai_scientist"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True)
class Run:
    """One agent on one task. `agent` is the whole folder name part (`gemini-cli`, `codex`, `o4-mini`)."""

    name: RunName
    group: RunGroup
    mode: Mode
    agent: str
    task: str
    writer_model: str | None
    coding_agent: str | None
    papers: tuple[RelPath, ...]


@dataclass(frozen=True, slots=True)
class StageInterval:
    """When a stage of an end-to-end run ran, by the harness log: naive local times, `tries` seen in all."""

    stage: Stage
    start: datetime
    end: datetime
    tries: int


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as read from outside, with all of its files.

    `counts` holds what only a reader of the papers can count: `figure_references`, `figure_references_resolved`.
    """

    run: Run
    artifacts: tuple[Artifact, ...]
    intervals: tuple[StageInterval, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """A task's official text, by hash."""

    id: str
    sha256: Sha256


class DocumentKind(StrEnum):
    """The stage documents of the step-wise evaluation."""

    IDEA = "idea"
    PROPOSAL = "proposal"
    LITERATURE = "literature"


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """An idea, proposal or literature review over the 201 tasks. `chosen`: the one that experiments were built on."""

    kind: DocumentKind
    task: str
    author: str | None
    title: str
    source: str
    sha256: Sha256
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Any other file that belongs to the import as a whole: harness logs, token usage, derived tables.

    `kind`: `harness_log`, `token_usage`, `token_tracker`, `derived`, `notes`.
    """

    kind: str
    source: str
    sha256: Sha256
    run: RunName | None = None
    stage: Stage | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something in the input that is not as it should be: where, what, and how it was treated."""

    path: str
    what: str
    treated_as: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import found (`totals`: all of the workspace) and what of it was new; same keys in both."""

    totals: dict[str, int]
    new: dict[str, int]
    irregularities: tuple[Irregularity, ...] = ()
    changed_runs: tuple[RunName, ...] = field(default=())
