"""The find line of the paper: words, "3 of 12", next and previous, and the hit as a selection."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.labels import ground, label


class FindBar(QWidget):
    """Emits what a person asks for; the pane finds and shows."""

    words_changed = Signal(str)
    step_requested = Signal(int)
    select_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel", edge="bottom")
        self._field = SearchField("Find in the paper")
        self._field.textChanged.connect(self.words_changed)
        self._count = label("", role="text-2", size="sm")
        self._count.setMinimumWidth(64)
        back = IconButton("chevron-up", "Previous hit", key="Shift Enter")
        back.clicked.connect(lambda: self.step_requested.emit(-1))
        on = IconButton("chevron-down", "Next hit", key="Enter")
        on.clicked.connect(lambda: self.step_requested.emit(1))
        self._select = Button("Select words", tip="Select the hit, to add or move a claim (Ctrl Enter)")
        self._select.clicked.connect(self.select_requested)
        shut = IconButton("cross", "Close the find line", key="Esc")
        shut.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 5)
        row.setSpacing(6)
        row.addWidget(self._field, 1)
        for part in (self._count, back, on, self._select, shut):
            row.addWidget(part)
        self.show_count(0, None)

    def open(self) -> None:
        """Take the keyboard, with the earlier words selected."""
        self.show()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    @property
    def words(self) -> str:
        return self._field.text()

    def show_count(self, hits: int, current: int | None) -> None:
        """Tell how many hits there are and at which one is."""
        self._select.setEnabled(current is not None)
        if current is not None:
            self._count.setText(f"{current + 1} of {hits}")
        else:
            self._count.setText("not found" if self.words.strip() else "")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.select_requested.emit()
            else:
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.step_requested.emit(-1 if back else 1)
            return
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)
