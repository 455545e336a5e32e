"""Asks in one line why a finding is dismissed; without a reason it is not."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.labels import ground, label


class ReasonLine(QWidget):
    """Emits `given` (finding id, reason), or `closed`. Enter gives, Esc closes."""

    given = Signal(str, str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="top")
        self._finding = ""
        self.field = QLineEdit()
        self.field.setPlaceholderText("Why it is no fault; printed in every report")
        self.field.setAccessibleName("Reason for dismissing the finding")
        self.button = Button("Dismiss", kind="primary")
        self.button.setEnabled(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(label("Reason", role="text-2", size="sm"))
        row.addWidget(self.field, 1)
        row.addWidget(self.button)
        self.field.textChanged.connect(lambda text: self.button.setEnabled(bool(text.strip())))
        self.field.returnPressed.connect(self._give)
        self.button.clicked.connect(self._give)
        self.hide()

    def open_for(self, finding: str, reason: str = "") -> None:
        """Ask for a finding; `reason` is the one that was given before."""
        self._finding = finding
        self.field.setText(reason)
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def shut(self) -> None:
        """Ask no longer."""
        self.hide()
        self._finding = ""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.shut()
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _give(self) -> None:
        finding, reason = self._finding, self.field.text().strip()
        if finding and reason:
            self.shut()
            self.given.emit(finding, reason)
