"""A question that takes a reason: a line of text in a popover, Enter gives it, Esc drops it."""

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.popover import Popover

_WIDTH = 380


class ReasonAsk:
    """One at a time over a window."""

    def __init__(self, owner: QWidget) -> None:
        self._owner = owner
        self._popover: Popover | None = None
        self._give: Callable[[str], None] | None = None
        self.field = QLineEdit()

    def open(self, title: str, line: str, button: str, give: Callable[[str], None]) -> None:
        """Ask; `give` gets the reason, which is never empty."""
        popover = self._popover = self._popover or Popover(self._owner.window())
        self._give = give
        popover.set_content(self._card(title, line, button))
        room = self._owner.rect()
        place = QRect(self._owner.mapToGlobal(room.topLeft()), room.size())
        popover.open_at(QRect(place.center().x() - 1, place.top() + 40, 2, 2), width=_WIDTH)
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close(self) -> bool:
        """Drop the question; False when none is open."""
        if self._popover is None or not self._popover.isVisible():
            return False
        self._popover.close_popover()
        return True

    def _card(self, title: str, line: str, button: str) -> QWidget:
        card = QWidget()
        self.field = QLineEdit()
        self.field.setAccessibleName("Reason")
        self.field.setPlaceholderText("Reason, stays on the record")
        give = Button(button, kind="primary")
        give.setEnabled(False)
        self.field.textChanged.connect(lambda text: give.setEnabled(bool(text.strip())))
        self.field.returnPressed.connect(self._given)
        give.clicked.connect(self._given)
        row = QHBoxLayout()
        row.addWidget(give)
        row.addStretch(1)
        row.addWidget(label("Enter gives it, Esc closes", role="text-2", size="xs"))
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(title, weight="semibold", wrap=True))
        column.addWidget(label(line, role="text-2", size="sm", wrap=True))
        column.addWidget(self.field)
        column.addLayout(row)
        return card

    def _given(self) -> None:
        reason, give = self.field.text().strip(), self._give
        if reason and give is not None:
            self.close()
            give(reason)
