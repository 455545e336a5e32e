"""What rows say: order, estimates no more exact than they are, prices that are not known, and what can be done."""

from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.services.jobs.queueing import Standing
from mlrbench_gui.ui.screens.jobs.listing import (
    Column,
    Part,
    allowed,
    clock_text,
    in_part,
    left_text,
    rows_of,
    spent_text,
    state_text,
)
from mlrbench_gui.ui.screens.jobs.model import cell_words
from mlrbench_gui.ui.screens.jobs.steps import step_rows

T0 = datetime(2026, 5, 1, tzinfo=UTC)
S = JobState


def standing(
    title: str, state: JobState, *, here: bool = True, wish: JobState | None = None, **more: object
) -> Standing:
    values = {"id": title, "kind": "work", "title": title, "subjects": (), "created_at": T0, **more}
    return Standing(Job.model_validate({**values, "state": state}), here, wish)


def test_that_running_jobs_come_first_then_the_queue_as_it_is_taken_then_the_last_ended() -> None:
    given = [
        standing("old", S.DONE, ended_at=T0),
        standing("new", S.FAILED, ended_at=T0 + timedelta(minutes=1)),
        standing("stopped", S.INTERRUPTED),
        standing("queued", S.QUEUED),
        standing("urgent", S.QUEUED, priority=2),
        standing("runs", S.RUNNING),
    ]
    rows = rows_of(given, {}, T0)
    assert [row.job.title for row in rows] == ["runs", "urgent", "queued", "stopped", "new", "old"]


def test_that_every_job_stands_in_one_part_and_in_all() -> None:
    rows = rows_of([standing(str(state), state) for state in S], {}, T0)
    parts = {part: {row.job.state for row in in_part(rows, part)} for part in Part if part is not Part.ALL}
    assert parts == {
        Part.RUNNING: {S.RUNNING},
        Part.WAITING: {S.QUEUED, S.PAUSED, S.INTERRUPTED},
        Part.FAILED: {S.FAILED},
        Part.FINISHED: {S.DONE, S.CANCELLED},
    }
    assert in_part(rows, Part.ALL) == rows


def test_that_a_job_that_is_over_tells_how_or_why_in_its_row() -> None:
    given = [standing("a", S.FAILED, reason="no key"), standing("b", S.DONE, outcome="2 runs audited")]
    rows = {row.job.title: row for row in rows_of(given, {}, T0)}
    assert (rows["a"].state, rows["a"].doing) == ("failed", "no key")
    assert cell_words(rows["b"], Column.PROGRESS) == "2 runs audited"


@pytest.mark.parametrize(
    ("seconds", "text"), [(2, "< 5 s"), (42, "~ 40 s"), (200, "~ 3 min"), (9_000, "~ 2.5 h")]
)
def test_that_the_time_left_is_no_more_exact_than_an_estimate(seconds: float, text: str) -> None:
    assert left_text(seconds) == text


def test_that_an_unknown_price_is_not_zero() -> None:
    assert spent_text(412_000, None) == "412k tok  price ?"
    assert spent_text(900, 0.0123) == "900 tok  0.0123"
    assert spent_text(2_400_000, 3.5) == "2.4M tok  3.50"
    assert spent_text(3_000, 0.0) == "3k tok  0.00"
    assert spent_text(0, 0.0) == ""


def test_that_times_are_shown_as_clocks() -> None:
    assert (clock_text(130), clock_text(3_849)) == ("02:10", "1:04:09")


def test_that_jobs_elsewhere_are_told_as_such_and_take_no_command() -> None:
    elsewhere = standing("x", S.RUNNING, here=False)
    assert state_text(elsewhere) == "running elsewhere"
    can = allowed(elsewhere)
    assert not any((can.pause, can.cancel, can.go_on, can.retry, can.move))


def test_that_each_state_allows_what_makes_sense() -> None:
    table = {
        S.QUEUED: (True, False, False, True, True),
        S.RUNNING: (True, False, False, True, False),
        S.PAUSED: (False, True, False, True, True),
        S.INTERRUPTED: (False, True, False, True, True),
        S.FAILED: (False, False, True, False, False),
        S.CANCELLED: (False, False, True, False, False),
        S.DONE: (False, False, False, False, False),
    }
    for state, expected in table.items():
        can = allowed(standing("x", state))
        assert (can.pause, can.go_on, can.retry, can.cancel, can.move) == expected, state
    pausing = allowed(standing("x", S.RUNNING, wish=S.PAUSED))
    assert (pausing.pause, pausing.go_on, pausing.cancel) == (False, True, True)


def test_that_steps_tell_what_is_done_failed_at_work_and_to_come() -> None:
    job = standing(
        "x",
        S.RUNNING,
        steps=("a", "b", "c", "d"),
        step="c",
        finished=[{"name": "a", "seconds": 65}],
        failed=[{"name": "b", "reason": "no text"}],
    ).job
    rows = step_rows(job)
    assert [(row.icon, row.note, row.reason) for row in rows] == [
        ("check", "01:05", ""),
        ("cross", "failed", "no text"),
        ("play", "", ""),
        ("dot", "", ""),
    ]
