"""A store in memory, work that a test lets go on step by step, and a scheduler over both."""

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.work import Event
from mlrbench_gui.services.jobs.book import JobChanged, Notice
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, JobOrder, registry
from mlrbench_gui.services.jobs.queueing import JobLimits
from mlrbench_gui.services.jobs.scheduler import Scheduler
from tests.memory_stores import MemoryJobs

PATIENCE = 20.0


@dataclass
class Stage:
    """What all work of a test goes through: which steps began, which wait, what each says or fails with."""

    begun: list[str] = field(default_factory=list)
    closed: int = 0
    failing: dict[str, Exception] = field(default_factory=dict)
    saying: dict[str, tuple[Event, ...]] = field(default_factory=dict)
    independent: bool = False
    gates: dict[str, threading.Event] = field(default_factory=dict)
    arrived: dict[str, threading.Event] = field(default_factory=dict)

    def gate(self, step: str) -> threading.Event:
        """The step waits until this is set, or the job is cancelled."""
        self.arrived[step] = threading.Event()
        return self.gates.setdefault(step, threading.Event())

    def at(self, step: str) -> None:
        """Wait until the step has begun."""
        assert self.arrived[step].wait(PATIENCE)


@dataclass
class Work:
    stage: Stage
    job: Job

    @property
    def independent(self) -> bool:
        return self.stage.independent

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        self.stage.begun.append(step)
        for event in self.stage.saying.get(step, ()):
            hands.emit(event)
        if step in self.stage.gates:
            self.stage.arrived[step].set()
            while not self.stage.gates[step].wait(0.01):
                hands.cancel.check()
        if step in self.stage.failing:
            raise self.stage.failing[step]

    def outcome(self) -> str:
        return f"{len(self.job.subjects)} done"

    def close(self) -> None:
        self.stage.closed += 1


class Desk:
    """A scheduler with its store and stage."""

    def __init__(
        self, store: MemoryJobs, stage: Stage, limits: JobLimits, clock: Callable[[], datetime]
    ) -> None:
        self.store, self.stage = store, stage
        self.notices: list[Notice] = []
        self._news = threading.Condition()
        kinds = registry([JobKind("work", "work", lambda job: Work(stage, job))])
        self.scheduler = Scheduler(store, kinds, clock, limits)
        self.scheduler.listen(self._hear)

    def submit(self, *steps: str, uses: tuple[str, ...] = (), priority: int = 0, kind: str = "work") -> str:
        order = JobOrder(kind, "Work", steps, uses=uses, priority=priority)
        return self.scheduler.submit(order).id

    def ended(self, id_: str, times: int = 1) -> Job:
        """The job when it has come to rest so many times."""
        with self._news:
            assert self._news.wait_for(lambda: self._ends(id_) >= times, PATIENCE), self.scheduler.job(id_)
        return self.scheduler.job(id_)

    def _ends(self, id_: str) -> int:
        return sum(isinstance(n, JobChanged) and n.ended and n.job.id == id_ for n in self.notices)

    def _hear(self, notice: Notice) -> None:
        with self._news:
            self.notices.append(notice)
            self._news.notify_all()


@pytest.fixture
def clock() -> Callable[[], datetime]:
    ticks = itertools.count()
    return lambda: datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def store() -> MemoryJobs:
    return MemoryJobs()


@pytest.fixture
def desk_of(
    store: MemoryJobs, stage: Stage, clock: Callable[[], datetime]
) -> Iterator[Callable[[JobLimits], Desk]]:
    made: list[Desk] = []

    def make(limits: JobLimits) -> Desk:
        made.append(Desk(store, stage, limits, clock))
        return made[-1]

    yield make
    for desk in made:
        for gate in stage.gates.values():
            gate.set()
        assert desk.scheduler.close(PATIENCE)


@pytest.fixture
def desk(desk_of: Callable[[JobLimits], Desk]) -> Desk:
    return desk_of(JobLimits())
