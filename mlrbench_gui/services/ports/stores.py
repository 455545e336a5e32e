"""What a workspace keeps, one small protocol a kind of record. Values are frozen; rows never leave `infra.db`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from mlrbench_gui.domain.artifacts import Artifact, RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.judging import JudgeComparison, JudgeReview
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.opinions import Opinion
from mlrbench_gui.domain.people import PersonRecord
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
from mlrbench_gui.domain.sharding import ShardRecord
from mlrbench_gui.domain.stages import StageRecord
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.ports.rows import RunRow, StoredAudit


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

    def derived(self) -> tuple[tuple[str, bytes], ...]:
        """Tables that came with the scores and were made from them, by source; they are no reviews themselves."""
        ...


class OpinionStore(Protocol):
    """Second opinions of models, only ever added."""

    def of_run(self, name: RunName) -> tuple[Opinion, ...]:
        """All opinions on a run's claims, by time."""
        ...

    def append(self, opinion: Opinion) -> None:
        """Durable when it returns."""
        ...


class JudgeStore(Protocol):
    """Replies of judges that this program asked, only ever added."""

    def of_run(self, name: RunName) -> tuple[JudgeReview, ...]:
        """All reviews of a run, in the order given."""
        ...

    def all(self) -> tuple[JudgeReview, ...]: ...

    def append(self, review: JudgeReview) -> None:
        """Durable when it returns."""
        ...

    def comparisons(self) -> tuple[JudgeComparison, ...]:
        """All replies on two runs side by side, in the order given."""
        ...

    def append_comparison(self, comparison: JudgeComparison) -> None:
        """Durable when it returns."""
        ...


class PersonStore(Protocol):
    """What reviewers did, only ever added."""

    def of_run(self, name: RunName) -> tuple[PersonRecord, ...]:
        """All lines of a run, in the order written."""
        ...

    def all(self) -> tuple[PersonRecord, ...]:
        """All lines of the workspace, in the order written."""
        ...

    def append(self, records: Sequence[PersonRecord]) -> int:
        """Durable when it returns, all or nothing. Lines that are there are passed over; gives how many were new."""
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


class ShardStore(Protocol):
    """Which parts of shared-out work are here, and what each has done."""

    def all(self) -> tuple[ShardRecord, ...]: ...

    def put(self, record: ShardRecord) -> None:
        """Keep it, in place of the one of its plan and part."""
        ...


class TaskStore(Protocol):
    """Official task texts that were imported, and the ideas, proposals and literature on them."""

    def all(self) -> tuple[TaskRecord, ...]: ...

    def text(self, task: str) -> bytes | None: ...

    def documents(self) -> tuple[DocumentRecord, ...]:
        """Those of all tasks, by task, kind and author."""
        ...

    def document(self, source: str) -> bytes | None:
        """What stands in the document of this source; None where there is none."""
        ...


class Cache(Protocol):
    """Derived bytes that may be thrown away: built papers, place maps."""

    def get(self, key: str) -> bytes | None: ...

    def put(self, key: str, data: bytes) -> None: ...


class SettingStore(Protocol):
    """Settings that belong to the workspace as a document (never keys)."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, value: str) -> None: ...
