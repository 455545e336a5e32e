"""What judges, people, models and jobs said, as a reader of a blind review sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.judging import JudgeComparison, JudgeReview
from mlrbench_gui.domain.opinions import Opinion
from mlrbench_gui.domain.people import PersonRecord, record_of
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.sharing import HIDDEN_FOLDER, is_alias
from mlrbench_gui.domain.stages import StageRecord
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.people.veiled_runs import Curtain


@dataclass(frozen=True, slots=True)
class VeiledReviews:
    """`ReviewStore` without scores of hidden runs. Tables of means are left out while any run is hidden."""

    curtain: Curtain

    def of_run(self, name: RunName) -> tuple[Review, ...]:
        real = self.curtain.real(name)
        return () if real in self.curtain.veil().hidden else self.curtain.inner.reviews.of_run(real)

    def humans_of_run(self, name: RunName) -> tuple[HumanReview, ...]:
        real = self.curtain.real(name)
        return () if real in self.curtain.veil().hidden else self.curtain.inner.reviews.humans_of_run(real)

    def all(self) -> tuple[Review, ...]:
        hidden = self.curtain.veil().hidden
        return tuple(review for review in self.curtain.inner.reviews.all() if review.run not in hidden)

    def humans(self) -> tuple[HumanReview, ...]:
        hidden = self.curtain.veil().hidden
        return tuple(review for review in self.curtain.inner.reviews.humans() if review.run not in hidden)

    def checks(self) -> tuple[HallucinationCheck, ...]:
        return () if self.curtain.veil().hidden else self.curtain.inner.reviews.checks()

    def derived(self) -> tuple[tuple[str, bytes], ...]:
        return () if self.curtain.veil().hidden else self.curtain.inner.reviews.derived()


@dataclass(frozen=True, slots=True)
class VeiledJudges:
    """`JudgeStore` without replies on hidden runs."""

    curtain: Curtain

    def of_run(self, name: RunName) -> tuple[JudgeReview, ...]:
        real = self.curtain.real(name)
        return () if real in self.curtain.veil().hidden else self.curtain.inner.judges.of_run(real)

    def all(self) -> tuple[JudgeReview, ...]:
        hidden = self.curtain.veil().hidden
        return tuple(review for review in self.curtain.inner.judges.all() if review.run not in hidden)

    def append(self, review: JudgeReview) -> None:
        self.curtain.inner.judges.append(review.model_copy(update={"run": self.curtain.real(review.run)}))

    def comparisons(self) -> tuple[JudgeComparison, ...]:
        hidden = self.curtain.veil().hidden
        found = self.curtain.inner.judges.comparisons()
        return tuple(one for one in found if one.first not in hidden and one.second not in hidden)

    def append_comparison(self, comparison: JudgeComparison) -> None:
        real = self.curtain.real
        names = {"first": real(comparison.first), "second": real(comparison.second)}
        self.curtain.inner.judges.append_comparison(comparison.model_copy(update=names))


@dataclass(frozen=True, slots=True)
class VeiledOpinions:
    """`OpinionStore`."""

    curtain: Curtain

    def of_run(self, name: RunName) -> tuple[Opinion, ...]:
        shown = self.curtain.veil().name
        given = self.curtain.inner.opinions.of_run(self.curtain.real(name))
        return tuple(opinion.model_copy(update={"run": shown(opinion.run)}) for opinion in given)

    def append(self, opinion: Opinion) -> None:
        self.curtain.inner.opinions.append(opinion.model_copy(update={"run": self.curtain.real(opinion.run)}))


@dataclass(frozen=True, slots=True)
class VeiledStages:
    """`StageStore` without tries of hidden runs: they name their models."""

    curtain: Curtain

    def of_run(self, name: RunName) -> tuple[StageRecord, ...]:
        real = self.curtain.real(name)
        return () if real in self.curtain.veil().hidden else self.curtain.inner.stages.of_run(real)

    def all(self) -> tuple[StageRecord, ...]:
        hidden = self.curtain.veil().hidden
        return tuple(record for record in self.curtain.inner.stages.all() if record.run not in hidden)

    def append(self, record: StageRecord, files: Mapping[RelPath, bytes]) -> None:
        self.curtain.inner.stages.append(record, files)

    def files(self, record: StageRecord) -> Mapping[RelPath, bytes]:
        return self.curtain.inner.stages.files(record)


@dataclass(frozen=True, slots=True)
class VeiledPeople:
    """`PersonStore`. What is written goes under the run's own name, and its id is made anew of that."""

    curtain: Curtain

    def of_run(self, name: RunName) -> tuple[PersonRecord, ...]:
        return self._shown(self.curtain.inner.people.of_run(self.curtain.real(name)))

    def all(self) -> tuple[PersonRecord, ...]:
        return self._shown(self.curtain.inner.people.all())

    def append(self, records: Sequence[PersonRecord]) -> int:
        return self.curtain.inner.people.append([self._real(record) for record in records])

    def _real(self, record: PersonRecord) -> PersonRecord:
        if not is_alias(record.run):
            return record
        return record_of(self.curtain.real(record.run), record.author, record.at, record.act)

    def _shown(self, records: Sequence[PersonRecord]) -> tuple[PersonRecord, ...]:
        veil = self.curtain.veil()
        if not veil.hidden:
            return tuple(records)
        return tuple(shown for record in records if (shown := veil.record(record)) is not None)


@dataclass(frozen=True, slots=True)
class VeiledJobs:
    """`JobStore`. Jobs are kept with the runs' own names and shown with those that hidden runs go by."""

    curtain: Curtain

    def all(self) -> tuple[Job, ...]:
        return tuple(map(self._shown, self.curtain.inner.jobs.all()))

    def put(self, job: Job) -> None:
        self.curtain.inner.jobs.put(self._real(job))

    def claim(self, job: Job, was: JobState) -> bool:
        return self.curtain.inner.jobs.claim(self._real(job), was)

    def interrupt_lost(self, at: datetime) -> tuple[Job, ...]:
        return tuple(map(self._shown, self.curtain.inner.jobs.interrupt_lost(at)))

    def put_output(self, id_: str, text: str) -> None:
        self.curtain.inner.jobs.put_output(id_, text)

    def output(self, id_: str) -> str:
        return self.curtain.veil().text(self.curtain.inner.jobs.output(id_))

    def remove(self, ids: Sequence[str]) -> None:
        self.curtain.inner.jobs.remove(ids)

    def _shown(self, job: Job) -> Job:
        veil = self.curtain.veil()
        return Job.model_validate_json(veil.text(job.model_dump_json())) if veil.hidden else job

    def _real(self, job: Job) -> Job:
        text = job.model_dump_json()
        if f"{HIDDEN_FOLDER}/" not in text:
            return job
        for shown, real in self.curtain.all_real().items():
            text = text.replace(shown, real)
        return Job.model_validate_json(text)
