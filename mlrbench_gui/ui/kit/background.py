"""Work off the GUI thread. Results and events come back through one long-lived relay object, queued.

A runnable that owned its signals object lost one result in six; one relay lost none of 5,000.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Generic, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QThreadPool, Signal

from mlrbench_gui.domain.errors import Cancelled, MlrbenchError
from mlrbench_gui.domain.work import CancelToken, Emit, Event, Finished
from mlrbench_gui.ui.kit.collecting import GuiCollector

T = TypeVar("T")
Work = Callable[[CancelToken, Emit], T]
_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Job(Generic[T]):
    """A piece of work under way. `name` is set for work that people wait for; it is shown in the status bar."""

    number: int
    name: str
    done: Callable[[T], None]
    failed: Callable[[str], None] | None
    event: Callable[[Event], None] | None
    token: CancelToken = field(default_factory=CancelToken)
    running: bool = True

    def cancel(self) -> None:
        """Ask the work to stop; its result will not be delivered."""
        self.token.cancel()


@dataclass(frozen=True, slots=True)
class _Result(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _Failure:
    text: str
    cancelled: bool


class _Relay(QObject):
    """Carries what workers say to the GUI thread."""

    said = Signal(object, object)


class Background(QObject):
    """Runs callables on a thread pool and hands their events, result or failure to callbacks on the GUI thread."""

    failure = Signal(str)
    jobs_changed = Signal()
    settled = Signal()

    def __init__(self, parent: QObject | None = None, *, threads: int = 4) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._numbers = count(1)
        self._jobs: dict[int, Job[object]] = {}
        self._collector = GuiCollector(self)
        self._relay = _Relay(self)
        self._relay.said.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(
        self,
        fn: Work[T],
        *,
        done: Callable[[T], None],
        failed: Callable[[str], None] | None = None,
        event: Callable[[Event], None] | None = None,
        name: str = "",
    ) -> Job[T]:
        """Start `fn` off the GUI thread. `event` also gets a last `Finished`; a failure without `failed` is emitted."""
        job = Job(next(self._numbers), name, done, failed, event)
        self._jobs[job.number] = job  # type: ignore[assignment]  # the table forgets the type of the result
        self._pool.start(lambda: self._run(job, fn))
        self.jobs_changed.emit()
        return job

    def jobs(self) -> tuple[Job[object], ...]:
        """Work under way, oldest first."""
        return tuple(self._jobs.values())

    def busy(self) -> bool:
        """Whether any work is under way."""
        return bool(self._jobs)

    def close(self, wait_ms: int = 5000) -> bool:
        """Cancel all work and wait for it to end; False if some of it did not in that time."""
        for job in self._jobs.values():
            job.cancel()
        self._pool.clear()
        ended = self._pool.waitForDone(wait_ms)
        if ended:
            self._collector.release()
        return ended

    def _run(self, job: Job[T], fn: Work[T]) -> None:
        def emit(event: Event) -> None:
            self._say(job, event)

        try:
            job.token.check()
            self._say(job, _Result(fn(job.token, emit)))
        except Cancelled as error:
            self._say(job, _Failure(str(error), cancelled=True))
        except MlrbenchError as error:
            self._say(job, _Failure(str(error), cancelled=False))
        except Exception as error:  # noqa: BLE001 -- the job runner is where unforeseen faults become visible
            _log.exception("background work failed")
            text = f"{type(error).__name__}: {error}".splitlines()[0]
            self._say(job, _Failure(f"{text}; the log has the details", cancelled=False))

    def _say(self, job: Job[T], word: object) -> None:
        try:
            self._relay.said.emit(job, word)
        except RuntimeError:
            _log.debug("the window went away before the work did")

    def _deliver(self, job: Job[object], word: object) -> None:
        if isinstance(word, _Result | _Failure):
            self._finish(job, word)
        elif job.event is not None and not job.token.cancelled and _alive(job.event):
            job.event(word)  # type: ignore[arg-type]  # workers say events, results and failures only

    def _finish(self, job: Job[object], word: _Result[object] | _Failure) -> None:
        job.running = False
        self._jobs.pop(job.number, None)
        try:
            if isinstance(word, _Failure):
                self._tell_failure(job, word)
            elif not job.token.cancelled and _alive(job.done):
                job.done(word.value)
            if job.event is not None and _alive(job.event):
                job.event(_finished(job, word))
        finally:
            self.jobs_changed.emit()
            if not self._jobs:
                self.settled.emit()

    def _tell_failure(self, job: Job[object], failure: _Failure) -> None:
        if failure.cancelled or job.token.cancelled:
            return
        if job.failed is None:
            self.failure.emit(failure.text)
        elif _alive(job.failed):
            job.failed(failure.text)


def _finished(job: Job[object], word: _Result[object] | _Failure) -> Finished:
    if job.token.cancelled or (isinstance(word, _Failure) and word.cancelled):
        return Finished(cancelled=True)
    return Finished(error=word.text if isinstance(word, _Failure) else None)


def _alive(callback: Callable[..., None]) -> bool:
    """Whether the widget whose method this is, be it with some arguments bound, still exists."""
    while isinstance(callback, partial):
        callback = callback.func
    owner = getattr(callback, "__self__", None)
    return not isinstance(owner, QObject) or shiboken6.isValid(owner)
