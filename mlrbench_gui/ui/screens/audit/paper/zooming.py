"""A view over a stack of pages that zooms, fits the width, and scrolls to a place, whatever it shows."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget
from typing_extensions import override

from mlrbench_gui.ui.screens.audit.paper.ticks import TickedScrollBar

ZOOM_STEP = 1.1
ZOOM_LOW, ZOOM_HIGH = 0.5, 5.0
SCROLL_MS = 100


class ZoomView(QGraphicsView):
    """Units of the scene are points; the transform is the zoom in logical pixels a point."""

    zoom_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.bar = TickedScrollBar(self)
        self.setVerticalScrollBar(self.bar)
        self.setScene(QGraphicsScene(self))
        self.animated = True
        self._fits = True
        self._scroll = QVariantAnimation(self)
        self._scroll.setDuration(SCROLL_MS)
        self._scroll.valueChanged.connect(self.bar.setValue)

    @property
    def zoom(self) -> float:
        """Logical pixels a point."""
        return float(self.transform().m11())

    @property
    def fits_width(self) -> bool:
        """Whether the page fills the width, also when that changes."""
        return self._fits

    def zoom_by(self, factor: float, at: QPoint | None = None) -> None:
        """Zoom, keeping the place under `at` (else the middle) where it is."""
        self.zoom_to(self.zoom * factor, at)

    def zoom_to(self, zoom: float, at: QPoint | None = None) -> None:
        """Take this zoom within the bounds, and no longer follow the width."""
        self._fits = False
        self._apply_zoom(zoom, at or self.viewport().rect().center())

    def fit_width(self) -> None:
        """Let the page fill the width from now on."""
        self._fits = True
        self.refit()

    def refit(self) -> None:
        """Fit again after the width or the pages changed, if fitting is on."""
        width = self.sceneRect().width()
        if self._fits and width > 0.0:
            self._apply_zoom(self.viewport().width() / width, QPoint(0, 0))

    def reveal(self, box: QRectF) -> None:
        """Bring a box of the scene well into sight: to a third of the height, unless it is there already."""
        height = self.viewport().height()
        top = self.mapFromScene(box.topLeft()).y()
        if not height * 0.08 <= top <= height * 0.82:
            target = self.bar.value() + top - height // 3
            self._scroll_to(max(self.bar.minimum(), min(target, self.bar.maximum())))
        self._reveal_sideways(box)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refit()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(ZOOM_STEP ** (event.angleDelta().y() / 120.0), event.position().toPoint())
            event.accept()
            return
        self._scroll.stop()
        super().wheelEvent(event)

    def _apply_zoom(self, zoom: float, at: QPoint) -> None:
        zoom = max(ZOOM_LOW, min(zoom, ZOOM_HIGH))
        if abs(zoom - self.zoom) < 1e-6:
            return
        before = self.mapToScene(at)
        self.setTransform(QTransform.fromScale(zoom, zoom))
        moved = self.mapFromScene(before) - at
        self.bar.setValue(self.bar.value() + moved.y())
        sideways = self.horizontalScrollBar()
        sideways.setValue(sideways.value() + moved.x())
        self.zoom_changed.emit()

    def _scroll_to(self, target: int) -> None:
        self._scroll.stop()
        if not self.animated or not self.isVisible():
            self.bar.setValue(target)
            return
        self._scroll.setStartValue(self.bar.value())
        self._scroll.setEndValue(target)
        self._scroll.start()

    def _reveal_sideways(self, box: QRectF) -> None:
        left, right = self.mapFromScene(box.topLeft()).x(), self.mapFromScene(box.bottomRight()).x()
        sideways = self.horizontalScrollBar()
        if left < 0 or right > self.viewport().width():
            sideways.setValue(sideways.value() + left - self.viewport().width() // 4)

    def scene_middle(self) -> QPointF:
        """The scene's point in the middle of the viewport."""
        return self.mapToScene(self.viewport().rect().center())
