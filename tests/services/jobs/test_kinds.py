"""Audits and re-runs as jobs: what each step does, how the end is told, and that a window is not needed."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import JobState
from mlrbench_gui.domain.rerunning import RerunOutcome, RerunReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Event, Progress, RunsChanged
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs import audits
from mlrbench_gui.services.jobs.audits import audit_kind, audit_order
from mlrbench_gui.services.jobs.kinds import JobKind, registry
from mlrbench_gui.services.jobs.reruns import rerun_kind, rerun_order
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.services.jobs.waiting import wait_for
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.rerunning import rerun as rerunning
from mlrbench_gui.services.rerunning.rerun import RerunOrder

RUNS = (RunName("end2end_x/a"), RunName("end2end_x/b"), RunName("end2end_x/c"))
Store = Any


def scheduler_of(store: Store, kind: JobKind) -> Scheduler:
    return Scheduler(store, registry((kind,)), lambda: datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[RunName]:
    """Runs that were audited; the second one cannot be."""
    asked: list[RunName] = []

    def audit(_ctx: Context, run: RunName, *, force: bool, cancel: CancelToken, emit: Emit) -> None:
        cancel.check()
        asked.append(run)
        if run == RUNS[1]:
            raise InputError(f"{run}: the paper is no text")
        assert force
        emit(RunsChanged((run,)))

    monkeypatch.setattr(audits, "audit_stored", audit)
    return asked


def test_that_a_run_that_cannot_be_audited_does_not_keep_the_others_from_it(
    store: Store, audited: list[RunName]
) -> None:
    scheduler = scheduler_of(store, audit_kind(cast("Context", None)))
    told: list[Event] = []
    id_ = scheduler.submit(audit_order(RUNS)).id
    (job,) = wait_for(scheduler, (id_,), told.append)
    assert (job.state, job.title) == (JobState.FAILED, "Audit 3 runs")
    assert job.reason == "1 of 3 failed, the first: end2end_x/b: the paper is no text"
    assert audited == list(RUNS)
    assert scheduler.close()
    assert all(isinstance(event, Progress) for event in told)


def test_that_waiting_for_what_is_over_gives_it_at_once(store: Store, audited: list[RunName]) -> None:
    scheduler = scheduler_of(store, audit_kind(cast("Context", None)))
    id_ = scheduler.submit(audit_order(RUNS[:1])).id
    (first,) = wait_for(scheduler, (id_,), lambda _event: None)
    assert wait_for(scheduler, (id_,), lambda _event: None) == (first,)
    assert (first.outcome, first.title) == ("1 run audited", "Audit end2end_x/a")
    assert scheduler.close()


class Box:
    """A sandbox of which only the end is asked."""

    closed = False

    def close(self) -> None:
        self.closed = True


class Files:
    def files(self, name: RunName) -> RunName:
        return name


def a_context() -> Context:
    workspace = type("Workspace", (), {"runs": Files()})()
    return cast("Context", type("Ctx", (), {"workspace": workspace})())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[RerunOrder]:
    """Orders of re-runs; each cannot run."""
    orders: list[RerunOrder] = []

    def rerun(name: RunName, _files: object, _box: object, order: RerunOrder, **_: object) -> RerunReport:
        orders.append(order)
        return RerunReport(
            run=name,
            outcome=RerunOutcome.CANNOT_RUN,
            reason="cannot run (data): no data",
            image=order.image,
            times=0,
            tolerance=0.0,
        )

    monkeypatch.setattr(rerunning, "rerun", rerun)
    return orders


def test_that_a_run_that_cannot_be_run_again_is_a_result(
    store: Store, asked: list[RerunOrder], make_box: Callable[[], Box]
) -> None:
    box = make_box()
    scheduler = scheduler_of(store, rerun_kind(a_context(), lambda: cast("Any", box)))
    order = RerunOrder("python:3.12", times=2, limits=Limits(seconds=30.0))
    ids = [scheduler.submit(rerun_order(runs, order)).id for runs in (RUNS[:1], RUNS)]
    one, many = wait_for(scheduler, ids, lambda _event: None)
    assert (one.state, one.outcome) == (JobState.DONE, "cannot run (data): no data")
    assert many.outcome == "3 cannot run"
    assert asked == [order] * 4
    assert box.closed
    assert json.loads(one.order) == {"image": "python:3.12", "times": 2, "seconds": 30.0}
    assert scheduler.close()
    tail = scheduler.tail(one.id)
    assert tail is not None
    assert [line.text for line in tail.lines(0, 9)] == ["end2end_x/a", "cannot run (data): no data"]


@pytest.fixture
def make_box() -> Callable[[], Box]:
    return Box
