"""Start a run of stages: tasks, stages, mode, model, gate, bounds, and what it would ask before it begins."""

from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.values import Mode, Stage
from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.kit.buttons import Button, IconButton, Segmented
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.kit.labels import label, restyle, separator
from mlrbench_gui.ui.shell.overlay import Overlay

ALL = "all"
_SETTLE_MS = 250
_MODES, _GATES = tuple(Mode), tuple(GatePolicy)
_GATE_WORDS = {
    GatePolicy.STRICT: "Refused evidence does not reach the writer; no paper below a measured gate",
    GatePolicy.WARN: "All evidence reaches the writer; what is refused is named",
    GatePolicy.OFF: "All evidence reaches the writer, nothing is held back",
}
_ELSEWHERE = "The command line does experiments: mlrbench-gui run"


@dataclass(frozen=True, slots=True)
class RunChoices:
    """What can be chosen: tasks with a text, models by name, stages that can be done here, and the script."""

    tasks: tuple[str, ...]
    models: tuple[str, ...]
    stages: tuple[Stage, ...]
    scripted: str = ""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is asked for."""

    tasks: tuple[str, ...]
    wish: StagesWish


class NewRunSheet(Overlay):
    """`estimate_wanted` and `run_wanted` carry a `RunPlan`."""

    estimate_wanted = Signal(object)
    run_wanted = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Run stages", width=640, height=398, top=0.35)
        self._choices = RunChoices((), (), ())
        self.tasks = QLineEdit()
        self.tasks.setAccessibleName("tasks")
        self.tasks.setPlaceholderText("ids of tasks, or all")
        self._known = label("", role="text-2", size="xs")
        self.stages = {stage: Check(str(stage)) for stage in Stage}
        self.mode = Segmented(["Stepwise", "End to end"], name="Mode")
        self.model = Combo("Model")
        self.model.setMinimumWidth(220)
        self._model_is = label("", role="text-2", size="xs")
        self.gate = Segmented(["Strict", "Warn", "Off"], name="Gate")
        self._gate_means = label("", role="text-2", size="xs")
        self._gate_means.setObjectName("gate-means")
        self.money, self.tokens = QLineEdit(), QLineEdit()
        self._says = label("", role="text-2", size="sm", wrap=True)
        self.go = Button("Start run", icon_name="play", kind="primary")
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._lay_out()
        self._connect()

    def offer(self, choices: RunChoices) -> None:
        """Open with these choices; what was chosen before stays."""
        self._choices = choices
        chosen = self.model.currentText()
        self.model.clear()
        self.model.addItems(choices.models)
        self.model.setCurrentText(chosen)
        for stage, check in self.stages.items():
            check.setEnabled(stage in choices.stages)
            check.setToolTip("" if check.isEnabled() else _ELSEWHERE)
        self.open()
        self.tasks.setFocus()
        self._changed()

    def plan(self) -> RunPlan | None:
        """What is asked for; None while something is missing or cannot be read."""
        tasks, money, tokens = self._named(), _amount(self.money.text()), _amount(self.tokens.text())
        stages = tuple(
            stage for stage, check in self.stages.items() if check.isChecked() and check.isEnabled()
        )
        unknown = set(tasks) - set(self._choices.tasks)
        if (
            not tasks
            or unknown
            or not stages
            or not self.model.currentText()
            or money is None
            or tokens is None
        ):
            return None
        wish = StagesWish(
            stages,
            _MODES[self.mode.index()],
            _GATES[self.gate.index()],
            self.model.currentText(),
            int(tokens) or None,
            money or None,
        )
        return RunPlan(tasks, wish)

    def say(self, text: str, *, wrong: bool = False) -> None:
        """What the run would ask, or what is wrong."""
        self._says.setText(text)
        self._says.setProperty("role", "danger" if wrong else "text-2")
        restyle(self._says)

    def said(self) -> str:
        return self._says.text()

    def _named(self) -> tuple[str, ...]:
        words = self.tasks.text().replace(",", " ").split()
        return self._choices.tasks if words == [ALL] else tuple(dict.fromkeys(words))

    def _changed(self) -> None:
        named = self._named()
        unknown = [task for task in named if task not in self._choices.tasks]
        self._known.setText(
            f"{unknown[0]} is no task here"
            if unknown
            else f"{len(named)} of {len(self._choices.tasks)} tasks"
        )
        self._gate_means.setText(_GATE_WORDS[_GATES[self.gate.index()]])
        scripted = self.model.currentText() == self._choices.scripted != ""
        self._model_is.setText("Recorded answers, no model is asked" if scripted else "")
        self.go.setEnabled(self.plan() is not None)
        self.say("" if self.plan() is not None else self._missing())
        self._settle.start()

    def _missing(self) -> str:
        if not self._choices.models:
            return "No model is set; name one in Settings under Model."
        if _amount(self.money.text()) is None or _amount(self.tokens.text()) is None:
            return "A bound is a number; empty is none."
        return "Name tasks, and choose at least one stage."

    def _ask(self) -> None:
        plan = self.plan()
        if plan is not None and self.isVisible():
            self.estimate_wanted.emit(plan)

    def _start(self) -> None:
        plan = self.plan()
        if plan is not None:
            self.close_sheet()
            self.run_wanted.emit(plan)

    def _connect(self) -> None:
        for field in (self.tasks, self.money, self.tokens):
            field.textChanged.connect(self._changed)
            field.returnPressed.connect(self._start)
        for check in self.stages.values():
            check.toggled.connect(self._changed)
        self.mode.chosen.connect(self._changed)
        self.gate.chosen.connect(self._changed)
        self.model.currentIndexChanged.connect(self._changed)
        self.go.clicked.connect(self._start)

    def _lay_out(self) -> None:
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 10, 10)
        head.addWidget(label("Run stages", size="lg", weight="semibold"), 1)
        head.addWidget(close)
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.go)
        foot.addWidget(self._says, 1)
        body = QVBoxLayout()
        body.setContentsMargins(16, 14, 16, 16)
        body.addLayout(self._form())
        body.addStretch()
        body.addLayout(foot)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addLayout(body, 1)

    def _form(self) -> QGridLayout:
        bounds = QHBoxLayout()
        bounds.setSpacing(6)
        for field, words in ((self.money, "money"), (self.tokens, "tokens")):
            field.setFixedWidth(96)
            field.setPlaceholderText("no bound")
            field.setAccessibleName(f"bound in {words}")
            bounds.addWidget(field)
            bounds.addWidget(label(words, role="text-2", size="sm"))
            bounds.addSpacing(10)
        bounds.addStretch()
        form = QGridLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(10)
        form.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QHBoxLayout], ...] = (
            ("Tasks", _beside(self.tasks, self._known)),
            ("Stages", _beside(*self.stages.values())),
            ("Mode", _beside(self.mode)),
            ("Model", _beside(self.model, self._model_is)),
            ("Gate", _beside(self.gate)),
            ("", _beside(self._gate_means)),
            ("At most", bounds),
        )
        for row, (words, part) in enumerate(rows):
            form.addWidget(label(words, role="text-2", size="sm"), row, 0)
            form.addLayout(part, row, 1)
        return form


def _beside(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(12)
    for part in parts:
        row.addWidget(part, 1 if isinstance(part, QLineEdit) else 0)
    if not any(isinstance(part, QLineEdit) for part in parts):
        row.addStretch()
    return row


def _amount(text: str) -> float | None:
    """A bound as typed, 0 for none, None for what is no amount."""
    try:
        amount = float(text.strip() or 0)
    except ValueError:
        return None
    return amount if 0 <= amount < float("inf") else None
