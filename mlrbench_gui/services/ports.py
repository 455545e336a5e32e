"""What the use cases need from outside, as small protocols. `infra` implements them, `app` puts them together.

All calls block and may be made from any thread, except where said. Values are frozen; rows never leave `infra.db`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from mlrbench_gui.domain.artifacts import Artifact, RunFiles
from mlrbench_gui.domain.audit import Audit, Gate
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import Opinion, TokenUse
from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    FileRecord,
    ImportReport,
    Irregularity,
    Run,
    RunRecord,
    StageInterval,
    TaskRecord,
)
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord, StageRecord
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit

Clock = Callable[[], datetime]
"""Gives the present moment as aware UTC."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the Runs screen shows it. Counts are after people's decisions; None where no audit is stored."""

    run: Run
    gate: Gate | None
    verdicts: Mapping[str, int]
    trusts: Mapping[str, int]
    findings: Mapping[str, int]
    decided: int
    claims: int
    judge_means: tuple[float, ...]
    human_reviews: int
    audited_at: datetime | None
    stale: bool


@dataclass(frozen=True, slots=True)
class StoredAudit:
    """An audit as kept in a workspace; `input_key` is the hash of all that it was made from.

    `version` is the number of the state of the run's files that it was saved on.
    """

    audit: Audit
    input_key: str
    at: datetime
    version: int = 0


class ImportBatch(Protocol):
    """An open import transaction: everything put is kept at the end, or nothing if it fails. One thread."""

    def put_blob(self, data: bytes, sha256: Sha256 | None = None) -> Sha256:
        """Keep the bytes once; returns their hash."""
        ...

    def put_run(self, record: RunRecord) -> None: ...

    def put_task(self, record: TaskRecord) -> None: ...

    def put_document(self, record: DocumentRecord) -> None: ...

    def put_review(self, record: Review) -> None: ...

    def put_human_review(self, record: HumanReview) -> None: ...

    def put_hallucination_check(self, record: HallucinationCheck) -> None: ...

    def put_file(self, record: FileRecord) -> None: ...

    def put_irregularity(self, record: Irregularity) -> None: ...

    def report(self) -> ImportReport:
        """Totals of the workspace and what this batch added, so far."""
        ...


class RunStore(Protocol):
    """Runs with their files."""

    def rows(self) -> tuple[RunRow, ...]: ...

    def names(self) -> tuple[RunName, ...]: ...

    def get(self, name: RunName) -> Run:
        """Raises UnknownRun."""
        ...

    def artifacts(self, name: RunName) -> tuple[Artifact, ...]: ...

    def files(self, name: RunName) -> RunFiles: ...

    def hashes(self, name: RunName, version: int) -> Mapping[RelPath, Sha256]:
        """The files of one state of the run, also an earlier one, by hash; empty where it is not known."""
        ...

    def intervals(self, name: RunName) -> tuple[StageInterval, ...]: ...


class AuditStore(Protocol):
    """Audits by run; the last few earlier ones are kept."""

    def latest(self, name: RunName) -> StoredAudit | None: ...

    def before(self, name: RunName, back: int = 1) -> StoredAudit | None:
        """The audit that many steps before the latest; None where there is none or it is no longer kept."""
        ...

    def save(self, audit: Audit, input_key: str) -> None: ...


class DecisionStore(Protocol):
    """The append-only log of decisions."""

    def entries(self, name: RunName) -> tuple[DecisionEntry, ...]:
        """All entries of a run, in the order written."""
        ...

    def append(self, entries: Sequence[DecisionEntry]) -> None:
        """Durable when it returns; all or nothing."""
        ...


class ReviewStore(Protocol):
    """Judges' and people's scores."""

    def of_run(self, name: RunName) -> tuple[Review, ...]: ...

    def humans_of_run(self, name: RunName) -> tuple[HumanReview, ...]: ...

    def all(self) -> tuple[Review, ...]:
        """Every judge's review of the workspace, by its source."""
        ...

    def humans(self) -> tuple[HumanReview, ...]:
        """Every row of people's reviews, in the order written."""
        ...

    def checks(self) -> tuple[HallucinationCheck, ...]:
        """Every row of people's hallucination checks, in the order written."""
        ...


class OpinionStore(Protocol):
    """Second opinions of models, only ever added."""

    def of_run(self, name: RunName) -> tuple[Opinion, ...]:
        """All opinions on a run's claims, in the order given."""
        ...

    def append(self, opinion: Opinion) -> None:
        """Durable when it returns."""
        ...


class CallStore(Protocol):
    """Replies of models, by what was asked; only ever added to."""

    def find(self, scope: str, request_sha256: Sha256) -> ModelCall | None:
        """The reply that this request got in this scope, None where it was not answered yet."""
        ...

    def append(self, call: ModelCall) -> ModelCall:
        """Durable when it returns. Gives the call that counts: an earlier one, should this request have one."""
        ...

    def of_scopes(self, prefix: str) -> tuple[ModelCall, ...]:
        """All calls whose scope begins so, in the order given."""
        ...


class StageStore(Protocol):
    """Tries at stages with what they made; only ever added to."""

    def of_run(self, name: RunName) -> tuple[StageRecord, ...]:
        """All tries of a run, in the order they ended."""
        ...

    def all(self) -> tuple[StageRecord, ...]: ...

    def append(self, record: StageRecord, files: Mapping[RelPath, bytes]) -> None:
        """Durable when it returns, record and files together. `files` are those of its outputs."""
        ...

    def files(self, record: StageRecord) -> Mapping[RelPath, bytes]:
        """What the stage made, by path."""
        ...


class JobStore(Protocol):
    """Jobs of all processes that have this workspace open, in the order made. Durable when a call returns."""

    def all(self) -> tuple[Job, ...]: ...

    def put(self, job: Job) -> None:
        """Keep a new or changed job. While it waits for a worker or runs, this process answers for it."""
        ...

    def claim(self, job: Job, was: JobState) -> bool:
        """Keep it if it is still in that state in the file; False where another process was faster."""
        ...

    def interrupt_lost(self, at: datetime) -> tuple[Job, ...]:
        """Let the jobs of processes that are gone be interrupted; gives those that were."""
        ...

    def put_output(self, id_: str, text: str) -> None:
        """Keep the end of what the job printed, in place of what was kept of it."""
        ...

    def output(self, id_: str) -> str:
        """What was kept of its output, empty for none."""
        ...

    def remove(self, ids: Sequence[str]) -> None:
        """Forget these jobs, those that are under way excepted."""
        ...


class TaskStore(Protocol):
    """Official task texts that were imported."""

    def all(self) -> tuple[TaskRecord, ...]: ...

    def text(self, task: str) -> bytes | None: ...


class Cache(Protocol):
    """Derived bytes that may be thrown away: built papers, place maps."""

    def get(self, key: str) -> bytes | None: ...

    def put(self, key: str, data: bytes) -> None: ...


class SettingStore(Protocol):
    """Settings that belong to the workspace as a document (never keys)."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, value: str) -> None: ...


class Workspace(Protocol):
    """One SQLite file with everything in it. `busy_with`: what another process is doing to it, or None."""

    @property
    def path(self) -> Path: ...

    @property
    def runs(self) -> RunStore: ...

    @property
    def audits(self) -> AuditStore: ...

    @property
    def decisions(self) -> DecisionStore: ...

    @property
    def reviews(self) -> ReviewStore: ...

    @property
    def opinions(self) -> OpinionStore: ...

    @property
    def calls(self) -> CallStore: ...

    @property
    def stages(self) -> StageStore: ...

    @property
    def jobs(self) -> JobStore: ...

    @property
    def tasks(self) -> TaskStore: ...

    @property
    def cache(self) -> Cache: ...

    @property
    def settings(self) -> SettingStore: ...

    def importing(self, source: str) -> AbstractContextManager[ImportBatch]: ...

    def irregularities(self) -> tuple[Irregularity, ...]: ...

    def totals(self) -> dict[str, int]: ...

    def busy_with(self) -> str | None: ...

    def data_version(self) -> int:
        """Grows with every committed change by any process; cheap enough to ask each second."""
        ...

    def close(self) -> None: ...


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


@dataclass(frozen=True, slots=True)
class PaperSource:
    """A paper to build: Markdown (`text`, code points as spans count) with its pictures, or a PDF as it is.

    `pictures` maps the reference as written in the paper to the picture's bytes; what is missing is not in it.
    """

    path: RelPath
    text: str | None
    pictures: Mapping[str, bytes]
    pdf: bytes | None = None


@dataclass(frozen=True, slots=True)
class BuiltPaper:
    """A paper as PDF with its place map. `text` is what spans count in; `warnings` are for people."""

    pdf: bytes
    places: PlaceMap
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: `rgb` holds height × stride bytes, 3 bytes a pixel; sizes in device pixels.

    `pictures` are the boxes of the pictures on it (left, top, right, bottom).
    """

    page: int
    width: int
    height: int
    stride: int
    rgb: bytes
    pictures: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Highlight:
    """An annotation for the PDF report: span in source text, colour (0..1 RGB), title and note text."""

    span: tuple[int, int]
    colour: tuple[float, float, float]
    dashed: bool
    title: str
    note: str


class PaperPress(Protocol):
    """Makes, renders, reads and annotates papers, in a child process. Thread-safe, calls are queued."""

    version: str

    def build(self, source: PaperSource) -> BuiltPaper:
        """Raises InputError if no PDF can be made of it."""
        ...

    def pdf_text(self, pdf: bytes) -> str:
        """Pages' text joined by U+000C, as spans of PDF papers count."""
        ...

    def page(self, pdf: bytes, page: int, scale: float) -> PageImage:
        """Render a page (1-based); scale 1.0 is 72 dpi."""
        ...

    def annotate(self, paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
        """The paper with highlight annotations and a front page before it."""
        ...

    def close(self) -> None: ...


class Speaker(StrEnum):
    """Who said a turn of a talk, in the endpoints' words."""

    USER = "user"
    MODEL = "assistant"


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a talk with a model."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """What a reply must be: a JSON object that fits `schema` (JSON text), asked for in the way of `form`."""

    name: str
    schema: str
    form: ReplyForm


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a model is asked; `reply_tokens` bounds the answer.

    `turns` are what was said after `user`, the model's own answers among them. `tries` bounds how often the endpoint
    is asked where it fails; None leaves that to the client.
    """

    system: str
    user: str
    reply_tokens: int
    turns: tuple[Turn, ...] = ()
    shape: ReplyShape | None = None
    tries: int | None = None


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What it answered. `finish` is the endpoint's word for why it ended (`stop`, `length`, `content_filter`, ...).

    `refusal` is what the model said where it will not answer; `model` is the one that the endpoint says answered.
    """

    text: str
    finish: str
    model: str
    refusal: str = ""
    tokens: TokenUse | None = None


class ModelClient(Protocol):
    """Asks one model. Waits and tries again where that helps; stops within a moment when cancelled."""

    @property
    def profile(self) -> ModelProfile: ...

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:
        """Raises ModelUnavailable with one line that names cause and remedy and never a key; Cancelled.

        With `emit` the answer's text comes as LiveText while it is being said.
        """
        ...

    def close(self) -> None: ...


class FormStore(Protocol):
    """What was found out about endpoints: how each can be held to JSON. Kept with the user, as profiles are."""

    def get(self, profile: ModelProfile) -> ReplyForm | None: ...

    def put(self, profile: ModelProfile, form: ReplyForm) -> None: ...


class ExperimentAgent(Protocol):
    """Does the experiment of a plan and leaves its files; what it runs, it runs in a sandbox."""

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:
        """Raises MissingPart, BudgetReached, Cancelled; an experiment that failed is a record with its reason."""
        ...


ConnectModel = Callable[[ModelProfile], ModelClient]
"""Makes the client of a profile. Raises ModelUnavailable where no key is found for an endpoint that needs one."""


class ProfileStore(Protocol):
    """The profiles of this user, apart from any workspace: an opened file must not choose where a key is sent."""

    def all(self) -> tuple[ModelProfile, ...]: ...

    def get(self, name: str | None) -> ModelProfile:
        """The one of this name, or the first. Raises InputError where there is none."""
        ...

    def put(self, profile: ModelProfile) -> None:
        """Keep it, in place of the one of its name."""
        ...

    def remove(self, name: str) -> None: ...


class FigureReader(Protocol):
    """Reads the bars of plain bar charts from their pictures, outside of this process."""

    def missing(self) -> str | None:
        """One line on what is to be installed first, None if pictures can be read."""
        ...

    def read(self, pictures: Sequence[bytes]) -> tuple[PictureReading, ...]:
        """A reading a picture, in order. Raises MissingPart where the optional parts are not there."""
        ...

    def close(self) -> None: ...


class KeyStore(Protocol):
    """Where keys are: the environment first, then the system's own store. A key is never given out to be shown."""

    def where(self, profile: ModelProfile) -> str | None:
        """In words where the profile's key is found, None where there is none."""
        ...

    def put(self, profile: ModelProfile, key: str) -> None:
        """Keep it in the system's store. Raises MissingPart where the system has none."""
        ...

    def remove(self, profile: ModelProfile) -> None: ...


AuditRun = Callable[[RunName, RunFiles], Audit]
"""The engine as the services call it."""

Record = RunRecord | TaskRecord | DocumentRecord | Review | HumanReview | HallucinationCheck | FileRecord
"""One thing that an import brings in."""

Records = Iterable[Record]

PutBlob = Callable[[bytes], Sha256]
"""Keeps the bytes once and tells their hash."""

ReadRecords = Callable[[SourceTree, PutBlob, CancelToken, Emit], Iterable[Record | Irregularity]]
"""Reads a whole tree: every file of it ends in a record or an irregularity."""


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
