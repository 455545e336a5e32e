"""What lies over the highlights for a moment: the selected words, and the hits of a search in the paper."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.highlight import ink_mode, pixel_rect
from mlrbench_gui.ui.screens.audit.paper.stack import Box

_TOP = 500_000.0


class OverlayItem(QGraphicsItem):
    """Boxes over the whole paper; repainted as a whole when they change."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__()
        self._bounds = bounds
        self._selection: tuple[QRectF, ...] = ()
        self._hits: tuple[QRectF, ...] = ()
        self._hit: tuple[QRectF, ...] = ()
        self.setZValue(_TOP)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def select(self, boxes: Sequence[Box]) -> None:
        """Show these words as selected."""
        self._selection = _rects(boxes)
        self.update()

    def show_hits(self, hits: Sequence[Box], current: Sequence[Box]) -> None:
        """Show what was found, and the hit that one is at."""
        self._hits, self._hit = _rects(hits), _rects(current)
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        return self._bounds

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        exposed = option.exposedRect
        transform = painter.worldTransform()
        accent = theme.current().color("accent")
        painter.save()
        painter.resetTransform()
        painter.setCompositionMode(ink_mode())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_tint(accent))
        for box in (*self._selection, *self._hit):
            if box.intersects(exposed):
                painter.drawRect(pixel_rect(box, transform))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(accent, 1.0))
        for box in self._hits:
            if box.intersects(exposed):
                painter.drawRect(pixel_rect(box, transform))
        painter.restore()


def _rects(boxes: Sequence[Box]) -> tuple[QRectF, ...]:
    return tuple(QRectF(QPointF(x0, y0), QPointF(x1, y1)) for x0, y0, x1, y1 in boxes)


def _tint(accent: QColor) -> QColor:
    """A selection's ground: the accent laid thinly on the page."""
    page = theme.current().color("page")
    part = 0.30
    return QColor.fromRgbF(
        page.redF() + (accent.redF() - page.redF()) * part,
        page.greenF() + (accent.greenF() - page.greenF()) * part,
        page.blueF() + (accent.blueF() - page.blueF()) * part,
    )
