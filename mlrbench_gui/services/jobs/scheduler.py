"""The queue of jobs and its workers: who is next, and what people tell jobs to do.

Asking never waits for the file. Commands write: a window gives them off its own thread.
"""

import logging
import threading
import uuid
from collections.abc import Callable

from mlrbench_gui.domain import jobs as rules
from mlrbench_gui.domain.errors import InputError, MlrbenchError
from mlrbench_gui.domain.jobs import ACTIVE, Job, JobState
from mlrbench_gui.services.jobs.book import JobBook, JobChanged, Listener
from mlrbench_gui.services.jobs.kinds import JobOrder, Kinds
from mlrbench_gui.services.jobs.output import OutputTail
from mlrbench_gui.services.jobs.queueing import JobLimits, Standing, next_job, waits_for
from mlrbench_gui.services.jobs.working import work_on
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.stores import JobStore

_CLOSING_S = 5.0
_log = logging.getLogger(__name__)


class Scheduler:
    """All jobs of a workspace. Its workers are started when there is work for them."""

    def __init__(self, store: JobStore, kinds: Kinds, clock: Clock, limits: JobLimits | None = None) -> None:
        self.kinds = kinds
        self.limits = limits or JobLimits()
        self.clock = clock
        self._book = JobBook(store, clock)
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._held = self._closed = False

    # --- asking

    def standings(self) -> tuple[Standing, ...]:
        """All jobs in the order made."""
        known = self._book.all()
        running = [job for job, live in known if job.state is JobState.RUNNING and live is not None]
        found = []
        for job, live in known:
            waits = ""
            if job.state is JobState.QUEUED and live is not None:
                waits = "the queue, which is paused" if self._held else waits_for(job, running, self.limits)
            wish = live.wish if live is not None else None
            found.append(Standing(job, live is not None, wish, waits))
        return tuple(found)

    def job(self, id_: str) -> Job:
        """Raises InputError for an unknown one."""
        return self._book.job(id_)

    def active(self) -> tuple[Job, ...]:
        """Jobs of this process that run or wait for a worker."""
        return self._book.active()

    def tail(self, id_: str) -> OutputTail | None:
        """What the job prints, where it has printed since this program was started."""
        return self._book.tail(id_)

    @property
    def held(self) -> bool:
        """Whether no further job is begun for now."""
        return self._held

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear of every change, on a worker's thread; gives what ends that."""
        return self._book.listen(listener)

    # --- commands

    def refresh(self) -> None:
        """Read what other processes wrote; jobs of those that are gone become interrupted."""
        self._book.refresh()

    def output(self, id_: str) -> OutputTail:
        """What the job printed, from the file where it did so in another process or before."""
        return self._book.output(id_)

    def submit(self, order: JobOrder) -> Job:
        """Put a job into the queue."""
        job = Job(
            id=uuid.uuid4().hex,
            kind=order.kind,
            title=order.title,
            subjects=order.subjects,
            created_at=self.clock(),
            order=order.wishes,
            uses=order.uses,
            priority=order.priority,
        )
        with self._book.turn:
            self._refuse_if_closed()
            self._book.add(job)
            self._call_worker()
        return job

    def pause(self, id_: str) -> None:
        """A waiting job at once, a running one behind the step at work."""
        with self._book.turn:
            job = self._book.job(id_)
            self._book.own(id_)
            if job.state is not JobState.RUNNING:
                self._book.change(id_, lambda job: rules.paused(job, self.clock()))
            elif len(job.steps) - len(job.finished) - len(job.failed) <= 1:
                raise InputError(f"{job.title}: its last step is at work; let it end, or cancel it")
            else:
                self._book.wish(id_, JobState.PAUSED)

    def cancel(self, id_: str) -> None:
        """A running job stops at its next safe point, another at once."""
        with self._book.turn:
            job = self._book.job(id_)
            live = self._book.own(id_) if job.state in ACTIVE else None
            if job.state is JobState.RUNNING and live is not None:
                self._book.wish(id_, JobState.CANCELLED)
                live.token.cancel()
            else:
                self._book.claim(rules.cancelled(job, self.clock()), job.state)

    def go_on(self, id_: str) -> None:
        """Resume what was paused or interrupted, try again what failed or was cancelled; finished steps stay so."""
        with self._book.turn:
            self._refuse_if_closed()
            job = self._book.job(id_)
            if job.state is JobState.RUNNING and self._book.own(id_).wish is JobState.PAUSED:
                self._book.wish(id_, None)
                return
            again = rules.queued_again(job)
            self._book.claim(again, job.state)
            self._book.enter(again)
            self._call_worker()

    def move(self, id_: str, by: int) -> None:
        """Raise or lower the priority of a job that waits."""
        with self._book.turn:
            job = self._book.job(id_)
            if job.state in ACTIVE:
                self._book.own(id_)
            self._book.claim(rules.with_priority(job, job.priority + by), job.state)

    def hold(self, *, on: bool) -> None:
        """Begin no further job, or go on; what runs, runs on."""
        with self._book.turn:
            self._held = on
            self._book.turn.notify_all()
        for job in self.active():
            self._book.tell(JobChanged(job, ended=False))

    def forget_ended(self) -> int:
        """Take away all jobs that are over; tells how many."""
        return self._book.forget_ended()

    def close(self, wait_s: float = _CLOSING_S) -> bool:
        """Interrupt all jobs of this process and wait for that; False if a worker did not end in time.

        A second call does not wait again.
        """
        with self._book.turn:
            first, self._closed = not self._closed, True
            for job in self._book.active(JobState.QUEUED) if first else ():
                self._interrupt(job)
            for job in self._book.active(JobState.RUNNING):
                live = self._book.own(job.id)
                live.wish = live.wish or JobState.INTERRUPTED
                live.token.cancel()
            self._book.turn.notify_all()
        for thread in self._threads:
            thread.join(wait_s / len(self._threads) if first else 0.0)
        return not any(thread.is_alive() for thread in self._threads)

    def _interrupt(self, job: Job) -> None:
        """Let a waiting job be found again; where the file cannot take it in, the next start sees to it."""
        try:
            self._book.change(job.id, lambda job: rules.interrupted(job, self.clock()))
        except MlrbenchError as error:
            _log.warning("%s: could not be kept as interrupted: %s", job.title, error)

    # --- workers

    def _call_worker(self) -> None:
        """Wake a worker or start another; one that was woken may not have taken its job yet."""
        waiting = len(self._book.active(JobState.QUEUED))
        if waiting > self._idle and len(self._threads) < self.limits.threads:
            thread = threading.Thread(target=self._serve, name=f"job-{len(self._threads) + 1}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._book.turn.notify_all()

    def _serve(self) -> None:
        while (job := self._taken()) is not None:
            work_on(job, self._book, self.kinds)

    def _taken(self) -> Job | None:
        """The next job, begun; None when all is closed."""
        with self._book.turn:
            while not self._closed:
                job = None if self._held else self._next()
                if job is None:
                    self._idle += 1
                    self._book.turn.wait()
                    self._idle -= 1
                elif (begun := self._begun(job)) is not None:
                    return begun
        return None

    def _begun(self, job: Job) -> Job | None:
        """The job with a worker to it; None where the file does not take that in: it has failed then."""
        try:
            return self._book.change(job.id, lambda job: rules.started(job, self.clock()))
        except MlrbenchError as error:
            self._book.fail_unwritten(job.id, str(error))
            return None

    def _next(self) -> Job | None:
        return next_job(self._book.active(JobState.QUEUED), self._book.active(JobState.RUNNING), self.limits)

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise InputError("the workspace is being closed; no job is begun any more")
