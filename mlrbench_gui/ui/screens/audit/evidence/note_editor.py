"""The note on a claim: a few lines, saved with Ctrl+Enter."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.labels import ground, label


class NoteField(QPlainTextEdit):
    """Text of a note; Ctrl+Enter saves, Esc drops the changes, Tab leaves the field."""

    saved = Signal()
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setPlaceholderText("What you found, for the report")
        self.setAccessibleName("Note")
        self.setFixedHeight(fonts.px(72))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.saved.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)


class NoteEditor(QWidget):
    """Emits `saved` with the whole text; `closed` when it is shut either way."""

    saved = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="top")
        self.field = NoteField()
        self.field.saved.connect(self._save)
        self.field.dropped.connect(self.shut)
        save, drop = Button("Save", tip="Ctrl Enter"), Button("Cancel", kind="flat", tip="Esc")
        save.clicked.connect(self._save)
        drop.clicked.connect(self.shut)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(save)
        row.addWidget(drop)
        row.addStretch(1)
        row.addWidget(label("Ctrl Enter saves, Esc closes", role="text-2", size="xs"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.field)
        column.addLayout(row)
        self.hide()

    def open_with(self, text: str) -> None:
        """Open with the present note."""
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def shut(self) -> None:
        """Close without saving."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _save(self) -> None:
        text = self.field.toPlainText().strip()
        self.shut()
        self.saved.emit(text)
