"""Asks before a window is closed over jobs that are under way: they stop, and can be resumed later."""

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.jobwatch import JobWatch
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.shell.overlay import Overlay

_NAMED = 4


class Leaving(QObject):
    """Lets a window go at once, when its jobs are done, or when a person says so."""

    def __init__(self, window: QMainWindow, watch: JobWatch) -> None:
        super().__init__(window)
        self._window = window
        self._watch = watch
        self._let_go = self._later = False
        watch.ended.connect(self._look)

    def allowed(self) -> bool:
        """Whether the window may be closed now; where jobs stand against it the person is asked."""
        jobs = () if self._let_go else self._watch.jobs.active()
        if jobs:
            self.sheet.ask(jobs)
        return not jobs

    @cached_property
    def sheet(self) -> "ClosingSheet":
        """What is asked, made when it is first needed."""
        made = ClosingSheet(self._window)
        made.close_wanted.connect(self._go)
        made.later_wanted.connect(self._go_later)
        return made

    def _go(self) -> None:
        self._let_go = True
        self._window.close()

    def _go_later(self) -> None:
        self._later = True
        self._look()

    def _look(self) -> None:
        if self._later and not self._watch.jobs.active():
            self._window.close()


class ClosingSheet(Overlay):
    """`close_wanted` lets the window go; Esc and the first button keep it."""

    close_wanted = Signal()
    later_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Jobs are running", width=520, height=268, top=0.35)
        self._title = label("", size="lg", weight="semibold")
        self._names = [ElidedLabel() for _ in range(_NAMED + 1)]
        self.stay = Button("Keep the window open", kind="primary")
        self.later = Button("Close when they are done")
        self.leave = Button("Stop them and close", kind="danger")
        self.stay.clicked.connect(self.close_sheet)
        self.later.clicked.connect(self._close_later)
        self.leave.clicked.connect(self.close_wanted)
        self._lay_out()

    def ask(self, jobs: Sequence[Job]) -> None:
        """Name the jobs and ask."""
        many = len(jobs)
        self._title.setText("A job is under way" if many == 1 else f"{many} jobs are under way")
        told = [job.title for job in jobs[:_NAMED]]
        if many > _NAMED:
            told.append(f"and {many - _NAMED} more")
        for place, line in enumerate(self._names):
            line.setText(told[place] if place < len(told) else "")
            line.setVisible(place < len(told))
        self.open()
        self.stay.setFocus()

    def _close_later(self) -> None:
        self.close_sheet()
        self.later_wanted.emit()

    def _lay_out(self) -> None:
        body = QVBoxLayout()
        body.setContentsMargins(20, 18, 20, 16)
        body.setSpacing(4)
        body.addWidget(self._title)
        body.addSpacing(2)
        for line in self._names:
            line.setProperty("textSize", "sm")
            body.addWidget(line)
        body.addSpacing(6)
        words = "What is finished is kept. Stopped jobs stand under Jobs the next time and go on from there."
        body.addWidget(label(words, role="text-2", size="sm", wrap=True))
        body.addStretch()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.stay)
        row.addWidget(self.later)
        row.addStretch()
        row.addWidget(self.leave)
        body.addLayout(row)
        self.column.addLayout(body)
