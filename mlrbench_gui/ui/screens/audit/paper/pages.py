"""A page as an item of the scene: its picture at the right device pixels, or blank until there is one."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.pixels import Inks
from mlrbench_gui.ui.screens.audit.paper.rendering import PageRenderer
from mlrbench_gui.ui.screens.audit.paper.stack import Box


class PageItem(QGraphicsItem):
    """Paints the picture that the renderer has; it never asks for one."""

    def __init__(self, page: int, box: Box, renderer: PageRenderer) -> None:
        super().__init__()
        self.page = page
        self._box = QRectF(QPointF(box[0], box[1]), QPointF(box[2], box[3]))
        self._renderer = renderer
        self._inks: Inks | None = None
        self.setZValue(-1_000_000.0)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_inks(self, inks: Inks | None) -> None:
        """Be drawn in other inks from now on."""
        self._inks = inks
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        return self._box.adjusted(-1.0, -1.0, 1.0, 1.0)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        dpr = widget.devicePixelRatioF() if widget is not None else 1.0
        transform = painter.worldTransform()
        sheet = transform.mapRect(self._box)
        place = QPointF(round(sheet.left() * dpr) / dpr, round(sheet.top() * dpr) / dpr)
        picture, exact = self._renderer.picture(self.page, transform.m11() * dpr, self._inks)
        painter.save()
        painter.resetTransform()
        colours = theme.current()
        if picture is None:
            painter.fillRect(
                sheet, colours.color("page") if self._inks or not colours.dark else Qt.GlobalColor.white
            )
        elif exact:
            self._paint_exact(painter, picture, place, dpr)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(sheet, picture, QRectF(picture.rect()))
        painter.setPen(QPen(colours.color("line"), 1.0))
        painter.drawRect(QRectF(place, sheet.size()).adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.restore()

    def _paint_exact(self, painter: QPainter, picture: QPixmap, place: QPointF, dpr: float) -> None:
        """Pixel on pixel: the picture at whole device pixels and unscaled."""
        size = picture.rect()
        target = QRectF(place.x(), place.y(), size.width() / dpr, size.height() / dpr)
        painter.drawPixmap(target, picture, QRectF(size))
