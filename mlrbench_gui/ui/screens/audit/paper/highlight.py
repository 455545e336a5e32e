"""A claim's highlight on the page: fill by verdict, outline by trust, a ring round the current one.

The fill is laid under the ink with Darken (light page) or Lighten (dark page): the ground becomes the fill and the
text keeps its colour; Multiply would blacken the dark page. Outlines are drawn in logical pixels at half
positions, so they are as thin and crisp at every zoom.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.stack import Box

_REACH = 8.0
"""Points round the boxes that outline and ring may touch at the smallest zoom."""

_TALLEST_LINE = 60.0  # points; what is taller is a picture, whose colours a reviewer compares: it keeps them
_RADIUS = 2.0

_RISE = 1.0
"""Pixels above and below the glyphs' box, so that an outline touches no letter."""


class HighlightItem(QGraphicsItem):
    """One claim on the pages. The shorter of two overlapping claims lies on top."""

    def __init__(self, claim_id: str, boxes: Sequence[Box], length: int) -> None:
        super().__init__()
        self.claim_id = claim_id
        self._boxes = tuple(QRectF(QPointF(x0, y0), QPointF(x1, y1)) for x0, y0, x1, y1 in boxes)
        self._bounds = self._union().adjusted(-_REACH, -_REACH, _REACH, _REACH)
        self._verdict = Verdict.UNVERIFIABLE
        self._trust = Trust.UNKNOWN
        self._current = False
        self._selected = False
        self._rank = -float(min(length, 100_000))
        self.setZValue(self._rank)

    def show_as(self, verdict: Verdict, trust: Trust) -> None:
        """Take another verdict or trust."""
        if (verdict, trust) != (self._verdict, self._trust):
            self._verdict, self._trust = verdict, trust
            self.update()

    def set_state(self, *, current: bool, selected: bool) -> None:
        """Be the current claim, one of several selected ones, or neither."""
        if (current, selected) != (self._current, self._selected):
            self._current, self._selected = current, selected
            self.setZValue(self._rank + (200_000.0 if current else 0.0))
            self.update()

    @property
    def is_current(self) -> bool:
        return self._current

    @property
    def boxes(self) -> tuple[QRectF, ...]:
        """The boxes of the words, one a line."""
        return self._boxes

    @override
    def boundingRect(self) -> QRectF:
        return self._bounds

    @override
    def shape(self) -> QPainterPath:
        path = QPainterPath()
        for box in self._boxes:
            path.addRect(box)
        return path

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        rects = [pixel_rect(box, painter.worldTransform()) for box in self._boxes]
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_fill(painter, rects)
        self._paint_outline(painter, rects)
        if self._current or self._selected:
            self._paint_ring(painter, rects)
        painter.restore()

    def _paint_fill(self, painter: QPainter, rects: Sequence[QRectF]) -> None:
        colours = theme.current()
        fill = colours.fill(self._verdict) if self._current else colours.chip(self._verdict)
        painter.setCompositionMode(ink_mode())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        for box, rect in zip(self._boxes, rects, strict=True):
            if box.height() <= _TALLEST_LINE:
                painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_outline(self, painter: QPainter, rects: Sequence[QRectF]) -> None:
        solid = theme.current().solid(self._verdict)
        if self._trust is Trust.UNKNOWN:
            painter.setPen(dotted_pen(solid))
            for rect in rects:
                y = rect.bottom() - 0.5
                painter.drawLine(QPointF(rect.left() + 1.0, y), QPointF(rect.right() - 1.0, y))
            return
        painter.setPen(outline_pen(solid, dashed=self._trust is Trust.DOUBTFUL))
        for rect in rects:
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)

    def _paint_ring(self, painter: QPainter, rects: Sequence[QRectF]) -> None:
        pen = QPen(theme.current().color("accent"), 2.0 if self._current else 1.0)
        painter.setPen(pen)
        for rect in rects:
            painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), _RADIUS + 1.5, _RADIUS + 1.5)

    def _union(self) -> QRectF:
        whole = QRectF()
        for box in self._boxes:
            whole = whole.united(box)
        return whole


def pixel_rect(box: QRectF, transform: QTransform) -> QRectF:
    """The box in logical pixels with 1 px of side padding, at half positions where a 1 px line is crisp."""
    rect = transform.mapRect(box)
    left, right = round(rect.left() - 1.0) + 0.5, round(rect.right() + 1.0) - 0.5
    top, bottom = round(rect.top() - _RISE) + 0.5, round(rect.bottom() + _RISE) - 0.5
    return QRectF(QPointF(left, top), QPointF(max(right, left + 1.0), max(bottom, top + 1.0)))


def ink_mode() -> QPainter.CompositionMode:
    """The composition that colours the ground and spares the ink, for the theme that is on."""
    if theme.current().name == "dark":
        return QPainter.CompositionMode.CompositionMode_Lighten
    return QPainter.CompositionMode.CompositionMode_Darken


def outline_pen(colour: QColor, *, dashed: bool) -> QPen:
    """The 1 px outline of trust: solid for measured, dashed 4-3 for doubtful."""
    pen = QPen(colour, 1.0)
    if dashed:
        pen.setDashPattern([4.0, 3.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def dotted_pen(colour: QColor) -> QPen:
    """The 2 px dotted underline of unknown trust."""
    pen = QPen(colour, 2.0)
    pen.setDashPattern([0.01, 2.0])
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen
