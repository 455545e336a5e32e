# ruff: noqa: ARG002 -- a store in memory takes what the port passes
"""Stores of a workspace in memory, for tests of several floors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.judging import JudgeComparison, JudgeReview
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.people import PersonRecord
from mlrbench_gui.domain.sharding import ShardRecord
from mlrbench_gui.domain.values import RunName, Sha256


@dataclass
class MemoryCalls:
    """`services.ports.stores.CallStore` in memory."""

    kept: list[ModelCall] = field(default_factory=list)

    def find(self, scope: str, request_sha256: Sha256) -> ModelCall | None:
        return next((c for c in self.kept if (c.scope, c.request_sha256) == (scope, request_sha256)), None)

    def append(self, call: ModelCall) -> ModelCall:
        self.kept.append(call)
        return call

    def of_scopes(self, prefix: str) -> tuple[ModelCall, ...]:
        return tuple(call for call in self.kept if call.scope.startswith(prefix))


@dataclass
class MemoryJudges:
    """`services.ports.stores.JudgeStore` in memory."""

    kept: list[JudgeReview] = field(default_factory=list)
    pairs: list[JudgeComparison] = field(default_factory=list)

    def of_run(self, name: RunName) -> tuple[JudgeReview, ...]:
        return tuple(review for review in self.kept if review.run == name)

    def all(self) -> tuple[JudgeReview, ...]:
        return tuple(self.kept)

    def append(self, review: JudgeReview) -> None:
        self.kept.append(review)

    def comparisons(self) -> tuple[JudgeComparison, ...]:
        return tuple(self.pairs)

    def append_comparison(self, comparison: JudgeComparison) -> None:
        self.pairs.append(comparison)


@dataclass
class MemoryShards:
    """Notes of parts in memory."""

    kept: dict[tuple[str, int, int], ShardRecord] = field(default_factory=dict)

    def all(self) -> tuple[ShardRecord, ...]:
        return tuple(self.kept.values())

    def put(self, record: ShardRecord) -> None:
        self.kept[record.plan, record.parts, record.part] = record


@dataclass
class MemoryPeople:
    """`services.ports.stores.PersonStore` in memory."""

    kept: dict[str, PersonRecord] = field(default_factory=dict)

    def of_run(self, name: RunName) -> tuple[PersonRecord, ...]:
        return tuple(record for record in self.kept.values() if record.run == name)

    def all(self) -> tuple[PersonRecord, ...]:
        return tuple(self.kept.values())

    def append(self, records: Sequence[PersonRecord]) -> int:
        before = len(self.kept)
        self.kept |= {record.id: record for record in records if record.id not in self.kept}
        return len(self.kept) - before


@dataclass
class MemoryJobs:
    """A job store in memory; `full` refuses all writing."""

    kept: dict[str, Job] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    lost: tuple[Job, ...] = ()
    full: bool = False

    def all(self) -> tuple[Job, ...]:
        return tuple(self.kept.values())

    def put(self, job: Job) -> None:
        if self.full:
            raise WorkspaceError("study.mlrb: the disk is full; make room and try again")
        self.kept[job.id] = job

    def claim(self, job: Job, was: JobState) -> bool:
        same = self.kept[job.id].state is was
        if same:
            self.put(job)
        return same

    def interrupt_lost(self, at: datetime) -> tuple[Job, ...]:
        for job in self.lost:
            self.put(job)
        return self.lost

    def put_output(self, id_: str, text: str) -> None:
        self.printed[id_] = text

    def output(self, id_: str) -> str:
        return self.printed.get(id_, "")

    def remove(self, ids: Sequence[str]) -> None:
        for id_ in ids:
            self.kept.pop(id_, None)
