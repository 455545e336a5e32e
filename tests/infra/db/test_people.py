"""Lines of reviewers come back as written, each once, after a restart and in other processes' order."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.people import BeSure, PersonRecord, record_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

RUN = RunName("end2end_x/task_a")


def line(number: int, run: RunName = RUN) -> PersonRecord:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    return record_of(run, "ada", at, BeSure(value=number))


def test_that_lines_come_back_after_a_restart(workspace: SqliteWorkspace, place: Place) -> None:
    other = line(3, RunName("other/run"))
    assert workspace.people.append((line(2), line(1), other)) == 3
    assert workspace.people.of_run(RUN) == (line(2), line(1))
    workspace.close()
    with closing(open_workspace(place)) as again:
        assert again.people.all() == (line(2), line(1), other)


def test_that_a_line_taken_over_twice_is_one(workspace: SqliteWorkspace) -> None:
    workspace.people.append((line(1),))
    assert workspace.people.append((line(1), line(2))) == 1
    assert workspace.people.all() == (line(1), line(2))


def test_that_lines_of_another_process_are_seen(workspace: SqliteWorkspace, place: Place) -> None:
    assert workspace.people.all() == ()
    with closing(open_workspace(place)) as other:
        other.people.append((line(1),))
    assert workspace.people.all() == (line(1),)
