"""What is done by whom: stages, mode, agent, gate, bounds, inputs, and where experiments run."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.values import Mode, Stage
from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.kit.buttons import Button, Segmented
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.kit.forms import (
    BoundFields,
    beside,
    hint,
    keep_width,
    mark_bad,
    named_rows,
    text_field,
    unit,
)
from mlrbench_gui.ui.kit.labels import label
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
_AGENT, _GPUS = 170, 56


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
        self.model_file = text_field("model file", "a GGUF file")
        self._model_button = Button("File…", icon_name="folder")
        self.gate = Segmented(["Strict", "Warn", "Off"], name="Gate")
        self.bounds = BoundFields()
        self.inputs = text_field("inputs folder", "what earlier stages made, or a folder with TASK/idea.md …")
        self._inputs_button = Button("Folder…", icon_name="folder")
        self.image = text_field("container image", "")
        self.network = text_field("network", "no network")
        self._mode_means = hint("mode-means")
        self._agent_is = hint("agent-is")
        self._gate_means = hint("gate-means")
        self.gpus = text_field("GPUs", "none")
        self.experiment_is = label("", role="warn", size="xs", wrap=True)
        self._file_row = beside((self.model_file, 1), (self._model_button, 0))
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
            return "No model is set; name one in Settings under Models."
        if choice.lacks:
            return choice.lacks
        if choice.kind is AgentKind.LOCAL and not self.model_file.text().strip():
            return "Name the file of the model."
        if not self.chosen_stages():
            return "Choose at least one stage."
        if self.bounds.fault():
            return self.bounds.fault()
        return "" if _count(self.gpus.text()) is not None else "GPUs: how many, or all."

    def wish(self) -> StagesWish:
        """What is asked for; only where there is no fault."""
        choice = self.choice()
        local = choice is not None and choice.kind is AgentKind.LOCAL
        money, tokens, minutes = self.bounds.amounts()
        has_box = Stage.EXPERIMENT in self.chosen_stages()
        return StagesWish(
            self.chosen_stages(),
            _MODES[self.mode.index()],
            _GATES[self.gate.index()],
            None if local or choice is None else choice.name,
            tokens,
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
        mark_bad(self.gpus, bad=_count(self.gpus.text()) is None)

    def _box_fields(self) -> tuple[QLineEdit, ...]:
        return self.image, self.network, self.gpus

    def _changed(self) -> None:
        self._show()
        self.changed.emit()

    def _connect(self) -> None:
        for check in self.stages.values():
            check.toggled.connect(self._changed)
        for field in (self.model_file, self.inputs, *self._box_fields()):
            field.textChanged.connect(self._changed)
            field.returnPressed.connect(self.confirmed)
        self.bounds.changed.connect(self._changed)
        self.bounds.confirmed.connect(self.confirmed)
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
        stages = beside(*((check, 0) for check in self.stages.values()), gap=14)
        box = beside(
            (self.image, 4), (unit("network"), 0), (self.network, 3), (unit("GPUs"), 0), (self.gpus, 0)
        )
        keep_width(self.gpus, _GPUS)
        keep_width(self.agent, _AGENT)
        rows: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            ("Stages", (stages, self.experiment_is)),
            ("Mode", (beside((self.mode, 0), (self._mode_means, 1)),)),
            ("Agent", (beside((self.agent, 0), (self._agent_is, 1), (self._file_row, 1)),)),
            ("Gate", (beside((self.gate, 0)), self._gate_means)),
            ("At most", (self.bounds,)),
            ("Inputs", (beside((self.inputs, 1), (self._inputs_button, 0)),)),
            ("Container", (box,)),
        )
        named_rows(self, rows)


def _path(text: str) -> str | None:
    return str(Path(text.strip()).expanduser().absolute()) if text.strip() else None


def _count(text: str) -> int | None:
    """How many as typed, -1 for all, 0 for none, None for what is no number of things."""
    words = text.strip().lower()
    if words in {"", "none"}:
        return 0
    return -1 if words == "all" else int(words) if words.isascii() and words.isdigit() else None
