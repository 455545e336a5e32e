"""A worker's answer tells how a step ended and what it used; nothing that goes wrong escapes it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.errors import (
    BudgetReached,
    InputError,
    MissingPart,
    ModelUnavailable,
    ReplyRefused,
    ReplyUnusable,
    WorkspaceError,
)
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.work import Spent
from mlrbench_gui.services.errand_work import do_errand
from mlrbench_gui.services.errands import Errand, ErrandDone, ErrandEnd, Used
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, registry


class Work:
    """Does what it is told, and notes that it was closed."""

    independent = True

    def __init__(self, job: Job, act: Callable[[Hands], None]) -> None:
        self.job, self.act, self.closed = job, act, False

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        assert step == "wsl"
        self.act(hands)

    def outcome(self) -> str:
        return ""

    def close(self) -> None:
        self.closed = True


def done(act: Callable[[Hands], None]) -> tuple[ErrandDone, Work]:
    made: list[Work] = []

    def open_(job: Job) -> Work:
        made.append(Work(job, act))
        return made[0]

    kinds = registry([JobKind("run", "run", open_)])
    errand = Errand("run", '{"a": 1}', "wsl", Used(30, 1.5, 60.0))
    return do_errand(kinds, errand, lambda: datetime(2026, 1, 1, tzinfo=UTC)), made[0]


def test_that_a_step_knows_its_wishes_and_what_others_used_and_tells_what_it_used() -> None:
    def act(hands: Hands) -> None:
        hands.emit(Spent(10, 0.25))
        hands.emit(Spent(5, 0.5))

    ended, work = done(act)
    assert ended == ErrandDone("wsl", ErrandEnd.DONE, tokens=15, cost=0.75)
    assert (work.job.order, work.job.tokens, work.job.cost, work.job.worked_s) == ('{"a": 1}', 30, 1.5, 60.0)
    assert work.closed


def test_that_an_unknown_price_stays_unknown() -> None:
    ended, _ = done(lambda hands: hands.emit(Spent(10, None)))
    assert (ended.tokens, ended.cost) == (10, None)


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (BudgetReached("x"), ErrandEnd.BOUND),
        (ReplyUnusable("x"), ErrandEnd.DONE),
        (ReplyRefused("x"), ErrandEnd.DONE),
        (WorkspaceError("x"), ErrandEnd.LOST),
        (MissingPart("x"), ErrandEnd.MISSING),
        (ModelUnavailable("x"), ErrandEnd.MISSING),
        (InputError("x"), ErrandEnd.FAILED),
    ],
)
def test_that_each_bad_end_is_told_with_what_was_used_by_then(error: Exception, end: ErrandEnd) -> None:
    def act(hands: Hands) -> None:
        hands.emit(Spent(10, 0.25))
        raise error

    ended, work = done(act)
    assert ended == ErrandDone("wsl", end, "x", 10, 0.25)
    assert work.closed
