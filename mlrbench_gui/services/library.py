"""The library: every task with what was written on it, how judges scored that, and the runs that it has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from mlrbench_gui.domain.reviews import Review, ReviewTarget
from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord
from mlrbench_gui.services.catalogue import CatalogueTask, catalogue
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.services.ports.workspace import Workspace

OVERALL = "OverallAssessment"
"""The criterion that ideas and proposals are known by."""

_TARGETS = {ReviewTarget.IDEA: DocumentKind.IDEA, ReviewTarget.PROPOSAL: DocumentKind.PROPOSAL}


@dataclass(frozen=True, slots=True)
class Judged:
    """A document with the plain mean of the judges' overall scores, of 1 to 10; None where nobody judged it."""

    record: DocumentRecord
    mean: float | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class LibraryTask:
    """A task of the catalogue, or one that only this workspace knows. `official`: its official text is imported."""

    id: str
    title: str
    venue: str
    topic: str
    brief: str
    official: bool
    documents: tuple[Judged, ...] = ()
    runs: tuple[RunRow, ...] = ()

    def of(self, kind: DocumentKind) -> tuple[Judged, ...]:
        """Its documents of one kind, by author."""
        return tuple(item for item in self.documents if item.record.kind is kind)

    def mean(self, kind: DocumentKind) -> float | None:
        """The mean over its documents of a kind, each counting once; None where none is judged."""
        means = [item.mean for item in self.of(kind) if item.mean is not None]
        return fmean(means) if means else None


def read_library(workspace: Workspace) -> tuple[LibraryTask, ...]:
    """All tasks by id: those of the catalogue, and those that something of the workspace is about."""
    official = {record.id for record in workspace.tasks.all()}
    documents: dict[str, list[Judged]] = {}
    scores = _scores(workspace.reviews.all())
    for record in workspace.tasks.documents():
        given = scores.get((record.kind, record.task, record.author or ""), [])
        judged = Judged(record, fmean(given) if given else None, len(given))
        documents.setdefault(record.task, []).append(judged)
    runs: dict[str, list[RunRow]] = {}
    for row in workspace.runs.rows():
        runs.setdefault(row.run.task, []).append(row)
    known: Mapping[str, CatalogueTask] = {task.id: task for task in catalogue().tasks}
    return tuple(
        _task(id_, known.get(id_), tuple(documents.get(id_, ())), tuple(runs.get(id_, ())), id_ in official)
        for id_ in sorted({*known, *documents, *runs, *official})
    )


def document_text(workspace: Workspace, record: DocumentRecord) -> str:
    """The document as text; bytes that are no UTF-8 are replaced, one that is gone is empty."""
    return (workspace.tasks.document(record.source) or b"").decode("utf-8", "replace")


def task_text(workspace: Workspace, task: LibraryTask) -> str:
    """The official text where it is imported, else the brief."""
    text = workspace.tasks.text(task.id)
    return task.brief if text is None else text.decode("utf-8", "replace")


def _task(
    id_: str,
    told: CatalogueTask | None,
    documents: tuple[Judged, ...],
    runs: tuple[RunRow, ...],
    official: bool,
) -> LibraryTask:
    if told is None:
        return LibraryTask(id_, id_, "", "", "", official, documents, runs)
    venue = f"{told.venue} {told.year}"
    return LibraryTask(id_, told.title, venue, told.topic, told.brief, official, documents, runs)


def _scores(reviews: Iterable[Review]) -> dict[tuple[DocumentKind, str, str], list[int]]:
    """Overall scores by what was judged: a target's key is the task and the author."""
    found: dict[tuple[DocumentKind, str, str], list[int]] = {}
    for review in reviews:
        kind = _TARGETS.get(review.target)
        if kind is None:
            continue
        author = review.target_key.rpartition("/")[2]
        for score in review.scores:
            if score.criterion == OVERALL:
                found.setdefault((kind, review.task, author), []).append(score.score)
    return found
