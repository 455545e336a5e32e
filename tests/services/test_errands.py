"""Errands of a crew: a bound holds for all workers together, what is lost comes back, what is missing ends it."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.errors import BudgetReached, MissingPart
from mlrbench_gui.domain.work import Progress, ignore
from mlrbench_gui.services.errands import (
    TRIES,
    Errand,
    ErrandDone,
    ErrandEnd,
    TogetherReport,
    Used,
    do_together,
)
from mlrbench_gui.services.models.budget import Bounds

WORK = Errand("count", "{}", "")
STEPS = tuple("abcdefgh")
A_STEP = 10


def clock() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


class Crew:
    """Workers that use so many tokens a step, never more than they are lent; what is kept is not asked for again."""

    def __init__(self, hands: int, needs: int = A_STEP, bound: int | None = None) -> None:
        self.hands, self.needs, self.bound = hands, needs, bound
        self.kept = dict.fromkeys(STEPS, 0)
        self.used, self.most_out = 0, 0
        self.given: list[Errand] = []
        self.odd: dict[str, Callable[[Errand], ErrandDone | None]] = {}

    def do(self, more: Callable[[ErrandDone | None], Sequence[Errand]]) -> None:
        out = deque(more(None))
        while out:
            self.most_out = max(self.most_out, len(out))
            errand = out.popleft()
            self.given.append(errand)
            odd = self.odd[errand.step](errand) if errand.step in self.odd else None
            out.extend(more(odd or self._done(errand)))

    def _done(self, errand: Errand) -> ErrandDone:
        lent = self.needs if self.bound is None else self.bound - errand.used.tokens
        wanted = self.needs - self.kept[errand.step]
        tokens = min(wanted, lent)
        self.kept[errand.step] += tokens
        self.used += tokens
        end = ErrandEnd.DONE if tokens == wanted else ErrandEnd.BOUND
        return ErrandDone(errand.step, end, tokens=tokens)


def together(crew: Crew, bounds: Bounds = Bounds(), work: Errand = WORK) -> TogetherReport:  # noqa: B008
    return do_together(crew, work, STEPS, bounds, clock, ignore)


def test_that_without_a_bound_all_is_out_at_once_and_told_as_it_ends() -> None:
    crew, told = Crew(2), list[object]()
    report = do_together(crew, WORK, STEPS, Bounds(), clock, told.append)
    assert (report.done, report.left, report.stopped) == (STEPS, (), None)
    assert crew.most_out == len(STEPS)
    assert {errand.used for errand in crew.given} == {Used()}
    assert told[-1] == Progress(8, 8, "h")


@pytest.mark.parametrize("bound", [80, 81, 95, 1000])
def test_that_a_bound_that_suffices_lets_all_be_done_however_it_is_shared(bound: int) -> None:
    crew = Crew(3, bound=bound)
    report = together(crew, Bounds(tokens=bound))
    assert (set(report.done), report.stopped, crew.used) == (set(STEPS), None, 80)
    assert crew.most_out <= 3


@pytest.mark.parametrize("bound", [0, 5, 9, 35, 79])
def test_that_a_bound_is_never_passed_and_what_is_left_is_told(bound: int) -> None:
    crew = Crew(3, bound=bound)
    report = together(crew, Bounds(tokens=bound))
    assert crew.used <= bound
    assert isinstance(report.stopped, BudgetReached)
    assert f"could pass {bound:,} tokens" in str(report.stopped)
    assert set(report.done) | set(report.left) == set(STEPS)
    assert report.left


def test_that_what_was_used_before_counts() -> None:
    crew = Crew(2, bound=80)
    report = together(crew, Bounds(tokens=80), Errand("count", "{}", "", Used(tokens=50)))
    assert crew.used <= 30
    assert isinstance(report.stopped, BudgetReached)


def test_that_a_lost_worker_counts_with_all_that_it_was_lent_and_its_step_is_given_out_again() -> None:
    crew, losses = Crew(2, bound=200), iter([True, False])
    crew.odd["a"] = lambda errand: ErrandDone(errand.step, ErrandEnd.LOST) if next(losses, False) else None
    report = together(crew, Bounds(tokens=200))
    first = crew.given[0]
    assert (first.step, first.used.tokens) == ("a", 100)
    again = next(errand for errand in crew.given[1:] if errand.step == "a")
    assert again.used.tokens >= 100
    assert set(report.done) == set(STEPS)


def test_that_a_step_that_loses_each_worker_is_told_after_the_others_are_done() -> None:
    crew = Crew(2)
    crew.odd["b"] = lambda errand: ErrandDone(errand.step, ErrandEnd.LOST)
    report = together(crew)
    assert [errand.step for errand in crew.given].count("b") == TRIES
    assert (set(report.done), report.left) == (set(STEPS) - {"b"}, ("b",))
    assert isinstance(report.stopped, MissingPart)
    assert str(report.stopped).startswith("b: its worker was lost 3 times")


def test_that_a_failing_step_ends_alone_and_a_missing_part_ends_what_waits() -> None:
    crew = Crew(1, bound=1000)
    crew.odd["b"] = lambda errand: ErrandDone(errand.step, ErrandEnd.FAILED, "b: has no text")
    crew.odd["d"] = lambda errand: ErrandDone(errand.step, ErrandEnd.MISSING, "the key was refused")
    report = together(crew, Bounds(tokens=1000))
    assert (report.done, report.failures) == (("a", "c"), {"b": "b: has no text"})
    assert (str(report.stopped), report.left) == ("the key was refused", tuple("defgh"))


def test_that_an_unknown_cost_counts_with_all_that_was_lent() -> None:
    crew = Crew(1)
    crew.odd = dict.fromkeys(STEPS, lambda errand: ErrandDone(errand.step, ErrandEnd.DONE, cost=None))
    together(crew, Bounds(cost=2.0))
    assert [errand.used.cost for errand in crew.given] == [0.0] + [2.0] * 7
