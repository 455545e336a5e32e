"""The coding agent in Settings: the command that does experiments in place of the program's own agent."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.domain.coders import CoderProfile, TranscriptKind
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.screens.settings.coder_fields import CODER_FIELDS, KINDS, coder_of, coder_texts
from mlrbench_gui.ui.screens.settings.rows import add_row, field_line, row_grid

_COMMAND, _KIND = 508, 380
_ABOUT = (
    "A command line that does the experiments of this model's runs, inside the container. {model} is the model's name, "
    "{prompt} the file with its task, {folder} its folder. Empty: the program's own agent does them."
)
_LENT = "Variables are lent to it by name from your environment; their values are kept nowhere."


class CoderSection(QWidget):
    """Shows and edits one coding agent; `edited` tells that a field was left or a choice made."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, QLineEdit] = {
            field.key: field_line(field.text, field.hint, narrow=field.number) for field in CODER_FIELDS
        }
        command = self.fields["command"]
        command.setAccessibleName("Command of the coding agent")
        theme.keep_fit(command, lambda: command.setFixedWidth(px(_COMMAND)))
        self.kind = Combo("Transcript of the coding agent")
        for kind, words in KINDS.items():
            self.kind.addItem(words, kind)
        theme.keep_fit(self.kind, lambda: self.kind.setFixedWidth(px(_KIND)))
        for field in self.fields.values():
            field.editingFinished.connect(self.edited)
        self.kind.activated.connect(lambda _index: self.edited.emit())
        self._lay_out()

    def show_coder(self, coder: CoderProfile | None) -> None:
        """Show a coding agent, or none."""
        for key, text in coder_texts(coder).items():
            if self.fields[key].text() != text:
                self.fields[key].setText(text)
        if coder is not None:
            self.kind.setCurrentIndex(list(KINDS).index(coder.transcript))

    def coder(self) -> CoderProfile | None:
        """What the fields describe. Raises InputError."""
        texts = {key: field.text() for key, field in self.fields.items()}
        return coder_of(texts, TranscriptKind(self.kind.currentData()))

    def _lay_out(self) -> None:
        grid = row_grid()
        for field in CODER_FIELDS:
            add_row(grid, field.text, self.fields[field.key])
            if field.key == "command":
                add_row(grid, "Transcript", self.kind)
        grid.addWidget(label(_LENT, role="text-2", size="sm", wrap=True), grid.rowCount(), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(_ABOUT, role="text-2", size="sm", wrap=True))
        column.addLayout(grid)
