"""Reads what lies outside of runs: tasks, stage documents, reviews, tables, harness logs, notes."""

from collections.abc import Iterator
from dataclasses import replace

from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview
from mlrbench_gui.domain.runs import FileRecord, RunGroup, TaskRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.checkout.documents import Documents
from mlrbench_gui.infra.checkout.harness import TaskLog, read_harness_log
from mlrbench_gui.infra.checkout.people import NoTable, read_hallucination_checks, read_human_reviews
from mlrbench_gui.infra.checkout.places import (
    DocumentPlace,
    HarnessLogPlace,
    OtherPlace,
    PeoplePlace,
    Place,
    ReviewPlace,
    TaskPlace,
)
from mlrbench_gui.infra.checkout.reviews import Reviews, Targets
from mlrbench_gui.infra.checkout.runs import RunReading
from mlrbench_gui.infra.files.gathering import Gathering


class Surroundings:
    """All files outside of runs so far."""

    def __init__(self, gathering: Gathering, reviews: Reviews) -> None:
        self.documents = Documents()
        self._gathering = gathering
        self._reviews = reviews
        self._tasks: dict[str, TaskRecord] = {}
        self._files: list[FileRecord] = []
        self._humans: list[HumanReview] = []
        self._checks: list[HallucinationCheck] = []
        self._harness: dict[str, dict[str, TaskLog]] = {}

    def take(self, place: Place, data: bytes, sha256: Sha256) -> None:
        """Note one file."""
        match place:
            case TaskPlace():
                self._tasks[place.task] = TaskRecord(place.task, sha256)
            case DocumentPlace():
                self.documents.take(place, data, sha256)
            case ReviewPlace():
                self._reviews.take(place, data, sha256)
            case HarnessLogPlace():
                self._take_harness_log(place, data, sha256)
            case PeoplePlace():
                self._take_table(place, data, sha256)
            case OtherPlace():
                self._take_other(place, sha256)

    def harness_of(self, run: RunReading) -> TaskLog | None:
        """What the harness log tells of an end-to-end run."""
        if run.group is not RunGroup.END_TO_END:
            return None
        return self._harness.get(run.agent, {}).get(run.task)

    def task_sha256(self, task: str) -> Sha256 | None:
        """The hash of a task's official text, if it is here."""
        record = self._tasks.get(task)
        return record.sha256 if record else None

    def records(
        self, targets: Targets
    ) -> Iterator[TaskRecord | FileRecord | HumanReview | HallucinationCheck]:
        """All but documents and reviews."""
        yield from self._tasks.values()
        for row in self._humans:
            yield replace(row, run_present=row.run in targets.runs)
        yield from self._checks
        yield from self._files

    def _take_harness_log(self, place: HarnessLogPlace, data: bytes, sha256: Sha256) -> None:
        self._harness[place.agent] = read_harness_log(data)
        self._files.append(FileRecord("harness_log", place.source, sha256))
        if not self._harness[place.agent]:
            self._gathering.add(
                place.source, "harness log that names no task", "kept as a file; no stage times"
            )

    def _take_table(self, place: PeoplePlace, data: bytes, sha256: Sha256) -> None:
        self._files.append(FileRecord("notes", place.source, sha256))
        try:
            if place.table == "reviews":
                reviews = read_human_reviews(data, place.source)
                self._humans.extend(reviews.rows)
                oddities = reviews.oddities
            else:
                checks = read_hallucination_checks(data, place.source)
                self._checks.extend(checks.rows)
                oddities = checks.oddities
        except NoTable as error:
            self._gathering.add(
                place.source, "table that cannot be read", "kept as a file", detail=str(error)
            )
            return
        for oddity in oddities:
            self._gathering.add(place.source, oddity, "all rows kept and flagged")

    def _take_other(self, place: OtherPlace, sha256: Sha256) -> None:
        self._files.append(FileRecord(place.kind, place.source, sha256))
        if place.kind == "derived":
            self._gathering.add(
                place.source, "table derived from other files", "kept; not counted as reviews"
            )
        elif not place.known:
            self._gathering.add(place.source, "file of no known kind", "kept as a file; not used")
