"""Tasks with what was written on them: from an imported workspace, judged by the plain mean."""

import hashlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.domain.reviews import Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord, TaskRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.services.library import LibraryTask, document_text, read_library, task_text

TASK = "iclr2025_wsl"


def review(author: str, score: int, judge: str, target: ReviewTarget = ReviewTarget.IDEA) -> Review:
    return Review(
        source=f"{target}/{author}/{judge}",
        sha256=Sha256("0" * 64),
        target=target,
        judge=judge,
        judge_family=judge,
        task=TASK,
        target_key=f"{TASK}/{author}",
        target_present=True,
        scores=(Score("OverallAssessment", score), Score("Novelty", 1)),
    )


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[SqliteWorkspace]:
    with closing(open_workspace(tmp_path / "w.mlrb", create=True)) as made:
        with made.importing("x") as batch:
            batch.put_task(TaskRecord(TASK, batch.put_blob(b"# The official text")))
            for kind, author, text in (
                (DocumentKind.IDEA, "gull", b"An idea\xff"),
                (DocumentKind.IDEA, "heron", b"Another"),
                (DocumentKind.LITERATURE, None, b"Papers"),
            ):
                sha256 = batch.put_blob(text)
                assert sha256 == hashlib.sha256(text).hexdigest()
                source = f"{kind}_{author}.md"
                batch.put_document(DocumentRecord(kind, TASK, author, "T", source, sha256, author == "gull"))
            batch.put_document(
                DocumentRecord(DocumentKind.IDEA, "own_task", "gull", "T", "o.md", Sha256("1" * 64))
            )
            for one in (
                review("gull", 6, "a"),
                review("gull", 9, "b"),
                review("gull", 1, "a", ReviewTarget.PROPOSAL),
            ):
                batch.put_review(one)
        yield made


def task(workspace: SqliteWorkspace, id_: str) -> LibraryTask:
    return next(item for item in read_library(workspace) if item.id == id_)


def test_that_a_task_has_its_documents_with_the_mean_of_their_judges(workspace: SqliteWorkspace) -> None:
    found = task(workspace, TASK)
    ideas = found.of(DocumentKind.IDEA)
    assert [(item.record.author, item.record.chosen, item.mean, item.n) for item in ideas] == [
        ("gull", True, 7.5, 2),
        ("heron", False, None, 0),
    ]
    assert (found.mean(DocumentKind.IDEA), found.mean(DocumentKind.PROPOSAL)) == (7.5, None)
    assert len(found.of(DocumentKind.LITERATURE)) == 1
    assert (found.official, found.venue) == (True, "ICLR 2025")


def test_that_texts_are_read_and_bad_bytes_replaced(workspace: SqliteWorkspace) -> None:
    found = task(workspace, TASK)
    assert task_text(workspace, found) == "# The official text"
    assert document_text(workspace, found.of(DocumentKind.IDEA)[0].record) == "An idea\ufffd"
    bare = task(workspace, "iclr2025_bi_align")
    assert task_text(workspace, bare) == bare.brief != ""


def test_that_the_catalogue_is_whole_and_tasks_it_lacks_are_there_too(workspace: SqliteWorkspace) -> None:
    assert len(read_library(workspace)) == 202
    assert task(workspace, "own_task").title == "own_task"
