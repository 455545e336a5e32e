"""The number line below a comparison: the band that the printed digits allow, and the evidence's tick."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.paint import CENTER, draw_line, draw_text, text_width

if TYPE_CHECKING:
    from mlrbench_gui.ui.screens.audit.evidence.comparison import NumberComparison

_BAND_MIN = 8.0
_TICK = 3.0


def draw_number_line(painter: QPainter, area: QRectF, comparison: NumberComparison, color: QColor) -> None:
    """Axis, band with its label, tick with its label; labels never overlap."""
    axis = area.top() + fonts.px(12)
    draw_line(painter, QPointF(area.left(), axis), QPointF(area.right(), axis), "line-strong")
    held = comparison.held if comparison.held is not None and math.isfinite(comparison.held) else None
    low, high = _range(comparison, held)

    def at(value: float) -> float:
        return area.left() + area.width() * (value - low) / (high - low)

    left, right = at(comparison.band.low), at(comparison.band.high)
    if right - left < _BAND_MIN:
        left, right = (left + right - _BAND_MIN) / 2, (left + right + _BAND_MIN) / 2
    painter.setPen(QPen(theme.color("text-2"), 1.5))
    painter.setBrush(theme.color("hover"))
    painter.drawRoundedRect(QRectF(left, axis - 6, right - left, 12), 2, 2)
    label_top = area.top() + fonts.px(20)
    taken = _draw_label(painter, area, ((left + right) / 2, label_top), comparison.band_text, None)
    if held is not None:
        x = at(held)
        painter.fillRect(QRectF(round(x - _TICK / 2), axis - 8, _TICK, 16), color)
        _draw_label(painter, area, (x, label_top), comparison.held_text.split(" ")[0], taken)


def _range(comparison: NumberComparison, held: float | None) -> tuple[float, float]:
    """The shown part of the axis: all that is drawn with a quarter of room at each end."""
    ends = [comparison.band.low, comparison.band.high, *([held] if held is not None else [])]
    low, high = min(ends), max(ends)
    width = high - low
    if width <= 0:
        width = abs(low) or 1.0
    if held is None or comparison.band.holds(held):
        width *= 4
    return low - width * 0.33, high + width * 0.33


def _draw_label(
    painter: QPainter, area: QRectF, place: tuple[float, float], text: str, taken: QRectF | None
) -> QRectF:
    font = fonts.mono_font(11)
    width = text_width(text, font) + 2
    left = min(max(area.left(), place[0] - width / 2), area.right() - width)
    box = QRectF(left, place[1], width, fonts.px(14))
    if taken is not None and box.intersects(taken.adjusted(-6, 0, 6, 0)):
        right_side = taken.right() + 8
        left_side = taken.left() - 8 - width
        if right_side + width > area.right() and left_side < area.left():
            return box  # no room for both; the cells above hold the same number
        box.moveLeft(right_side if right_side + width <= area.right() else left_side)
    draw_text(painter, box, text, font=font, color=theme.color("text-2"), align=CENTER)
    return box
