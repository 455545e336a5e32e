"""Steps of jobs of any kind by a crew's workers, within bounds that hold for all of them together.

A worker is lent a part of what is left and never uses more, so that the workers need not know of each other; what it
did not use comes back. A step that its part was too small for is given out again, alone and with all that is left.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from mlrbench_gui.domain.errors import BudgetReached, MissingPart, MlrbenchError
from mlrbench_gui.domain.work import Emit, Progress
from mlrbench_gui.services.models.budget import Bounds
from mlrbench_gui.services.ports.calls import Clock

TRIES = 3
"""So often a step whose worker was lost is given out."""


@dataclass(frozen=True, slots=True)
class Used:
    """What is used: tokens, money, seconds."""

    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Errand:
    """A step of a job as a worker is told of it: names and wishes, no address and no secret.

    `used` is what it cannot use of the bounds in its wishes: others used it, or are lent it.
    """

    kind: str
    wishes: str
    step: str
    used: Used = Used()


class ErrandEnd(StrEnum):
    """How an errand ended. `bound`: what it was lent was too little; `missing`: a part that it needs is not there.

    `lost`: the worker, or its store, went away on the way.
    """

    DONE = "done"
    FAILED = "failed"
    BOUND = "bound"
    MISSING = "missing"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ErrandDone:
    """What came of an errand. `cost` is None where a price is unknown."""

    step: str
    end: ErrandEnd
    told: str = ""
    tokens: int = 0
    cost: float | None = 0.0


class ErrandCrew(Protocol):
    """Workers that do errands on a shared workspace and keep there what they make."""

    @property
    def hands(self) -> int:
        """How many errands are done at a time."""
        ...

    def do(self, more: Callable[[ErrandDone | None], Sequence[Errand]]) -> None:
        """Ask for errands (with None), then for more after each that ended, until none is out."""
        ...


@dataclass(frozen=True, slots=True)
class TogetherReport:
    """What came of all steps. `failures` say by step why it could not be done; `left` were not, as `stopped` tells."""

    done: tuple[str, ...]
    failures: dict[str, str]
    left: tuple[str, ...]
    stopped: MlrbenchError | None


def do_together(
    crew: ErrandCrew, work: Errand, steps: Sequence[str], bounds: Bounds, clock: Clock, emit: Emit
) -> TogetherReport:
    """Let the crew do these steps of a job. `work` has its kind and wishes, and what was used of the bounds before."""
    giver = _Giver(crew.hands, work, steps, bounds, clock, emit)
    crew.do(giver.more)
    left = tuple(step for step in steps if step not in giver.done and step not in giver.failures)
    return TogetherReport(tuple(giver.done), giver.failures, left, giver.stopped)


class _Giver:
    """Knows what waits, what is out with which part of the bounds, and what is used."""

    def __init__(
        self, hands: int, work: Errand, steps: Sequence[str], bounds: Bounds, clock: Clock, emit: Emit
    ) -> None:
        self._hands, self._work, self._bounds, self._clock, self._emit = hands, work, bounds, clock, emit
        self._is_bounded = bounds != Bounds()
        self._begun = clock()
        self._used = work.used
        self._waiting, self._total = deque(steps), len(steps)
        self._out = dict[str, Used]()
        self._small = deque[str]()
        self._alone: str | None = None
        self._lost = Counter[str]()
        self._gone = list[str]()
        self.done, self.failures = list[str](), dict[str, str]()
        self._stopped: MlrbenchError | None = None

    def more(self, ended: ErrandDone | None) -> Sequence[Errand]:
        """Count what ended; give out what can be done now."""
        if ended is not None:
            self._take(ended)
        if self._stopped is not None:
            return ()
        free = self._hands - len(self._out) if self._is_bounded else len(self._waiting)
        given = [
            self._lent(self._waiting.popleft(), free - number)
            for number in range(min(free, len(self._waiting)))
        ]
        if not self._out and self._small:
            self._alone = self._small.popleft()
            given.append(self._lent(self._alone, 1))
        return given

    @property
    def stopped(self) -> MlrbenchError | None:
        """Why not all is done."""
        if self._stopped is None and self._gone:
            return MissingPart(
                f"{self._gone[0]}: its worker was lost {TRIES} times; look after the workers and give the command "
                "again, what is done stays"
            )
        return self._stopped

    def _lent(self, step: str, among: int) -> Errand:
        """The step with its part of what is left: one of so many."""
        bounds, held = self._bounds, self._out.values()
        tokens, cost = bounds.tokens or 0, bounds.cost or 0.0
        part = Used(
            max(0, tokens - self._used.tokens - sum(one.tokens for one in held)) // among,
            max(0.0, cost - self._used.cost - sum(one.cost for one in held)) / among,
        )
        self._out[step] = part
        if not self._is_bounded:
            return replace(self._work, step=step, used=Used())
        gone = (self._clock() - self._begun).total_seconds()
        others = Used(tokens - part.tokens, cost - part.cost, max(0.0, self._used.seconds + gone))
        return replace(self._work, step=step, used=others)

    def _take(self, ended: ErrandDone) -> None:
        step, part = ended.step, self._out.pop(ended.step)
        if ended.end is ErrandEnd.LOST:  # nobody knows what it used: all that it could
            self._spend(part.tokens, part.cost)
            self._lose(step)
            return
        self._spend(ended.tokens, part.cost if ended.cost is None else ended.cost)
        match ended.end:
            case ErrandEnd.BOUND if step != self._alone:
                self._small.append(step)
            case ErrandEnd.BOUND:
                self._stopped = BudgetReached(self._told_bounds())
            case ErrandEnd.MISSING:
                self._stopped = self._stopped or MissingPart(ended.told)
            case ErrandEnd.FAILED:
                self.failures[step] = ended.told
                self._tell(f"{step} cannot be done")
            case _:
                self.done.append(step)
                self._tell(" ".join(filter(None, (step, ended.told))))

    def _spend(self, tokens: int, cost: float) -> None:
        self._used = replace(self._used, tokens=self._used.tokens + tokens, cost=self._used.cost + cost)

    def _lose(self, step: str) -> None:
        self._lost[step] += 1
        (self._gone if self._lost[step] == TRIES else self._waiting).append(step)

    def _tell(self, words: str) -> None:
        self._emit(Progress(len(self.done) + len(self.failures), self._total, words))

    def _told_bounds(self) -> str:
        bounds = self._bounds
        told = [
            "" if bounds.tokens is None else f"{bounds.tokens:,} tokens ({self._used.tokens:,} are used)",
            "" if bounds.cost is None else f"a cost of {bounds.cost:g} ({self._used.cost:.4f} is spent)",
            "" if bounds.seconds is None else f"{bounds.seconds:g} s",
        ]
        return f"the next question could pass {' or '.join(filter(None, told))}"
