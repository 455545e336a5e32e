"""An area drawn on a page: by mouse, or moved and sized with the arrows and taken with Enter."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QRubberBand
from typing_extensions import override

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.screens.audit.paper.view import PaperView

_LEAST = 8
_STEP = 16
_FIRST = QSize(240, 120)


@dataclass(frozen=True, slots=True)
class MarkedBox:
    """A rectangle of a page, in points from its upper left corner."""

    paper: RelPath
    page: int
    box: tuple[float, float, float, float]


class AreaMarker(QObject):
    """Takes mouse and keys of the view while an area is marked. `marked` carries a `MarkedBox`."""

    marked = Signal(object)

    def __init__(self, view: PaperView) -> None:
        super().__init__(view)
        self._view = view
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, view.viewport())
        self._from: QPoint | None = None
        self.active = False
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def begin(self) -> bool:
        """Start with a frame in the middle of the view; False without a paper."""
        if self._view.sheet is None:
            return False
        self.active = True
        room = self._view.viewport().rect()
        frame = QRect(QPoint(0, 0), _FIRST.boundedTo(room.size()))
        frame.moveCenter(room.center())
        self._show(frame)
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def stop(self) -> bool:
        """Mark nothing; False if nothing was being marked."""
        was, self.active = self.active, False
        self._from = None
        self._band.hide()
        if was:
            self._view.viewport().unsetCursor()
        return was

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.active:
            return False
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        here = event.position().toPoint()
        match event.type():
            case QEvent.Type.MouseButtonPress:
                self._from = here
            case QEvent.Type.MouseMove if self._from is not None:
                self._show(QRect(self._from, here).normalized())
            case QEvent.Type.MouseButtonRelease if self._from is not None:
                self._from = None
                self._take()
            case _:
                pass
        return True

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        step = {
            Qt.Key.Key_Left: QPoint(-_STEP, 0),
            Qt.Key.Key_Right: QPoint(_STEP, 0),
            Qt.Key.Key_Up: QPoint(0, -_STEP),
            Qt.Key.Key_Down: QPoint(0, _STEP),
        }.get(key)
        frame = self._band.geometry()
        if step is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._show(frame.adjusted(0, 0, step.x(), step.y()))
        elif step is not None:
            self._show(frame.translated(step))
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._take()
        elif key == Qt.Key.Key_Escape:
            self.stop()
        return True

    def _show(self, frame: QRect) -> None:
        self._band.setGeometry(frame.intersected(self._view.viewport().rect()))
        self._band.show()

    def _take(self) -> None:
        frame, sheet = self._band.geometry(), self._view.sheet
        self.stop()
        if sheet is None or min(frame.width(), frame.height()) < _LEAST:
            return
        one, other = self._view.mapToScene(frame.topLeft()), self._view.mapToScene(frame.bottomRight())
        page, x0, y0 = sheet.stack.on_page(one.x(), one.y())
        width, height = sheet.stack.sizes[page - 1]
        box = (
            max(x0, 0.0),
            max(y0, 0.0),
            min(x0 + other.x() - one.x(), width),
            min(y0 + other.y() - one.y(), height),
        )
        if box[0] < box[2] and box[1] < box[3]:
            self.marked.emit(MarkedBox(sheet.path, page, _rounded(box)))


def _rounded(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (round(value, 1) for value in box)
    return x0, y0, x1, y1
