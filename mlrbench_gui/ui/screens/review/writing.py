"""What the reviewer does to one form: shown at once, written in the background one after another."""

from collections import deque
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.forms import OwnReview, Submission
from mlrbench_gui.domain.people import Act, PersonRecord, record_of
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import put, submit
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.review.reading import OpenRun, own_of

_TICK = timedelta(microseconds=1)


class FormWriter(QObject):
    """`changed`: the form is another; `saved` carries the moment of the last write, `submitted` a `Submission`."""

    changed = Signal()
    saved = Signal(object)
    submitted = Signal(object)
    failed = Signal(str)
    idle = Signal()

    def __init__(
        self, ctx: Context, background: Background, opened: OpenRun, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ctx, self._background = ctx, background
        self.opened = opened
        self.kept_at: datetime | None = None
        self._records = opened.records
        self._waiting: deque[tuple[Act, ...]] = deque()
        self._running: tuple[Act, ...] | None = None
        self._submits = self._submitting = False
        self.own: OwnReview = opened.desk.own

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._running is not None or bool(self._waiting) or self._submitting

    def take(self, opened: OpenRun) -> None:
        """The run as read anew; what is under way stays shown."""
        if len(opened.records) >= len(self._records):
            self.opened, self._records = opened, opened.records
            self._fold()

    def put(self, *acts: Act) -> None:
        """Keep what the reviewer did."""
        self._waiting.append(acts)
        self._fold()
        self._next()

    def submit(self) -> None:
        """Freeze a version as soon as all is written."""
        self._submits = True
        self._next()

    def _next(self) -> None:
        if self._running is not None or self._submitting:
            return
        ctx, run = self._ctx, self.opened.run.name
        if self._waiting:
            acts = self._running = self._waiting.popleft()
            self._background.submit(
                lambda _cancel, _emit: put(ctx, run, acts), done=self._written, failed=self._refused
            )
        elif self._submits:
            self._submits, self._submitting, desk = False, True, self.opened.desk
            self._background.submit(
                lambda _cancel, _emit: submit(ctx, desk), done=self._frozen, failed=self._not_frozen
            )
        else:
            self.idle.emit()

    def _written(self, made: tuple[PersonRecord, ...]) -> None:
        self._running = None
        self._records = (*self._records, *made)
        self.kept_at = made[-1].at if made else self.kept_at
        self._fold()
        self.saved.emit(self._ctx.clock())
        self._next()

    def _refused(self, line: str) -> None:
        """Nothing of it was kept: show again what is."""
        self._running = None
        self._fold()
        self.failed.emit(line)
        self._next()

    def _frozen(self, made: Submission) -> None:
        self._submitting = False
        self.submitted.emit(made)
        self._next()

    def _not_frozen(self, line: str) -> None:
        self._submitting = False
        self.failed.emit(line)
        self._next()

    def _fold(self) -> None:
        run, author = self.opened.run.name, self._ctx.author()
        last = max((record.at for record in self._records), default=self._ctx.clock())
        waiting = [act for acts in (self._running or (), *self._waiting) for act in acts]
        extra = [record_of(run, author, last + number * _TICK, act) for number, act in enumerate(waiting, 1)]
        self.own = own_of(self._records, extra, author)
        self.changed.emit()
