"""Cards of the Benchmark screen: a title, the n that its numbers rest on, a line on what they are, and a body."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.chips import Badge
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import label, separator


class Card(QFrame):
    """A framed part with a head; the body stands below it."""

    def __init__(self, title: str, *body: QWidget) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setAccessibleName(title)
        self.title = label(title, weight="semibold")
        self.badge = Badge("", "plain")
        self.badge.hide()
        self.note = ElidedLabel()
        self.note.setProperty("role", "text-2")
        self.note.setProperty("textSize", "sm")
        head = QHBoxLayout()
        head.setContentsMargins(10, 7, 10, 7)
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.badge)
        head.addWidget(self.note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(separator())
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for number, part in enumerate(body):
            if number:
                row.addWidget(separator(vertical=True))
            row.addWidget(part, 1)
        column.addLayout(row, 1)

    def say(self, n: str, note: str, *, small: bool = False) -> None:
        """The n in its badge (none for empty words) and the line beside it; a small n is dashed."""
        self.badge.setVisible(bool(n))
        if n:
            self.badge.set_text(n, "dashed" if small else "line")
        self.note.setText(note)


class CardRow(QWidget):
    """Cards side by side with shares of the width; `show_parts` hides those that have nothing to show."""

    def __init__(self, cards: Sequence[tuple[QWidget, int]]) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for card, share in cards:
            row.addWidget(card, share)
