"""The sheet itself: tasks at the left, the form at the right, what it would ask below, and the start."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.shell.asksheet import AskSheet
from mlrbench_gui.ui.shell.newrun.choices import RunChoices, RunPlan
from mlrbench_gui.ui.shell.newrun.forecast import Forecast
from mlrbench_gui.ui.shell.newrun.form import RunForm
from mlrbench_gui.ui.shell.newrun.picker import TaskPicker

if TYPE_CHECKING:
    from mlrbench_gui.services.running.estimating import Estimate

_WIDTH, _HEIGHT = 1080, 568


class NewRunSheet(AskSheet[RunPlan]):
    """Asks for a run of stages."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Run stages", "Start run", width=_WIDTH, height=_HEIGHT, top=0.45)
        self.picker = TaskPicker()
        self.form = RunForm()
        self.forecast = Forecast()
        self._lay_out()
        self.picker.changed.connect(self._changed)
        self.form.changed.connect(self._changed)
        self.form.confirmed.connect(self.start)

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

    @override
    def plan(self) -> RunPlan | None:
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
        if not self.picker.chosen():
            self.say("Choose tasks at the left.")
        elif self.form.fault():
            self.say(self.form.fault())
        self.settle()

    def _lay_out(self) -> None:
        below = QVBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.form, 1)
        below.addWidget(separator())
        below.addWidget(self.forecast)
        below.addLayout(self.foot())
        right = QWidget()
        right.setLayout(below)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 1)
        body.setSpacing(0)
        body.addWidget(self.picker, 9)
        body.addWidget(separator(vertical=True))
        body.addWidget(right, 11)
        self.column.addLayout(self.head(label("Run stages", size="lg", weight="semibold")))
        self.column.addWidget(separator())
        self.column.addLayout(body, 1)
