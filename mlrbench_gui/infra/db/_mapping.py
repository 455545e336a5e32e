"""Imported records as rows, and rows as frozen values. The only place that knows both."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    FileRecord,
    Run,
    RunGroup,
    RunRecord,
    StageInterval,
    TaskRecord,
)
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
"""One for all: an import writes tens of thousands of small texts."""

Cell = str | int | bool | None
_Fields = Row[*tuple[Any, ...]]


class ImportedRow(NamedTuple):
    """A record as a row: where it goes, by which key it is known, and its cells.

    `flag` names a cell that tells what else was in the same import. It is no content of the record: an import of
    a part of a checkout may set it, but not take it back.
    """

    table: str
    key: str
    cells: dict[str, Cell]
    flag: str | None = None

    @property
    def digest(self) -> str:
        """Equal for equal content."""
        return digest_of({name: cell for name, cell in self.cells.items() if name != self.flag})


def digest_of(content: object) -> str:
    """A short hash of what JSON can hold."""
    return hashlib.sha256(_CANONICAL.encode(content).encode("ascii")).hexdigest()[:32]


def task_row(record: TaskRecord) -> ImportedRow:
    return ImportedRow("task", record.id, {"task": record.id, "sha256": record.sha256})


def document_row(record: DocumentRecord) -> ImportedRow:
    cells: dict[str, Cell] = {
        "kind": record.kind.value,
        "task": record.task,
        "author": record.author,
        "title": _storable(record.title),
        "source": record.source,
        "sha256": record.sha256,
        "chosen": record.chosen,
    }
    return ImportedRow("document", record.source, cells, "chosen")


def review_row(record: Review) -> ImportedRow:
    cells: dict[str, Cell] = {
        "source": record.source,
        "sha256": record.sha256,
        "target": record.target.value,
        "judge": record.judge,
        "judge_family": record.judge_family,
        "task": record.task,
        "target_key": record.target_key,
        "target_present": record.target_present,
        "run": record.run,
        "paper": record.paper,
        "scores": _scores_text(record.scores),
        "confidence": record.confidence,
        "has_hallucination": record.has_hallucination,
        "strengths": _text(list(record.strengths)),
        "weaknesses": _text(list(record.weaknesses)),
        "details": _storable(record.details),
    }
    return ImportedRow("review", record.source, cells, "target_present")


def human_review_row(record: HumanReview) -> ImportedRow:
    cells: dict[str, Cell] = {
        "source": record.source,
        "row": record.row,
        "reviewer": record.reviewer,
        "agent": record.agent,
        "task": record.task,
        "run": record.run,
        "run_present": record.run_present,
        "scores": _scores_text(record.scores),
        "double": record.double,
    }
    return ImportedRow("human_review", f"{record.source}#{record.row}", cells, "run_present")


def check_row(record: HallucinationCheck) -> ImportedRow:
    cells: dict[str, Cell] = {
        "source": record.source,
        "row": record.row,
        "system": record.system,
        "task": record.task,
        "faked_result": record.faked_result,
        "hallucinated_methodology": record.hallucinated_methodology,
        "incorrect_citation": record.incorrect_citation,
        "mathematical_error": record.mathematical_error,
    }
    return ImportedRow("hallucination_check", f"{record.source}#{record.row}", cells)


def file_row(record: FileRecord) -> ImportedRow:
    cells: dict[str, Cell] = {
        "kind": record.kind,
        "source": record.source,
        "sha256": record.sha256,
        "run": record.run,
        "stage": record.stage.value if record.stage else None,
    }
    return ImportedRow("import_file", record.source, cells)


def files_digest(record: RunRecord) -> str:
    """Equal for runs of equal files, whatever else is known of them."""
    return digest_of([[a.path, a.sha256, a.size, a.role.value, a.stage.value] for a in record.artifacts])


def intervals_text(intervals: Iterable[StageInterval]) -> str:
    return _text([[i.stage.value, i.start.isoformat(), i.end.isoformat(), i.tries] for i in intervals])


def paths_text(paths: Iterable[RelPath]) -> str:
    return _text(list(paths))


def counts_text(counts: Mapping[str, int]) -> str:
    return _text(dict(counts))


def run_of(row: _Fields) -> Run:
    return Run(
        name=RunName(row.name),
        group=RunGroup(row.group),
        mode=Mode(row.mode),
        agent=row.agent,
        task=row.task,
        writer_model=row.writer_model,
        coding_agent=row.coding_agent,
        papers=tuple(RelPath(path) for path in json.loads(row.papers)),
    )


def intervals_of(text: str) -> tuple[StageInterval, ...]:
    return tuple(
        StageInterval(Stage(stage), datetime.fromisoformat(start), datetime.fromisoformat(end), tries)
        for stage, start, end, tries in json.loads(text)
    )


def artifact_of(row: _Fields) -> Artifact:
    return Artifact(
        path=RelPath(row.path),
        sha256=Sha256(row.sha256) if row.sha256 else None,
        size=row.size,
        role=ArtifactRole(row.role),
        stage=Stage(row.stage),
    )


def review_of_row(row: _Fields, *, present: bool) -> Review:
    return Review(
        source=row.source,
        sha256=Sha256(row.sha256),
        target=ReviewTarget(row.target),
        judge=row.judge,
        judge_family=row.judge_family,
        task=row.task,
        target_key=row.target_key,
        target_present=present,
        run=RunName(row.run) if row.run is not None else None,
        paper=row.paper,
        scores=scores_of(row.scores),
        confidence=row.confidence,
        has_hallucination=row.has_hallucination,
        strengths=tuple(json.loads(row.strengths)),
        weaknesses=tuple(json.loads(row.weaknesses)),
        details=row.details,
    )


def human_review_of(row: _Fields) -> HumanReview:
    return HumanReview(
        source=row.source,
        row=row.row,
        reviewer=row.reviewer,
        agent=row.agent,
        task=row.task,
        run=RunName(row.run),
        run_present=bool(row.present),
        scores=scores_of(row.scores),
        double=row.double,
    )


def hallucination_check_of(row: _Fields) -> HallucinationCheck:
    return HallucinationCheck(
        source=row.source,
        row=row.row,
        system=row.system,
        task=row.task,
        faked_result=row.faked_result,
        hallucinated_methodology=row.hallucinated_methodology,
        incorrect_citation=row.incorrect_citation,
        mathematical_error=row.mathematical_error,
    )


def scores_of(text: str) -> tuple[Score, ...]:
    return tuple(Score(criterion, score, words) for criterion, score, words in json.loads(text))


def _scores_text(scores: Iterable[Score]) -> str:
    return _text([[score.criterion, score.score, score.justification] for score in scores])


def _text(value: object) -> str:
    return _CANONICAL.encode(value)


def _storable(text: str) -> str:
    """SQLite refuses lone surrogates; they stay readable as escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
