"""The list of differences: what two say as glyphs or words, what it is about, and of which run."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from typing_extensions import override

from mlrbench_gui.domain.settling import ItemKind, SettledItem
from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.people.conflicts import Difference
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import mono_font, ui_font
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import CENTER, draw_line, draw_text
from mlrbench_gui.ui.kit.rowlist import RowDelegate, RowsModel
from mlrbench_gui.ui.screens.adjudication.reading import VERDICTS, said_words, title_words

Index = QModelIndex | QPersistentModelIndex
_PAD, _WORDS, _GLYPH = 12, 46, 16
_SHORT = {
    "Yes": "Y",
    "No": "N",
    "Not Sure": "?",
    "no claim": "∅",
    "confirmed": "✓",
    "dismissed": "×",
    "passed": "✓",
    "refused": "×",
}


class DifferencesModel(RowsModel[Difference]):
    """Rows in words for assistive programs."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        one = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{shown_name(one.run)}, {said_words(one.item)}"
        return f"{one.run}\n{one.item.title}" if role == Qt.ItemDataRole.ToolTipRole else None


class DifferenceDelegate(RowDelegate[Difference]):
    """Two words side by side, then title and run."""

    height = "row-claim"
    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: Difference, at_row: int) -> None:
        item = row.item
        self._draw_words(painter, rect, row)
        left, right = rect.left() + _PAD + _WORDS + 10, rect.right() - _PAD
        upper = QRectF(left, rect.top() + 4, right - left, 17)
        if item.differs and not item.is_open:
            place = QRectF(right - 14, rect.top() + 6, 14, 14)
            paint_icon(painter, "check", place, theme.color("ok"))
            upper.setRight(right - 20)
        ink = theme.color("text" if item.is_open else "text-2")
        draw_text(painter, upper, title_words(item), font=ui_font(12, 500), color=ink)
        lower = QRectF(left, rect.top() + 21, right - left, 16)
        told = f"{shown_name(row.run)} · {item.group}"
        draw_text(painter, lower, told, font=ui_font(11), color=theme.color("text-2"))

    @staticmethod
    def _draw_words(painter: QPainter, rect: QRectF, row: Difference) -> None:
        """The two words that lie farthest apart, parted by a line."""
        middle = rect.left() + _PAD + _WORDS / 2
        top = rect.top() + 12
        for word, left in zip(farthest(row.item), (rect.left() + _PAD, middle + 5), strict=False):
            _draw_word(painter, QRectF(left, top, _WORDS / 2 - 5, _GLYPH), word)
        draw_line(painter, QPointF(middle, top), QPointF(middle, top + _GLYPH), "line-strong")


def farthest(item: SettledItem) -> tuple[str, ...]:
    """Of scores the lowest and the highest, else the first word and one that differs from it."""
    values = [word.value for word in item.said]
    scores = sorted({int(value) for value in values if value.isdigit()})
    if item.kind is ItemKind.SCORE and len(scores) > 1:
        return str(scores[0]), str(scores[-1])
    return (values[0], next((value for value in values if value != values[0]), values[-1])) if values else ()


def _draw_word(painter: QPainter, box: QRectF, value: str) -> None:
    if value in VERDICTS:
        pixmap = verdict_pixmap(value, _GLYPH, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(round(box.center().x() - _GLYPH / 2), box.top()), pixmap)
        return
    words = _SHORT.get(value, value[:3])
    draw_text(painter, box, words, font=mono_font(11, 600), color=theme.color("text"), align=CENTER)
