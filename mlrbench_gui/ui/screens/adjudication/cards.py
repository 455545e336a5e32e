"""What each person says of one thing, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.settling import SaidWord
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import Badge, VerdictChip
from mlrbench_gui.ui.kit.clamped import ClampedLabel
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.paint import CENTER, draw_text
from mlrbench_gui.ui.screens.adjudication.reading import VERDICTS

_LINES = 4


@dataclass(frozen=True, slots=True)
class CardWord:
    """One person's word with what is told beside the name, and whether the review is left out of statistics."""

    said: SaidWord
    told: str = ""
    left_out: bool = False


class Initials(QWidget):
    """Two letters of a name in a disc."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._letters = initials(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(px(20), px(20))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("press"))
        box = QRectF(self.rect())
        painter.drawEllipse(box)
        draw_text(
            painter, box, self._letters, font=ui_font(9, 600), color=theme.color("text-2"), align=CENTER
        )


class WordCards(QWidget):
    """Cards of equal width, parted by lines."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 1)
        self._row.setSpacing(0)

    def show_words(self, words: Sequence[CardWord]) -> None:
        """Show these people's words."""
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, word in enumerate(words):
            if number:
                self._row.addWidget(separator(vertical=True))
            self._row.addWidget(_card(word), 1)


def _card(word: CardWord) -> QWidget:
    said = word.said
    card = QWidget()
    card.setAccessibleName(f"{said.author}: {said.value.replace('_', ' ')}")
    name = ElidedLabel(said.author)
    name.setProperty("weight", "semibold")
    head = QHBoxLayout()
    head.setSpacing(8)
    head.addWidget(Initials(said.author))
    head.addWidget(name, 1)
    if word.left_out:
        head.addWidget(Badge("left out", "warn"))
    head.addWidget(label(word.told, role="text-2", size="xs"))
    value = QHBoxLayout()
    value.addWidget(_value(said.value))
    value.addStretch(1)
    words = ClampedLabel(_LINES, role="text" if said.words else "text-3", size="sm")
    words.set_whole(said.words or "No words beside it")
    column = QVBoxLayout(card)
    column.setContentsMargins(14, 10, 14, 12)
    column.setSpacing(6)
    column.addLayout(head)
    column.addLayout(value)
    column.addWidget(words)
    column.addStretch(1)
    return card


def _value(value: str) -> QWidget:
    if value in VERDICTS:
        return VerdictChip(value)
    made = label(f"{value} of 10" if value.isdigit() else value.replace("_", " "), weight="semibold")
    made.setProperty("mono", "true")
    return made


def initials(name: str) -> str:
    """Two letters of a name: of its first and last part."""
    parts = [part for part in name.replace(".", " ").split() if part]
    if not parts:
        return "?"
    return (parts[0][0] + (parts[-1][0] if len(parts) > 1 else parts[0][1:2])).upper()
