"""Jobs are done in their order, within limits; whatever one does, the others go on and nothing finished is repeated."""

from collections.abc import Callable
from typing import Any

import pytest

from mlrbench_gui.domain.errors import BudgetReached, InputError, MissingPart
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import LiveText, Progress, RunsChanged, Spent, Step
from mlrbench_gui.services.jobs.queueing import JobLimits

S = JobState
Desk = Any
Stage = Any


def test_that_a_job_ends_with_its_outcome_and_is_closed(desk: Desk, stage: Stage) -> None:
    job = desk.ended(desk.submit("a", "b"))
    assert (job.state, job.outcome, [step.name for step in job.finished]) == (S.DONE, "2 done", ["a", "b"])
    assert (stage.begun, stage.closed) == (["a", "b"], 1)
    assert desk.store.kept[job.id] == job


def test_that_the_first_of_the_highest_priority_goes_next(
    desk_of: Callable[[JobLimits], Desk], stage: Stage
) -> None:
    desk = desk_of(JobLimits(threads=1))
    gate = stage.gate("first")
    ids = [desk.submit("first")]
    stage.at("first")
    ids += [desk.submit("low"), desk.submit("high", priority=5), desk.submit("late", priority=5)]
    desk.scheduler.move(ids[1], 5)
    gate.set()
    for id_ in ids:
        desk.ended(id_)
    assert stage.begun == ["first", "low", "high", "late"]


def test_that_jobs_of_one_endpoint_wait_for_each_other_and_others_pass_by(desk: Desk, stage: Stage) -> None:
    gate = stage.gate("one")
    first = desk.submit("one", uses=("https://a/v1",))
    stage.at("one")
    second = desk.submit("two", uses=("https://a/v1",))
    third = desk.submit("three", uses=("https://b/v1",))
    assert desk.ended(third).state is S.DONE
    waits = {standing.job.id: standing.waits_for for standing in desk.scheduler.standings()}
    assert waits[second] == "https://a/v1"
    gate.set()
    assert desk.ended(first).state is desk.ended(second).state is S.DONE


def test_that_as_many_run_at_once_as_a_key_allows(desk_of: Callable[[JobLimits], Desk], stage: Stage) -> None:
    desk = desk_of(JobLimits(threads=4, of=lambda _key: 2))
    gates = [stage.gate(name) for name in "abc"]
    ids = [desk.submit(name, uses=("x",)) for name in "abc"]
    stage.at("a")
    stage.at("b")
    assert desk.scheduler.job(ids[2]).state is S.QUEUED
    for gate in gates:
        gate.set()
    for id_ in ids:
        desk.ended(id_)


def test_that_a_failing_job_ends_with_one_sentence_and_the_next_goes_on(
    desk_of: Callable[[JobLimits], Desk], stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    desk = desk_of(JobLimits(threads=1))
    stage.failing = {
        "bad": InputError("x.json: line 3 is\n no JSON"),
        "worse": ZeroDivisionError("by 0\nmore"),
    }
    bad, worse, good = desk.submit("bad", "never"), desk.submit("worse"), desk.submit("good")
    assert (desk.ended(bad).state, desk.ended(bad).reason) == (S.FAILED, "x.json: line 3 is no JSON")
    assert desk.ended(worse).reason == "ZeroDivisionError: by 0; the log has the details"
    assert desk.ended(good).state is S.DONE
    assert "never" not in stage.begun
    assert "a job failed" in caplog.text


def test_that_independent_steps_go_on_and_a_retry_does_the_failed_ones_alone(
    desk: Desk, stage: Stage
) -> None:
    stage.independent = True
    stage.failing = {"b": InputError("b: unreadable")}
    id_ = desk.submit("a", "b", "c")
    job = desk.ended(id_)
    assert (job.state, job.reason) == (S.FAILED, "1 of 3 failed, the first: b: unreadable")
    stage.failing.clear()
    desk.scheduler.go_on(id_)
    again = desk.ended(id_, 2)
    assert (again.state, again.attempt) == (S.DONE, 2)
    assert stage.begun == ["a", "b", "c", "b"]


@pytest.mark.parametrize("error", [MissingPart("no engine"), BudgetReached("1 token left")])
def test_that_independent_steps_stop_at_what_would_stop_them_all(
    desk: Desk, stage: Stage, error: Exception
) -> None:
    stage.independent = True
    stage.failing = {"a": error}
    job = desk.ended(desk.submit("a", "b"))
    assert (job.state, job.reason, stage.begun) == (S.FAILED, str(error), ["a"])


def test_that_a_running_job_is_cancelled_at_its_next_safe_point_and_keeps_its_steps(
    desk: Desk, stage: Stage
) -> None:
    stage.gate("b")
    id_ = desk.submit("a", "b", "c")
    stage.at("b")
    desk.scheduler.cancel(id_)
    job = desk.ended(id_)
    assert (job.state, job.done_names) == (S.CANCELLED, {"a"})
    stage.gates["b"].set()
    desk.scheduler.go_on(id_)
    assert desk.ended(id_, 2).state is S.DONE
    assert stage.begun == ["a", "b", "b", "c"]


def test_that_a_running_job_is_paused_behind_its_step_and_resumed_there(desk: Desk, stage: Stage) -> None:
    gate = stage.gate("b")
    id_ = desk.submit("a", "b", "c")
    stage.at("b")
    desk.scheduler.pause(id_)
    assert [standing.wish for standing in desk.scheduler.standings()] == [S.PAUSED]
    gate.set()
    job = desk.ended(id_)
    assert (job.state, job.done_names) == (S.PAUSED, {"a", "b"})
    desk.scheduler.go_on(id_)
    assert desk.ended(id_, 2).attempt == 1
    assert stage.begun == ["a", "b", "c"]


def test_that_a_pause_can_be_taken_back_before_it_comes(desk: Desk, stage: Stage) -> None:
    gate = stage.gate("a")
    id_ = desk.submit("a", "b")
    stage.at("a")
    desk.scheduler.pause(id_)
    desk.scheduler.go_on(id_)
    gate.set()
    assert desk.ended(id_).state is S.DONE


def test_that_the_last_step_cannot_be_paused(desk: Desk, stage: Stage) -> None:
    gate = stage.gate("a")
    id_ = desk.submit("a")
    stage.at("a")
    with pytest.raises(InputError, match="its last step is at work"):
        desk.scheduler.pause(id_)
    gate.set()
    desk.ended(id_)


def test_that_a_held_queue_begins_nothing_until_it_is_let_go(desk: Desk) -> None:
    desk.scheduler.hold(on=True)
    id_ = desk.submit("a")
    assert desk.scheduler.standings()[0].waits_for == "the queue, which is paused"
    desk.scheduler.hold(on=False)
    assert desk.ended(id_).state is S.DONE


def test_that_closing_interrupts_what_runs_and_waits_and_both_go_on_later(
    desk_of: Callable[[JobLimits], Desk], stage: Stage
) -> None:
    desk = desk_of(JobLimits(threads=1))
    stage.gate("b")
    ran = desk.submit("a", "b")
    stage.at("b")
    waited = desk.submit("c")
    assert desk.scheduler.close()
    assert {job.id: job.state for job in desk.store.all()} == {ran: S.INTERRUPTED, waited: S.INTERRUPTED}
    with pytest.raises(InputError, match="being closed"):
        desk.submit("d")
    later = desk_of(JobLimits())
    later.scheduler.refresh()
    stage.gates["b"].set()
    later.scheduler.go_on(ran)
    later.scheduler.go_on(waited)
    assert later.ended(ran).state is later.ended(waited).state is S.DONE
    assert sorted(stage.begun) == ["a", "b", "b", "c"]


def test_that_a_job_of_another_process_is_shown_and_not_commanded(
    desk: Desk, desk_of: Callable[[JobLimits], Desk], stage: Stage
) -> None:
    gate = stage.gate("a")
    id_ = desk.submit("a")
    stage.at("a")
    other = desk_of(JobLimits())
    other.scheduler.refresh()
    (standing,) = other.scheduler.standings()
    assert (standing.here, standing.job.state) == (False, S.RUNNING)
    for command in (other.scheduler.cancel, other.scheduler.pause):
        with pytest.raises(InputError, match="belongs to another window"):
            command(id_)
    gate.set()
    desk.ended(id_)


def test_that_what_two_windows_take_up_is_done_once(
    desk: Desk, desk_of: Callable[[JobLimits], Desk], stage: Stage
) -> None:
    stage.failing = {"a": InputError("no")}
    id_ = desk.submit("a")
    desk.ended(id_)
    other = desk_of(JobLimits())
    other.scheduler.refresh()
    stage.failing.clear()
    desk.scheduler.go_on(id_)
    desk.ended(id_, 2)
    with pytest.raises(InputError, match="another window has taken it"):
        other.scheduler.go_on(id_)


def test_that_money_progress_and_changes_are_told_and_money_is_kept(desk: Desk, stage: Stage) -> None:
    stage.saying = {
        "a": (
            Spent(120, 0.5),
            Progress(1, 4, "page 1"),
            RunsChanged((RunName("r"),)),
            LiveText("x\n", "model"),
        ),
        "b": (Spent(30, 0.25), Step("half way")),
    }
    gate = stage.gate("a")
    id_ = desk.submit("a", "b")
    stage.at("a")
    job = desk.scheduler.job(id_)
    assert (job.saying, job.part) == ("page 1", 0.25)
    assert desk.store.kept[id_].tokens == 120
    gate.set()
    job = desk.ended(id_)
    assert (job.tokens, job.cost) == (150, 0.75)
    assert RunsChanged((RunName("r"),)) in desk.notices
    assert [line.text for line in desk.scheduler.tail(id_).lines(0, 9)] == ["a", "x", "b", "half way"]
    assert desk.store.printed[id_].endswith("half way")


def test_that_a_job_whose_end_the_disk_cannot_take_frees_its_slot(
    desk_of: Callable[[JobLimits], Desk], stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    desk = desk_of(JobLimits(threads=1))
    gate = stage.gate("a")
    id_ = desk.submit("a")
    stage.at("a")
    desk.store.full = True
    gate.set()
    assert "disk is full" in desk.ended(id_).reason
    desk.store.full = False
    assert desk.ended(desk.submit("b")).state is S.DONE
    assert "could not be kept" in caplog.text


def test_that_what_a_job_printed_is_kept_before_it_is_over(
    desk: Desk, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_then: list[str] = []
    put = desk.store.put

    def looking(job: Job) -> None:
        if job.state is S.DONE:
            kept_then.append(desk.store.printed.get(job.id, ""))
        put(job)

    monkeypatch.setattr(desk.store, "put", looking)
    gate = stage.gate("a")
    id_ = desk.submit("a")
    stage.at("a")
    gate.set()
    assert desk.ended(id_).state is S.DONE
    assert [desk.store.printed[id_]] == kept_then
    assert kept_then[0]


def test_that_an_unknown_kind_fails_with_its_name(desk: Desk) -> None:
    assert desk.ended(desk.submit("a", kind="from-tomorrow")).reason.endswith("of the kind 'from-tomorrow'")


def test_that_only_what_is_over_is_forgotten(desk: Desk, stage: Stage) -> None:
    gate = stage.gate("a")
    done, runs = desk.submit("z"), desk.submit("a")
    desk.ended(done)
    stage.at("a")
    assert desk.scheduler.forget_ended() == 1
    assert [standing.job.id for standing in desk.scheduler.standings()] == [runs]
    gate.set()
    desk.ended(runs)


def test_that_two_hundred_jobs_on_four_workers_all_end(desk: Desk, stage: Stage) -> None:
    ids = [desk.submit(f"s{number}") for number in range(200)]
    assert {desk.ended(id_).state for id_ in ids} == {S.DONE}
    assert sorted(stage.begun) == sorted(f"s{number}" for number in range(200))


def test_that_a_listener_that_left_hears_nothing(desk: Desk) -> None:
    heard: list[object] = []
    leave = desk.scheduler.listen(heard.append)
    leave()
    desk.ended(desk.submit("a"))
    assert heard == []
