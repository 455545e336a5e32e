"""Hears what jobs do on their threads and tells it on the GUI thread, twenty times a second at most.

Jobs print ten thousand lines a second: each is noted, and one queued signal carries all that came in meanwhile.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.work import RunsChanged
from mlrbench_gui.services.jobs.book import JobChanged, Notice, OutputGrew
from mlrbench_gui.services.jobs.kinds import JobOrder
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.ui.kit.background import Background

EVERY_MS = 50

Ended = Callable[[Job], None]


class JobWatch(QObject):
    """`changed` after any job changed, `printed` with the ids of jobs that did, `ended` with each that came to rest.

    `runs_changed` tells that a job stored values of runs.
    """

    changed = Signal()
    printed = Signal(object)
    ended = Signal(object)
    runs_changed = Signal()
    _heard = Signal()

    def __init__(self, jobs: Scheduler, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self._background = background
        self._lock = threading.Lock()
        self._news: list[Notice] = []
        self._printed: set[str] = set()
        self._waiting: dict[str, Ended] = {}
        self._rested: set[str] = set()
        self._timer = QTimer(self, singleShot=True, interval=EVERY_MS)
        self._timer.timeout.connect(self.deliver)
        self._heard.connect(self._begin, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(jobs.listen(self._hear))

    def submit(
        self,
        make: Callable[[], JobOrder],
        ended: Ended | None = None,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Put a job into the queue, made off the GUI thread; `ended` is called when it came to rest.

        `failed` is called where there is no job to be made; without it that is shown as any failure.
        """
        self._background.submit(
            lambda _cancel, _emit: self.jobs.submit(make()),
            done=lambda job: self._submitted(job, ended),
            failed=failed,
        )

    def busy(self) -> bool:
        """Whether a job of this process runs or waits for a worker, or its end is not told yet."""
        with self._lock:
            return bool(self._news) or bool(self.jobs.active())

    def deliver(self) -> None:
        """Tell what came in since the last time."""
        with self._lock:
            news, self._news = self._news, []
            printed, self._printed = self._printed, set()
        if news:
            self.changed.emit()
        if printed:
            self.printed.emit(frozenset(printed))
        if any(isinstance(notice, RunsChanged) for notice in news):
            self.runs_changed.emit()
        for notice in news:
            if isinstance(notice, JobChanged) and notice.ended:
                self._came_to_rest(notice.job)

    def _submitted(self, job: Job, ended: Ended | None) -> None:
        if ended is not None and job.id in self._rested:
            ended(self.jobs.job(job.id))
        elif ended is not None:
            self._waiting[job.id] = ended

    def _came_to_rest(self, job: Job) -> None:
        self._rested.add(job.id)
        self.ended.emit(job)
        ended = self._waiting.pop(job.id, None)
        if ended is not None:
            ended(job)

    def _hear(self, notice: Notice) -> None:
        """Called by workers."""
        with self._lock:
            first = not self._news and not self._printed
            if isinstance(notice, OutputGrew):
                self._printed.add(notice.id)
            elif not (self._news and _says_the_same(self._news[-1], notice)):
                self._news.append(notice)
        if first:
            with suppress(RuntimeError):  # the window went away before the job did
                self._heard.emit()

    def _begin(self) -> None:
        if not self._timer.isActive():
            self._timer.start()


def _says_the_same(before: Notice, notice: Notice) -> bool:
    """A job's further change adds nothing to one that is not told yet: who hears of it asks for the job anew."""
    return (
        isinstance(before, JobChanged)
        and isinstance(notice, JobChanged)
        and not before.ended
        and not notice.ended
    )
