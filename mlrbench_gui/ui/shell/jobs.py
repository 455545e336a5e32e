"""Short work under way (imports, reports): what each does, how far it is, and a way to stop it. See also Jobs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from mlrbench_gui.domain.work import Event, Finished, Progress, Step
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.popover import Popover

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlrbench_gui.domain.jobs import Job as QueuedJob


class JobBoard(QObject):
    """Keeps the last word of each named job and shows them in a popover."""

    changed = Signal()

    def __init__(self, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._background = background
        self._last: dict[int, Event] = {}
        self._rows: dict[int, _JobRow] = {}
        self._popover = Popover(window)
        self._popover.closed.connect(self._rows.clear)
        background.jobs_changed.connect(self._refresh)

    def heard(self, job: Job[object], event: Event) -> None:
        """Keep what a job said, for the list."""
        if isinstance(event, Finished):
            self._last.pop(job.number, None)
        else:
            self._last[job.number] = event
            if job.number in self._rows:
                self._rows[job.number].show_event(event)
        self.changed.emit()

    def named(self) -> list[Job[object]]:
        """Jobs that people wait for."""
        return [job for job in self._background.jobs() if job.name]

    def summary(self, queued: "Sequence[QueuedJob]" = ()) -> str:
        """For the status bar: the only job with its step, or how many are under way, those of the queue among them."""
        jobs = self.named()
        many = len(jobs) + len(queued)
        if many > 1:
            return f"{many} jobs under way"
        if jobs:
            return f"{jobs[0].name}{_short(self._last.get(jobs[0].number))}"
        if not queued:
            return ""
        done, steps = len(queued[0].finished), len(queued[0].steps)
        return queued[0].title + (f", {done} of {steps}" if steps > 1 else "")

    def open_at(self, anchor: QRect) -> None:
        """Show the list above the status bar."""
        self._fill()
        self._popover.open_at(anchor, width=360)

    def _refresh(self) -> None:
        if self._popover.isVisible():
            if self.named():
                self._fill()
            else:
                self._popover.close_popover()
        self.changed.emit()

    def _fill(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self._rows = {}
        for job in self.named():
            row = _JobRow(job)
            if job.number in self._last:
                row.show_event(self._last[job.number])
            self._rows[job.number] = row
            column.addWidget(row)
        self._popover.set_content(content)


class _JobRow(QWidget):
    def __init__(self, job: Job[object]) -> None:
        super().__init__()
        self._step = ElidedLabel("waiting")
        self._step.setProperty("role", "text-2")
        self._step.setProperty("textSize", "xs")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.hide()
        stop = Button("Cancel", kind="flat")
        stop.setAccessibleName(f"cancel {job.name}")
        stop.clicked.connect(job.cancel)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(label(job.name, size="sm", weight="medium"))
        words.addWidget(self._step)
        words.addWidget(self._bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(words, 1)
        row.addWidget(stop)

    def show_event(self, event: Event) -> None:
        """Say the step and how far it is."""
        match event:
            case Step(text):
                self._step.setText(text)
            case Progress(done, total, text):
                self._step.setText(f"{done} of {total}  {text}" if total else f"{done}  {text}")
                self._bar.setVisible(bool(total))
                self._bar.setRange(0, total or 0)
                self._bar.setValue(done)
            case _:
                pass


def _short(event: Event | None) -> str:
    match event:
        case Progress(done, total, _):
            return f", {done} of {total}" if total else f", {done}"
        case _:
            return ""
