"""Cards of the Benchmark screen: a title, the n that its numbers rest on, a line on what they are, and a body."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import Badge
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.icons import icon_pixmap
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


class Caution(QFrame):
    """What must not be overlooked before the numbers below are read: one sentence, and what it rests on."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._sign = QLabel()
        self._verdict = label("", role="warn", weight="semibold")
        self._told = label("", role="text-2", size="sm", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self._verdict)
        row.addWidget(self._told, 1)
        theme.theme_signals().changed.connect(self._paint_sign)
        self._paint_sign()

    def say(self, verdict: str, told: str) -> None:
        """Other words."""
        self._verdict.setText(verdict)
        self._told.setText(told)
        self.setAccessibleName(f"{verdict} {told}")

    def text(self) -> str:
        """All that is said."""
        return f"{self._verdict.text()} {self._told.text()}"

    def _paint_sign(self) -> None:
        ratio = self.devicePixelRatioF()
        self._sign.setPixmap(icon_pixmap("warning", theme.color("warn"), px(16), ratio))


class CardRow(QWidget):
    """Cards side by side with shares of the width; `show_parts` hides those that have nothing to show."""

    def __init__(self, cards: Sequence[tuple[QWidget, int]]) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for card, share in cards:
            row.addWidget(card, share)
