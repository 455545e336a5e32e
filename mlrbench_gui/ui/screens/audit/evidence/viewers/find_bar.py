"""The find line of a viewer: what to look for, how many hits, next and previous; Esc closes it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.labels import ground, label


class FindBar(QWidget):
    """Emits `wanted` at each change of text, `stepped` with 1 or -1, `closed` when it is shut."""

    wanted = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "sunken", edge="bottom")
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find")
        self.field.setAccessibleName("Find in this file")
        self.field.textChanged.connect(self.wanted)
        self.count = label("", role="text-2", size="xs")
        back = IconButton("chevron-up", "Previous hit", key="Shift Enter")
        onward = IconButton("chevron-down", "Next hit", key="Enter")
        close = IconButton("cross", "Close", key="Esc")
        back.clicked.connect(lambda: self.stepped.emit(-1))
        onward.clicked.connect(lambda: self.stepped.emit(1))
        close.clicked.connect(self.shut)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(6)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button in (back, onward, close):
            row.addWidget(button)
        self.setFixedHeight(fonts.height("control") + 8)
        self.hide()

    def open_line(self) -> None:
        """Show the line with its text selected and the keyboard in it."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def shut(self) -> None:
        """Hide the line; hits are shown no longer."""
        self.hide()
        self.closed.emit()

    def tell(self, text: str) -> None:
        """Say how the search went."""
        self.count.setText(text)
        self.field.setAccessibleDescription(text)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.shut()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


def hit_text(number: int, total: int, what: str = "") -> str:
    """`3 of 120 lines`, `no hit`."""
    if not total:
        return "no hit"
    return f"{number} of {total}{' ' + what if what else ''}"
