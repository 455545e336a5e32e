"""A picture to zoom and pan, with places marked on it; for figures and for pages of PDF papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent

_STEP = 1.25
_MOST = 16.0
_MARGIN = 8
_PAN = 40


class PictureCanvas(QWidget):
    """Fits the picture until it is zoomed. Wheel and + - zoom, 0 fits, 1 is one pixel a pixel, arrows and drag pan."""

    zoomed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._image = QImage()
        self._marks: tuple[QRectF, ...] = ()
        self._current: QRectF | None = None
        self._verdict = "unverifiable"
        self._scale: float | None = None
        self._origin = QPointF()
        self._dragged_from: QPointF | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(80, 60)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        theme.theme_signals().changed.connect(self.update)

    def show_image(self, image: QImage, marks: Sequence[QRectF] = (), verdict: str = "unverifiable") -> None:
        """Show another picture, fitted; `marks` are rectangles in its pixels."""
        self._image, self._marks, self._verdict = image, tuple(marks), verdict
        self._current = None
        self.fit()

    def set_marks(self, marks: Sequence[QRectF], current: QRectF | None = None) -> None:
        """Mark other places of the same picture, one of them in the focus colour."""
        self._marks, self._current = tuple(marks), current
        self.update()

    def fit(self) -> None:
        """All of the picture, never larger than it is."""
        self._scale = None
        self._told()

    def show_area(self, area: QRectF) -> None:
        """Zoom so that the area fills the width."""
        if not area.isEmpty():
            self._scale = min(_MOST, (self.width() - 2 * _MARGIN) / area.width())
            self._origin = QPointF(self.width() / 2, self.height() / 2) - area.center() * self._scale
            self._told()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom about a point of the widget, its middle by default."""
        if self._image.isNull():
            return
        at = about if about is not None else QPointF(self.width() / 2, self.height() / 2)
        old, origin = self._shown_scale(), self._shown_origin()
        new = min(_MOST, max(old * factor, min(self._fitting(), 0.05)))
        self._origin = at - (at - origin) * (new / old)
        self._scale = new
        self._told()

    def percent(self) -> int:
        """The shown size in percent of the picture's own."""
        return round(100 * self._shown_scale())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("desk"))
        if self._image.isNull():
            return
        scale, origin = self._shown_scale(), self._shown_origin()
        visible = QRectF(event.rect()).translated(-origin)
        source = QRectF(visible.topLeft() / scale, visible.size() / scale).intersected(
            QRectF(self._image.rect())
        )
        target = QRectF(source.topLeft() * scale + origin, source.size() * scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 4)
        painter.drawImage(target, self._image, source)
        self._draw_marks(painter, scale, origin)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _draw_marks(self, painter: QPainter, scale: float, origin: QPointF) -> None:
        pen = QPen(theme.current().solid(self._verdict), 2)
        pen.setCosmetic(True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for mark in self._marks:
            pen.setColor(
                theme.color("focus") if mark == self._current else theme.current().solid(self._verdict)
            )
            painter.setPen(pen)
            box = QRectF(mark.topLeft() * scale + origin, QSizeF(mark.width() * scale, mark.height() * scale))
            painter.drawRect(box.adjusted(-2, -2, 2, 2))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_STEP ** (event.angleDelta().y() / 120), event.position())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            self._pan(event.position() - self._dragged_from)
            self._dragged_from = event.position()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        pans = {
            Qt.Key.Key_Left: QPointF(_PAN, 0),
            Qt.Key.Key_Right: QPointF(-_PAN, 0),
            Qt.Key.Key_Up: QPointF(0, _PAN),
            Qt.Key.Key_Down: QPointF(0, -_PAN),
        }
        key = Qt.Key(event.key())
        if key in pans:
            self._pan(pans[key])
        elif event.text() in {"+", "="}:
            self.zoom(_STEP)
        elif event.text() == "-":
            self.zoom(1 / _STEP)
        elif event.text() == "0":
            self.fit()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.zoomed.emit(self.percent())

    def _pan(self, by: QPointF) -> None:
        self._origin = self._shown_origin() + by
        self._scale = self._shown_scale()
        self.update()

    def _fitting(self) -> float:
        if self._image.isNull():
            return 1.0
        room_w, room_h = max(1, self.width() - 2 * _MARGIN), max(1, self.height() - 2 * _MARGIN)
        return min(1.0, room_w / self._image.width(), room_h / self._image.height())

    def _shown_scale(self) -> float:
        return self._scale if self._scale is not None else self._fitting()

    def _shown_origin(self) -> QPointF:
        if self._scale is not None:
            return self._origin
        scale = self._fitting()
        return QPointF(
            (self.width() - self._image.width() * scale) / 2,
            (self.height() - self._image.height() * scale) / 2,
        )

    def _told(self) -> None:
        self.update()
        self.zoomed.emit(self.percent())
