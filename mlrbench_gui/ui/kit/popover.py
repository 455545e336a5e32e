"""A popover: content in a painted 1 px path with a notch that points at what it explains.

It is a child laid over the window and not a window of its own: rounded corners then need no compositor, it cannot end
up on another screen, and a picture of the window shows it.
"""

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme

NOTCH = 6
_RADIUS = 6.0


class Popover(QWidget):
    """One layer over the window. A click outside, Esc or `close_popover` shuts it; `closed` tells so."""

    closed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._anchor = QPoint()
        self._above = False
        self._content: QWidget | None = None
        self._before: QWidget | None = None
        self._box = QVBoxLayout(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("popover")
        self.hide()
        theme.theme_signals().changed.connect(self.update)

    def set_content(self, widget: QWidget) -> None:
        """Show this widget from now on; the earlier one is thrown away."""
        if self._content is not None:
            self._box.removeWidget(self._content)
            self._content.deleteLater()
        self._content = widget
        self._box.addWidget(widget)

    def open_at(
        self, anchor: QRect, *, width: int = 0, keep_left_of: int | None = None, focus: bool = True
    ) -> None:
        """Open below the anchor (global coordinates), else above it, never right of the global x `keep_left_of`."""
        window = self._window
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._box.setContentsMargins(13, 13 + NOTCH, 13, 13)
        size = self._wanted(width)
        place = QRect(window.mapFromGlobal(anchor.topLeft()), anchor.size())
        right = (
            window.width() - 8 if keep_left_of is None else window.mapFromGlobal(QPoint(keep_left_of, 0)).x()
        )
        left = max(8, min(place.center().x() - size.width() // 2, right - size.width()))
        self._above = place.bottom() + size.height() > window.height() - 8 and place.top() - size.height() > 8
        if self._above:
            self._box.setContentsMargins(13, 13, 13, 13 + NOTCH)
        top = place.top() - size.height() if self._above else place.bottom() + 1
        self.setGeometry(left, top, size.width(), size.height())
        self._anchor = QPoint(max(16, min(place.center().x() - left, size.width() - 16)), 0)
        self.show()
        self.raise_()
        if focus:
            self._take_focus()
        self._application().installEventFilter(self)

    def close_popover(self) -> None:
        """Hide it and give the focus back to where it was."""
        if not self.isVisible():
            return
        self._application().removeEventFilter(self)
        inside = self._holds(QApplication.focusWidget())
        self.hide()
        if inside and self._before is not None:
            self._before.setFocus()
        self.closed.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        outside = (
            isinstance(watched, QWidget) and watched.window() is self.window() and not self._holds(watched)
        )
        if event.type() == QEvent.Type.MouseButtonPress and outside:
            self.close_popover()
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_popover()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.color("line-strong"), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("panel"))
        painter.drawPath(self._path())

    def _application(self) -> QCoreApplication:
        app = QCoreApplication.instance()
        if app is None:
            raise RuntimeError("a popover needs a running application")
        return app

    def _wanted(self, width: int) -> QSize:
        if width:
            self.setFixedWidth(width)
            tall = (
                self._box.heightForWidth(width)
                if self._box.hasHeightForWidth()
                else self._box.sizeHint().height()
            )
            return QSize(width, tall)
        return self._box.sizeHint()

    def _take_focus(self) -> None:
        first = self._content.nextInFocusChain() if self._content is not None else None
        able = first is not None and self._holds(first) and first.focusPolicy() & Qt.FocusPolicy.TabFocus
        (first if able and first is not None else self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _holds(self, widget: QWidget | None) -> bool:
        return widget is not None and (widget is self or self.isAncestorOf(widget))

    def _path(self) -> QPainterPath:
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        edge = box.bottom() - NOTCH if self._above else box.top() + NOTCH
        body = QRectF(box.left(), box.top(), box.width(), box.height() - NOTCH)
        tip = box.bottom() if self._above else box.top()
        if not self._above:
            body.translate(0, NOTCH)
        path = QPainterPath()
        path.addRoundedRect(body, _RADIUS, _RADIUS)
        x = float(self._anchor.x())
        notch = QPainterPath()
        notch.addPolygon(
            QPolygonF([QPointF(x - 7, edge), QPointF(x, tip), QPointF(x + 7, edge), QPointF(x - 7, edge)])
        )
        return path.united(notch).simplified()
