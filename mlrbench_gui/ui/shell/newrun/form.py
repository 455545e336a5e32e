"""What is done by whom: stages, mode, agent, gate, bounds, inputs, and where experiments run."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.values import Mode, Stage
from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button, Segmented
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.kit.fonts import height, px
from mlrbench_gui.ui.kit.labels import label, restyle
from mlrbench_gui.ui.shell.newrun.choices import AgentChoice, AgentKind, RunChoices

_MODES, _GATES = tuple(Mode), tuple(GatePolicy)
_MODE_WORDS = {
    Mode.STEPWISE: "Each stage for itself, from given inputs or earlier products",
    Mode.END_TO_END: "One run from the first stage to the last, judged by its end",
}
_GATE_WORDS = {
    GatePolicy.STRICT: "Refused evidence does not reach the writer; no paper below a measured gate",
    GatePolicy.WARN: "All evidence reaches the writer; what is refused is named",
    GatePolicy.OFF: "All evidence reaches the writer, nothing is held back",
}
_LABEL, _BOUND, _AGENT, _GPUS = 64, 84, 170, 56


class RunForm(QWidget):
    """`changed` when anything is; `confirmed` by Enter in a field."""

    changed = Signal()
    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choices = RunChoices()
        self._no_engine = ""
        self.stages = {stage: Check(stage.value) for stage in Stage}
        self.mode = Segmented(["Stepwise", "End to end"], name="Mode")
        self.agent = Combo("Agent")
        self.model_file = _field("model file", "a GGUF file")
        self._model_button = Button("File…", icon_name="folder")
        self.gate = Segmented(["Strict", "Warn", "Off"], name="Gate")
        self.bounds = {
            name: _field(f"bound in {name}", "no bound") for name in ("money", "tokens", "minutes")
        }
        self.inputs = _field("inputs folder", "what earlier stages made, or a folder with TASK/idea.md …")
        self._inputs_button = Button("Folder…", icon_name="folder")
        self.image = _field("container image", "")
        self.network = _field("network", "no network")
        self._mode_means = _hint("mode-means")
        self._agent_is = _hint("agent-is")
        self._gate_means = _hint("gate-means")
        self.gpus = _field("GPUs", "none")
        self.experiment_is = label("", role="warn", size="xs", wrap=True)
        self._file_row = _row((self.model_file, 1), (self._model_button, 0))
        self._lay_out()
        self._connect()

    def offer(self, choices: RunChoices) -> None:
        """Show these choices; what was chosen before stays where it is still there."""
        self._choices = choices
        before = self.agent.currentText()
        self.agent.clear()
        self.agent.addItems([choice.name for choice in choices.agents])
        self.agent.setCurrentText(before)
        self.image.setPlaceholderText(choices.image)
        self._show()

    def show_engine(self, lacks: str) -> None:
        """Why no experiment can be done here, in a sentence; empty where one can."""
        self._no_engine = lacks
        experiment = self.stages[Stage.EXPERIMENT]
        experiment.setEnabled(not lacks)
        experiment.setChecked(experiment.isChecked() and not lacks)
        self._changed()

    def choice(self) -> AgentChoice | None:
        """The agent that is chosen."""
        at = self.agent.currentIndex()
        return self._choices.agents[at] if 0 <= at < len(self._choices.agents) else None

    def chosen_stages(self) -> tuple[Stage, ...]:
        """Those that are marked and can be done."""
        return tuple(stage for stage, box in self.stages.items() if box.isChecked() and box.isEnabled())

    def fault(self) -> str:
        """What keeps a run from being asked for, empty where nothing does."""
        choice = self.choice()
        if choice is None:
            return "No model is set; name one in Settings under Model."
        if choice.lacks:
            return choice.lacks
        if choice.kind is AgentKind.LOCAL and not self.model_file.text().strip():
            return "Name the file of the model."
        if not self.chosen_stages():
            return "Choose at least one stage."
        wrong = next((name for name, field in self.bounds.items() if _amount(field.text()) is None), None)
        if wrong:
            return f"{wrong.capitalize()}: a bound is a number; empty is none."
        return "" if _count(self.gpus.text()) is not None else "GPUs: how many, or all."

    def wish(self) -> StagesWish:
        """What is asked for; only where there is no fault."""
        choice = self.choice()
        local = choice is not None and choice.kind is AgentKind.LOCAL
        money, tokens, minutes = (_amount(field.text()) or None for field in self.bounds.values())
        has_box = Stage.EXPERIMENT in self.chosen_stages()
        return StagesWish(
            self.chosen_stages(),
            _MODES[self.mode.index()],
            _GATES[self.gate.index()],
            None if local or choice is None else choice.name,
            int(tokens) if tokens else None,
            money,
            minutes,
            inputs=_path(self.inputs.text()),
            local_model=_path(self.model_file.text()) if local else None,
            image=(self.image.text().strip() or None) if has_box else None,
            network=(self.network.text().strip() or None) if has_box else None,
            gpus=(_count(self.gpus.text()) or 0) if has_box else 0,
        )

    def _show(self) -> None:
        """Let words and fields follow what is chosen."""
        choice = self.choice()
        self._mode_means.setText(_MODE_WORDS[_MODES[self.mode.index()]])
        self._gate_means.setText(_GATE_WORDS[_GATES[self.gate.index()]])
        self._agent_is.setText((choice.lacks or choice.about) if choice is not None else "")
        asks_file = choice is not None and choice.kind is AgentKind.LOCAL and not choice.lacks
        self._file_row.setVisible(asks_file)
        self._agent_is.setVisible(not asks_file)
        has_box = Stage.EXPERIMENT in self.chosen_stages()
        for field in self._box_fields():
            field.setEnabled(has_box)
        none = self._no_engine
        self.experiment_is.setText(f"No experiment can be done here. {none}" if none else "")
        self.experiment_is.setVisible(bool(none))
        for field in self.bounds.values():
            _mark(field, bad=_amount(field.text()) is None)
        _mark(self.gpus, bad=_count(self.gpus.text()) is None)

    def _box_fields(self) -> tuple[QLineEdit, ...]:
        return self.image, self.network, self.gpus

    def _changed(self) -> None:
        self._show()
        self.changed.emit()

    def _connect(self) -> None:
        for check in self.stages.values():
            check.toggled.connect(self._changed)
        for field in (self.model_file, *self.bounds.values(), self.inputs, *self._box_fields()):
            field.textChanged.connect(self._changed)
            field.returnPressed.connect(self.confirmed)
        self.mode.chosen.connect(self._changed)
        self.gate.chosen.connect(self._changed)
        self.agent.currentIndexChanged.connect(self._changed)
        self._model_button.clicked.connect(self._ask_file)
        self._inputs_button.clicked.connect(self._ask_folder)

    def _ask_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, "Model", self.model_file.text(), "GGUF (*.gguf)")
        if chosen:
            self.model_file.setText(chosen)

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Inputs", self.inputs.text())
        if chosen:
            self.inputs.setText(chosen)

    def _lay_out(self) -> None:
        stages = _row(*((check, 0) for check in self.stages.values()), gap=14)
        bounds: list[tuple[QWidget, int]] = []
        for name, field in self.bounds.items():
            _keep_width(field, _BOUND)
            bounds += [(field, 0), (_unit(name), 0)]
        box = _row(
            (self.image, 4), (_unit("network"), 0), (self.network, 3), (_unit("GPUs"), 0), (self.gpus, 0)
        )
        _keep_width(self.gpus, _GPUS)
        _keep_width(self.agent, _AGENT)
        rows: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            ("Stages", (stages, self.experiment_is)),
            ("Mode", (_row((self.mode, 0), (self._mode_means, 1)),)),
            ("Agent", (_row((self.agent, 0), (self._agent_is, 1), (self._file_row, 1)),)),
            ("Gate", (_row((self.gate, 0)), self._gate_means)),
            ("At most", (_row(*bounds),)),
            ("Inputs", (_row((self.inputs, 1), (self._inputs_button, 0)),)),
            ("Container", (box,)),
        )
        form = QGridLayout(self)
        form.setContentsMargins(16, 12, 16, 12)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(10)
        form.setColumnStretch(1, 1)
        for row, (words, parts) in enumerate(rows):
            form.addWidget(_name(words), row, 0, Qt.AlignmentFlag.AlignTop)
            form.addWidget(_column(*parts), row, 1)
        form.setRowStretch(len(rows), 1)


def _name(words: str) -> QWidget:
    """What a row is about, as tall as a field, so that both stand on one line."""
    made = label(words, role="text-2", size="sm")
    theme.keep_fit(made, lambda: made.setFixedSize(px(_LABEL), height("control")))
    return made


def _keep_width(widget: QWidget, wide: int) -> None:
    theme.keep_fit(widget, lambda: widget.setFixedWidth(px(wide)))


def _unit(words: str) -> QWidget:
    return label(words, role="text-2", size="sm")


def _hint(name: str) -> ElidedLabel:
    made = ElidedLabel()
    made.setProperty("role", "text-2")
    made.setProperty("textSize", "xs")
    made.setObjectName(name)
    return made


def _field(name: str, hint: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def _row(*parts: tuple[QWidget, int], gap: int = 8) -> QWidget:
    """Parts beside each other with their stretch; what none of them takes stays empty."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for part, stretch in parts:
        row.addWidget(part, stretch)
    if not any(stretch for _, stretch in parts):
        row.addStretch()
    return holder


def _column(*parts: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    for part in parts:
        column.addWidget(part)
    return holder


def _mark(field: QLineEdit, *, bad: bool) -> None:
    state = "bad" if bad else ""
    if field.property("state") != state:
        field.setProperty("state", state)
        restyle(field)


def _path(text: str) -> str | None:
    return str(Path(text.strip()).expanduser().absolute()) if text.strip() else None


def _count(text: str) -> int | None:
    """How many as typed, -1 for all, 0 for none, None for what is no number of things."""
    words = text.strip().lower()
    if words in {"", "none"}:
        return 0
    return -1 if words == "all" else int(words) if words.isascii() and words.isdigit() else None


def _amount(text: str) -> float | None:
    """A bound as typed, 0 for none, None for what is no amount."""
    try:
        amount = float(text.strip() or 0)
    except ValueError:
        return None
    return amount if 0 <= amount < float("inf") else None
