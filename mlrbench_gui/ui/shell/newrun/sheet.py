"""The sheet itself: tasks at the left, the form at the right, what it would ask below, and the start."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.chips import KeyCap
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.shell.newrun.choices import RunChoices, RunPlan
from mlrbench_gui.ui.shell.newrun.forecast import Forecast
from mlrbench_gui.ui.shell.newrun.form import RunForm
from mlrbench_gui.ui.shell.newrun.picker import TaskPicker
from mlrbench_gui.ui.shell.overlay import Overlay

if TYPE_CHECKING:
    from mlrbench_gui.services.running.estimating import Estimate

_SETTLE_MS = 250
_WIDTH, _HEIGHT = 1080, 568


class NewRunSheet(Overlay):
    """`estimate_wanted` and `run_wanted` carry a `RunPlan`."""

    estimate_wanted = Signal(object)
    run_wanted = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Run stages", width=_WIDTH, height=_HEIGHT, top=0.45)
        self.picker = TaskPicker()
        self.form = RunForm()
        self.forecast = Forecast()
        self.go = Button("Start run", icon_name="play", kind="primary")
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._lay_out()
        self.picker.changed.connect(self._changed)
        self.form.changed.connect(self._changed)
        self.form.confirmed.connect(self._start)
        self.go.clicked.connect(self._start)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._start)

    def offer(self, choices: RunChoices, tasks: tuple[str, ...] = ()) -> None:
        """Open with these choices and tasks; without tasks, those that were chosen before stay."""
        self.picker.offer(choices.tasks)
        if tasks:
            self.picker.choose(tasks)
        self.form.offer(choices)
        self.open()
        self.picker.search.setFocus()
        self.picker.search.selectAll()
        self._changed()

    def plan(self) -> RunPlan | None:
        """What is asked for; None while something is missing or cannot be read."""
        tasks = self.picker.chosen()
        return RunPlan(tasks, self.form.wish()) if tasks and not self.form.fault() else None

    def show_estimate(self, found: "Estimate") -> None:
        """What the run would ask."""
        choice = self.form.choice()
        if choice is not None:
            self.forecast.show_estimate(found, self.form.wish(), choice.kind)

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Why there is no estimate."""
        self.forecast.say(text, wrong=wrong, keep=False)

    def said(self) -> str:
        return self.forecast.says.text()

    def _changed(self) -> None:
        self.go.setEnabled(self.plan() is not None)
        if not self.picker.chosen():
            self.say("Choose tasks at the left.")
        elif self.form.fault():
            self.say(self.form.fault())
        self._settle.start()

    def _ask(self) -> None:
        plan = self.plan()
        if plan is not None and self.isVisible():
            self.estimate_wanted.emit(plan)

    def _start(self) -> None:
        plan = self.plan()
        if plan is not None and self.isVisible():
            self.close_sheet()
            self.run_wanted.emit(plan)

    def _lay_out(self) -> None:
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 10, 8)
        head.addWidget(label("Run stages", size="lg", weight="semibold"), 1)
        head.addWidget(close)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 0, 16, 14)
        foot.setSpacing(8)
        foot.addStretch()
        foot.addWidget(KeyCap("Ctrl Enter"))
        foot.addWidget(self.go)
        below = QVBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.form, 1)
        below.addWidget(separator())
        below.addWidget(self.forecast)
        below.addLayout(foot)
        right = QWidget()
        right.setLayout(below)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 1)
        body.setSpacing(0)
        body.addWidget(self.picker, 9)
        body.addWidget(separator(vertical=True))
        body.addWidget(right, 11)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addLayout(body, 1)
