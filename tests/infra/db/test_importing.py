"""An import is all or nothing, adds nothing twice, and never takes away what was decided or known."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

import pytest
from sqlalchemy import text

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import (
    DocumentKind,
    DocumentRecord,
    FileRecord,
    Irregularity,
    RunRecord,
    StageInterval,
    TaskRecord,
)
from mlrbench_gui.domain.values import RelPath, RunName, Sha256, Stage
from mlrbench_gui.infra.db.totals import KEYS
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

NAME = RunName("end2end_x/task_a")
SHA = Sha256("a" * 64)
NOISE = os.urandom(3000)


class Source(Protocol):
    files: dict[str, bytes]

    def record(self, name: RunName = NAME) -> RunRecord: ...

    def put_into(self, workspace: SqliteWorkspace, name: RunName = NAME) -> dict[str, int]: ...


def count(workspace: SqliteWorkspace, table: str) -> int:
    with workspace._database.read() as connection:
        return int(connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0)


def review(**changes: object) -> Review:
    made = Review(
        source="agent_reviews/r.json",
        sha256=SHA,
        target=ReviewTarget.END_TO_END,
        judge="judge-1",
        judge_family="judge",
        task="task_a",
        target_key=NAME,
        target_present=False,
        run=NAME,
        scores=(Score("Overall", 6, "fair \ud800"), Score("Clarity", 7)),
        strengths=("clear",),
        details="a lone \udc00 surrogate",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def test_that_files_come_back_as_they_went_in(workspace: SqliteWorkspace, source: Source) -> None:
    source.put_into(workspace)
    files = workspace.runs.files(NAME)
    assert {path: files.read(path) for path in files.paths()} == source.files
    assert [files.size(path) for path in files.paths()] == [len(source.files[path]) for path in files.paths()]
    assert workspace.runs.get(NAME) == source.record().run
    assert workspace.runs.artifacts(NAME) == source.record().artifacts


def test_that_equal_bytes_are_kept_once_and_only_what_shrinks_is_packed(workspace: SqliteWorkspace) -> None:
    picture = b"\x89PNG" + bytes(5000)
    with workspace.importing("x") as batch:
        for data in (b"log line\n" * 500, b"log line\n" * 500, picture, b"short", NOISE):
            batch.put_blob(data)
    with workspace._database.read() as connection:
        rows = connection.execute(
            text("SELECT size, codec, size = length(data) FROM blob ORDER BY size")
        ).all()
    assert [tuple(row) for row in rows] == [
        (5, "raw", 1),
        (3000, "raw", 1),
        (4500, "zlib", 0),
        (5004, "raw", 1),
    ]


def test_that_the_same_import_adds_nothing(workspace: SqliteWorkspace, source: Source) -> None:
    first = source.put_into(workspace)
    assert first["end_to_end_runs"] == first["papers"] == first["log_files"] == 1
    before = {table: count(workspace, table) for table in ("blob", "run", "run_version", "run_file")}
    assert not any(source.put_into(workspace).values())
    assert {table: count(workspace, table) for table in before} == before


def test_that_totals_have_the_keys_of_the_contract_in_order(
    workspace: SqliteWorkspace, source: Source
) -> None:
    source.put_into(workspace)
    assert tuple(workspace.totals()) == KEYS
    assert workspace.totals()["figure_references"] == 2


def test_that_a_changed_file_makes_a_version_and_keeps_old_bytes_and_decisions(
    workspace: SqliteWorkspace, source: Source, note: Callable[..., DecisionEntry]
) -> None:
    source.put_into(workspace)
    old = workspace.runs.files(NAME)
    workspace.decisions.append([note(1)])
    source.files["results/log.txt"] = b"acc 0.6\n"
    with workspace.importing("folder") as batch:
        batch.put_blob(b"acc 0.6\n")
        batch.put_run(source.record())
        report = batch.report()
    assert report.changed_runs == (NAME,)
    assert not any(report.new.values())
    assert workspace.runs.files(NAME).read(RelPath("results/log.txt")) == b"acc 0.6\n"
    assert old.read(RelPath("results/log.txt")).startswith(b"acc 0.5")
    assert workspace.decisions.entries(NAME) == (note(1),)
    assert count(workspace, "run_version") == 2


def test_that_an_import_of_a_part_takes_away_nothing_that_was_known(
    workspace: SqliteWorkspace, source: Source
) -> None:
    interval = StageInterval(Stage.PAPER, datetime(2026, 1, 1), datetime(2026, 1, 2), 2)  # noqa: DTZ001 -- as logged
    whole = replace(source.record(), intervals=(interval,))
    bare = replace(whole, run=replace(whole.run, writer_model=None), intervals=())
    for record in (whole, bare):
        with workspace.importing("x") as batch:
            batch.put_run(record)
    assert workspace.runs.intervals(NAME) == (interval,)
    assert workspace.runs.get(NAME).writer_model == "writer-1"


@pytest.mark.parametrize("at_end", [False, True], ids=["while reading", "after the report"])
def test_that_a_failed_import_keeps_nothing(workspace: SqliteWorkspace, source: Source, at_end: bool) -> None:
    class Broken(Exception):
        pass

    with pytest.raises(Broken), workspace.importing("x") as batch:  # noqa: PT012 -- the block is what fails
        for number in range(40):
            batch.put_blob(number.to_bytes(4, "big") * 300_000)
        batch.put_run(source.record())
        batch.put_irregularity(Irregularity("a", "b", "c"))
        if at_end:
            batch.report()
        raise Broken
    for table in ("blob", "staged_blob", "run", "irregularity", "writer", "import_log"):
        assert count(workspace, table) == 0, table


def test_that_blobs_another_import_counts_on_stay_when_the_first_fails(workspace: SqliteWorkspace) -> None:
    shared = b"shared bytes " * 3_000_000
    with (  # noqa: PT012 -- the block is what fails
        workspace.importing("second") as second,
        pytest.raises(KeyError),
        workspace.importing("first") as first,
    ):
        first.put_blob(shared)
        second.put_task(TaskRecord("t", second.put_blob(shared)))
        raise KeyError
    assert workspace.tasks.text("t") == shared


def test_that_what_a_dead_import_staged_is_swept_by_the_next(
    workspace: SqliteWorkspace, place: Place
) -> None:
    script = (
        "import os, sys\nfrom mlrbench_gui.domain.addresses import place_of\n"
        "from mlrbench_gui.infra.db.workspace import open_workspace\n"
        "with open_workspace(place_of(sys.argv[1])).importing('doomed') as batch:\n"
        "    for number in range(40):\n        batch.put_blob(os.urandom(1_000_000))\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(place)], check=False)
    assert count(workspace, "writer") == 1
    assert count(workspace, "blob") > 0
    assert workspace.busy_with() is None
    with workspace.importing("next") as batch:
        batch.put_task(TaskRecord("t", batch.put_blob(b"text")))
    assert count(workspace, "writer") == count(workspace, "staged_blob") == 0
    assert count(workspace, "blob") == 1


def test_that_all_kinds_of_records_are_counted_once(workspace: SqliteWorkspace) -> None:
    def put() -> dict[str, int]:
        with workspace.importing("x") as batch:
            batch.put_task(TaskRecord("t", SHA))
            for kind in DocumentKind:
                batch.put_document(DocumentRecord(kind, "t", "m", "T", f"d/{kind}.md", SHA))
            batch.put_review(review())
            for row in (1, 2):
                batch.put_human_review(
                    HumanReview(
                        "h.csv", row, "1", "x", "t", NAME, False, (Score("Overall", row),), double=True
                    )
                )
            batch.put_hallucination_check(HallucinationCheck("c.csv", 1, "s", "t", "Yes", "No", "No", "No"))
            batch.put_file(FileRecord("harness_log", "h.log", SHA))
        return batch.report().new

    new = put()
    assert {key: number for key, number in new.items() if number} == {
        "tasks": 1,
        "ideas": 1,
        "proposals": 1,
        "literature_reviews": 1,
        "reviews": 1,
        "reviews_without_target": 1,
        "human_reviews": 2,
        "hallucination_checks": 1,
        "harness_logs": 1,
    }
    assert not any(put().values())


def test_that_a_review_finds_its_target_whichever_came_first(
    workspace: SqliteWorkspace, source: Source
) -> None:
    with workspace.importing("reviews") as batch:
        batch.put_review(review())
        batch.put_review(
            review(source="i.json", target=ReviewTarget.IDEA, run=None, target_key="task_a/idea/m")
        )
        batch.put_review(review(source="p.json", paper="results/other.md"))
    assert workspace.totals()["reviews_without_target"] == 3
    source.put_into(workspace)
    with workspace.importing("ideas") as batch:
        batch.put_document(DocumentRecord(DocumentKind.IDEA, "task_a", "m", "T", "i.md", SHA))
    assert workspace.totals()["reviews_without_target"] == 1
    present = {item.source: item.target_present for item in workspace.reviews.of_run(NAME)}
    assert present == {"agent_reviews/r.json": True, "p.json": False}


def test_that_a_changed_review_supersedes_the_older_which_stays_in_the_file(
    workspace: SqliteWorkspace,
) -> None:
    for score in (6, 8):
        with workspace.importing("x") as batch:
            batch.put_review(review(scores=(Score("Overall", score),)))
    assert [item.scores[0].score for item in workspace.reviews.of_run(NAME)] == [8]
    assert count(workspace, "review") == 2
    assert workspace.totals()["reviews"] == 1


def test_that_two_records_under_one_key_are_both_kept(workspace: SqliteWorkspace) -> None:
    with workspace.importing("x") as batch:
        batch.put_review(review())
        batch.put_review(review(judge="judge-2"))
    assert workspace.totals()["reviews"] == 2


def test_that_words_with_lone_surrogates_are_kept_readable(workspace: SqliteWorkspace) -> None:
    with workspace.importing("x") as batch:
        batch.put_review(review())
    (kept,) = workspace.reviews.of_run(NAME)
    assert kept.scores == review().scores
    assert kept.details == "a lone \\udc00 surrogate"


def test_that_irregularities_are_those_of_the_last_import_of_each_source(workspace: SqliteWorkspace) -> None:
    for source, path in (("a", "1"), ("b", "2"), ("a", "3")):
        with workspace.importing(source) as batch:
            batch.put_irregularity(Irregularity(path, "odd", "kept"))
    assert [item.path for item in workspace.irregularities()] == ["2", "3"]


def test_that_another_process_is_told_who_is_busy(workspace: SqliteWorkspace, place: Place) -> None:
    script = (
        "import sys\nfrom mlrbench_gui.domain.addresses import place_of\n"
        "from mlrbench_gui.infra.db.workspace import open_workspace\n"
        "with open_workspace(place_of(sys.argv[1])).importing('/data/checkout'):\n"
        "    print('ready', flush=True)\n    sys.stdin.readline()\n"
    )
    command = [sys.executable, "-c", script, str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        assert workspace.busy_with() == "importing /data/checkout"
        with closing(open_workspace(place)) as third:
            assert third.busy_with() == "importing /data/checkout"
        other.communicate("go\n")
    assert workspace.busy_with() is None


def test_that_a_number_given_to_another_process_is_not_taken_for_the_dead_one(
    workspace: SqliteWorkspace,
) -> None:
    insert = text("INSERT INTO writer VALUES ('t', :host, :pid, :started, 'importing old', :seen)")
    now = datetime(2026, 1, 1, tzinfo=UTC).isoformat()
    with workspace._database.write() as connection:
        connection.execute(
            insert, {"host": socket.gethostname(), "pid": os.getppid(), "started": "0", "seen": now}
        )
    assert workspace.busy_with() is None


def test_that_a_process_elsewhere_counts_while_it_gives_signs(workspace: SqliteWorkspace) -> None:
    insert = text("INSERT INTO writer VALUES ('t', 'elsewhere', 1, '0', 'importing there', :seen)")
    with workspace._database.write() as connection:
        connection.execute(insert, {"seen": datetime(2026, 1, 1, tzinfo=UTC).isoformat()})
    told = [workspace.busy_with() for _ in range(12)]
    assert told[0] == "importing there"
    assert told[-1] is None
