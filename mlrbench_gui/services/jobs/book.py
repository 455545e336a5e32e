"""The jobs of a workspace in memory, each change of them written and told.

Two locks: `turn` is held while a job changes and the change is written, so that the file has them in order; another
guards what is in memory and is never held while anything is written, so that a window can ask at any time.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from mlrbench_gui.domain import jobs as rules
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import ACTIVE, ENDED, Job, JobState
from mlrbench_gui.domain.work import CancelToken, RunsChanged
from mlrbench_gui.services.jobs.output import OutputTail
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.stores import JobStore

Change = Callable[[Job], Job]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JobChanged:
    """A job is another now; `ended` when it will not go on by itself."""

    job: Job
    ended: bool


@dataclass(frozen=True, slots=True)
class OutputGrew:
    """A job printed something."""

    id: str


Notice = JobChanged | OutputGrew | RunsChanged
Listener = Callable[[Notice], None]
"""Called on a worker's thread; must return at once."""


@dataclass(slots=True)
class Live:
    """What belongs to a job that this process answers for. `wish` is what it is to be as soon as its work lets it."""

    token: CancelToken = field(default_factory=CancelToken)
    wish: JobState | None = None


class JobBook:
    """Knows all jobs, those of other processes as they were when last read. Thread-safe."""

    def __init__(self, store: JobStore, clock: Clock) -> None:
        self.turn = threading.Condition(threading.RLock())
        self.clock = clock
        self._store = store
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._live: dict[str, Live] = {}
        self._tails: dict[str, OutputTail] = {}
        self._listeners: list[Listener] = []

    # --- asking; never waits for the file

    def all(self) -> tuple[tuple[Job, Live | None], ...]:
        """All jobs in the order made, with what belongs to those of this process."""
        with self._lock:
            return tuple((job, self._live.get(id_)) for id_, job in self._jobs.items())

    def job(self, id_: str) -> Job:
        """Raises InputError for an unknown one."""
        with self._lock:
            found = self._jobs.get(id_)
        if found is None:
            raise InputError(f"{id_}: there is no such job")
        return found

    def own(self, id_: str) -> Live:
        """What belongs to a job of this process. Raises InputError where another one answers for it."""
        with self._lock:
            live = self._live.get(id_)
        if live is None:
            raise InputError(f"{self.job(id_).title}: it belongs to another window or command; stop it there")
        return live

    def active(self, *states: JobState) -> tuple[Job, ...]:
        """Jobs of this process in these states, by default those that run or wait for a worker."""
        wanted = states or tuple(ACTIVE)
        return tuple(job for job, live in self.all() if live is not None and job.state in wanted)

    def tail(self, id_: str) -> OutputTail | None:
        """What the job prints, where it has printed since this program was started."""
        with self._lock:
            return self._tails.get(id_)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear of every change; gives what ends that."""
        with self._lock:
            self._listeners.append(listener)

        def leave() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return leave

    def tell(self, notice: Notice) -> None:
        """Let all listeners hear it."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(notice)

    # --- changing

    def enter(self, job: Job) -> None:
        """This process answers for the job from now on."""
        with self._lock:
            self._jobs[job.id] = job
            self._live[job.id] = Live()
        self.tell(JobChanged(job, ended=False))

    def add(self, job: Job) -> None:
        """A new job."""
        with self.turn:
            self._store.put(job)
            self.enter(job)

    def change(self, id_: str, change: Change) -> Job:
        """Change a job of this process, in the file too."""
        with self.turn:
            job = self.change_unwritten(id_, change)
            self._store.put(job)
        return job

    def change_unwritten(self, id_: str, change: Change) -> Job:
        """Change what need not outlive this process."""
        with self._lock:
            job = self._jobs[id_] = change(self._jobs[id_])
        self.tell(JobChanged(job, ended=False))
        return job

    def fail_unwritten(self, id_: str, reason: str) -> None:
        """Let a job that runs be over in memory, where the file could not take its end in."""
        _log.warning("%s: could not be kept: %s", self.job(id_).title, reason)

        def fallen(job: Job) -> Job:
            return rules.failed(job, self.clock(), reason) if job.state is JobState.RUNNING else job

        self.tell(JobChanged(self.change_unwritten(id_, fallen), ended=True))

    def claim(self, job: Job, was: JobState) -> None:
        """Change a job that any process may take. Raises InputError if another one did."""
        if not self._store.claim(job, was):
            raise InputError(f"{job.title}: another window has taken it; look again")
        with self._lock:
            self._jobs[job.id] = job
        self.tell(JobChanged(job, ended=job.state in ENDED))

    def wish(self, id_: str, wish: JobState | None) -> None:
        """What the job is to be as soon as its work lets it."""
        self.own(id_).wish = wish
        self.tell(JobChanged(self.job(id_), ended=False))

    def refresh(self) -> None:
        """Read what other processes wrote; jobs of those that are gone become interrupted."""
        self._store.interrupt_lost(self.clock())
        with self.turn:
            kept = {job.id: job for job in self._store.all()}
            with self._lock:
                own = {id_: job for id_, job in self._jobs.items() if id_ in self._live}
                self._jobs = {id_: own.get(id_, job) for id_, job in kept.items()}

    def forget_ended(self) -> int:
        """Take away all jobs that are over; tells how many."""
        with self.turn:
            gone = [job.id for job, _live in self.all() if job.state in ENDED]
            self._store.remove(gone)
            with self._lock:
                for id_ in gone:
                    del self._jobs[id_]
                    self._tails.pop(id_, None)
                    self._live.pop(id_, None)
        return len(gone)

    # --- output

    def output(self, id_: str) -> OutputTail:
        """What the job printed, read from the file where it did so in another process or before."""
        known = self.tail(id_)
        if known is not None:
            return known
        tail = OutputTail(self.clock)
        tail.take_back(self._store.output(id_))
        return tail

    def begin_output(self, id_: str) -> OutputTail:
        """Where a job prints to, behind what it printed before."""
        tail = self.output(id_)
        with self._lock:
            return self._tails.setdefault(id_, tail)

    def keep_output(self, id_: str, tail: OutputTail) -> None:
        """Keep the end of it in the file."""
        self._store.put_output(id_, tail.text())
