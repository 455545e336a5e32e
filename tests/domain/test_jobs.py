"""What a job may go through, what is never done twice, and how the time left is told."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain import jobs
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import Job, JobState

T0 = datetime(2026, 5, 1, tzinfo=UTC)
S = JobState


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def job(*steps: str, state: JobState = S.QUEUED) -> Job:
    return Job(
        id="j1",
        kind="audit",
        title="Audit 3 runs",
        subjects=steps,
        steps=steps,
        created_at=T0,
        state=state,
    )


def running(*steps: str) -> Job:
    return jobs.started(job(*steps), T0)


def after(made: Job, *ends: float) -> Job:
    """The first steps are finished at these moments."""
    for name, end in zip(made.steps, ends, strict=False):
        began = made.step_at if not made.finished else at(ends[len(made.finished) - 1])
        made = jobs.step_begun(made, name, began or T0)
        made = jobs.step_finished(made, name, at(end))
    return made


def test_that_a_job_that_was_cancelled_goes_on_behind_its_finished_steps() -> None:
    made = jobs.cancelled(after(running("a", "b", "c"), 4), at(5))
    assert (made.state, made.step, made.ended_at) == (S.CANCELLED, "", at(5))
    again = jobs.started(jobs.queued_again(made), at(60))
    assert again.done_names == {"a"}
    assert (again.attempt, again.ended_at) == (2, None)


def test_that_resuming_is_the_same_attempt_and_retrying_another() -> None:
    assert jobs.queued_again(jobs.paused(running("a"), at(1))).attempt == 1
    assert jobs.queued_again(jobs.interrupted(running("a"), at(1))).attempt == 1
    assert jobs.queued_again(jobs.failed(running("a"), at(1), "no key")).attempt == 2


def test_that_a_new_attempt_drops_the_reason_and_the_failed_steps_of_the_last() -> None:
    made = jobs.step_failed(running("a", "b"), "a", "unreadable")
    again = jobs.started(jobs.queued_again(jobs.failed(made, at(3), "1 of 2 failed")), at(4))
    assert (again.reason, again.failed) == ("", ())


@pytest.mark.parametrize("state", [S.DONE, S.FAILED, S.PAUSED, S.CANCELLED, S.INTERRUPTED])
def test_that_what_does_not_wait_for_a_worker_is_not_started(state: JobState) -> None:
    with pytest.raises(InputError, match="Audit 3 runs: cannot be started"):
        jobs.started(job("a", state=state), T0)


def test_that_a_job_that_is_done_is_neither_cancelled_nor_taken_up_again() -> None:
    made = jobs.done(running("a"), at(2), "all well")
    assert made.outcome == "all well"
    changes: tuple[Callable[[], Job], ...] = (
        lambda: jobs.cancelled(made, at(3)),
        lambda: jobs.queued_again(made),
        lambda: jobs.interrupted(made, at(3)),
        lambda: jobs.with_priority(made, 3),
    )
    for change in changes:
        with pytest.raises(InputError, match="it is done"):
            change()


def test_that_the_reason_tells_whether_an_interrupted_job_ran() -> None:
    assert jobs.interrupted(running("a"), at(1)).reason == "the program ended while it ran"
    assert jobs.interrupted(job("a"), at(1)).reason == "the program ended while it waited"


def test_that_time_counts_over_all_attempts_and_not_between_them() -> None:
    first = jobs.paused(running("a"), at(10))
    second = jobs.started(jobs.queued_again(first), at(100))
    assert jobs.seconds(first, at(50)) == 10
    assert jobs.seconds(second, at(105)) == 15


def test_that_the_time_left_follows_the_pace_of_the_finished_steps() -> None:
    made = jobs.step_begun(after(running("a", "b", "c", "d"), 4, 10), "c", at(10))
    assert jobs.seconds_left(made, at(11)) == pytest.approx(4 + 5)
    assert jobs.seconds_left(made, at(40)) == pytest.approx((4 + 6 + 30) / 3)


def test_that_no_time_left_is_told_before_a_step_is_finished_or_where_nothing_runs() -> None:
    assert jobs.seconds_left(running("a", "b"), at(9)) is None
    assert jobs.seconds_left(jobs.paused(after(running("a", "b"), 4), at(5)), at(6)) is None
    assert jobs.seconds_left(after(running("a"), 4), at(5)) is None
    slow = jobs.step_begun(after(running("a", "b"), 4), "b", at(4))
    assert jobs.seconds_left(slow, at(30)) is None


def test_that_the_share_counts_finished_steps_and_the_part_of_the_one_at_work() -> None:
    made = jobs.step_begun(after(running("a", "b", "c", "d"), 4), "b", at(4))
    assert jobs.share(made) == 0.25
    assert jobs.share(jobs.said(made, "page 1 of 2", 0.5)) == 0.375
    assert jobs.share(job()) is None
    assert jobs.share(jobs.done(running(), at(1))) == 1.0


def test_that_a_cost_that_is_unknown_once_stays_unknown() -> None:
    made = jobs.spent(jobs.spent(running("a"), 100, 0.25), 50, None)
    assert (made.tokens, made.cost) == (150, None)
    assert jobs.spent(made, 1, 0.1).cost is None


CHANGES: tuple[Callable[[Job], Job], ...] = (
    lambda made: jobs.started(made, T0),
    lambda made: jobs.paused(made, T0),
    jobs.queued_again,
    lambda made: jobs.done(made, T0),
    lambda made: jobs.failed(made, T0, "no"),
    lambda made: jobs.cancelled(made, T0),
    lambda made: jobs.interrupted(made, T0),
    lambda made: jobs.step_finished(
        jobs.step_begun(made, f"s{len(made.finished)}", T0), f"s{len(made.finished)}", T0
    ),
)


@pytest.mark.fuzzed
@given(st.lists(st.integers(0, len(CHANGES) - 1), max_size=25))
def test_that_no_order_of_changes_loses_a_finished_step(order: list[int]) -> None:
    made = job("s0", "s1", "s2")
    for index in order:
        before = made
        try:
            made = CHANGES[index](made)
        except InputError:
            assert made is before
        assert made.finished[: len(before.finished)] == before.finished
        assert made.worked_s >= before.worked_s
        assert (made.started_at is not None) == (made.state is S.RUNNING)
    assert Job.model_validate_json(made.model_dump_json()) == made
