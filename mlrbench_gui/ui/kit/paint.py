"""Small pieces of painting that many delegates share: elided text, trust outlines, selection, bars."""

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTER = Qt.AlignmentFlag.AlignCenter
SEGMENT_MIN = 3.0
"""No verdict's part of a claims bar is narrower, so that a single claim is seen."""


def text_width(text: str, font: QFont) -> float:
    """The advance of a text, cached."""
    return _width(text, font.key())


def draw_text(
    painter: QPainter, rect: QRectF, text: str, *, font: QFont, color: QColor, align: Qt.AlignmentFlag = LEFT
) -> None:
    """One line of text in a rectangle, elided at the right where it is too long."""
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(rect, align | Qt.TextFlag.TextSingleLine, elided(text, font, rect.width()))


def elided(text: str, font: QFont, width: float, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    """The text as it fits into the width, cached by text, font and width."""
    return _elided(text, font.key(), int(width), mode)


def trust_pen(trust: str, color: QColor, width: float = 1.0) -> QPen:
    """The line of a trust: solid, dashed 4-3, or dotted with round caps; always cosmetic."""
    pen = QPen(color, width)
    pen.setCosmetic(True)
    if trust == Trust.DOUBTFUL:
        pen.setDashPattern([4.0 / width, 3.0 / width])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    elif trust == Trust.UNKNOWN:
        pen.setDashPattern([1.0, 1.5])
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if width > 1 else Qt.PenCapStyle.FlatCap)
    return pen


def half_pixel(rect: QRectF) -> QRectF:
    """The rectangle on whose edge a 1 px line is sharp."""
    return rect.adjusted(0.5, 0.5, -0.5, -0.5)


def draw_row_ground(painter: QPainter, rect: QRectF, *, selected: bool, focused: bool, hovered: bool) -> None:
    """A row's ground: hover, or selection with its 3 px bar, bright only where the keyboard focus is."""
    if selected:
        painter.fillRect(rect, theme.color("select" if focused else "select-idle"))
        bar = QRectF(rect.left(), rect.top(), 3, rect.height())
        painter.fillRect(bar, theme.color("accent" if focused else "line-strong"))
    elif hovered:
        painter.fillRect(rect, theme.color("hover"))


def draw_claims_bar(painter: QPainter, rect: QRectF, counts: Mapping[str, int]) -> None:
    """Claims by verdict in their fixed order, 1 px gaps, no part under 3 px."""
    shown = [(verdict, counts.get(verdict, 0)) for verdict in Verdict if counts.get(verdict, 0)]
    left = rect.left()
    for (verdict, _count), width in zip(
        shown, segment_widths([n for _v, n in shown], rect.width()), strict=True
    ):
        painter.fillRect(QRectF(left, rect.top(), width, rect.height()), theme.current().solid(verdict))
        left += width + 1


def segment_widths(counts: list[int], width: float) -> list[float]:
    """Widths in proportion to the counts, each at least 3 px, that fill the width with 1 px gaps between."""
    room = width - max(0, len(counts) - 1)
    small: set[int] = set()
    while True:
        total = sum(n for i, n in enumerate(counts) if i not in small)
        left = room - SEGMENT_MIN * len(small)
        new = {i for i, n in enumerate(counts) if i not in small and total and n / total * left < SEGMENT_MIN}
        if not new:
            break
        small |= new
    return [SEGMENT_MIN if i in small else n / total * left for i, n in enumerate(counts)]


def draw_line(painter: QPainter, start: QPointF, end: QPointF, role: str = "line") -> None:
    """A 1 px line in the role's colour."""
    pen = QPen(theme.color(role), 1)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.drawLine(start, end)


_fonts: dict[str, tuple[QFont, QFontMetricsF]] = {}


def _metrics(key: str) -> QFontMetricsF:
    if key not in _fonts:
        font = QFont()
        font.fromString(key)
        _fonts[key] = (font, QFontMetricsF(font))
    return _fonts[key][1]


@lru_cache(maxsize=8192)
def _width(text: str, font: str) -> float:
    return _metrics(font).horizontalAdvance(text)


@lru_cache(maxsize=8192)
def _elided(text: str, font: str, width: int, mode: Qt.TextElideMode) -> str:
    return _metrics(font).elidedText(text, mode, width)
