"""A sheet laid over the window: a dimmed ground, a card in the middle, Esc or a click beside it shuts it."""

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme


class Overlay(QWidget):
    """Covers its window; the content stands in a card of the given size, `top` share of the free height above it."""

    closed = Signal()

    def __init__(self, window: QWidget, name: str, *, width: int, height: int, top: float = 0.5) -> None:
        super().__init__(window)
        self._window = window
        self._size = (width, height)
        self._top = top
        self._before: QWidget | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = QWidget(self)
        self.column = QVBoxLayout(self.card)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.hide()
        window.installEventFilter(self)
        theme.theme_signals().changed.connect(self.update)

    def open(self) -> None:
        """Lay it over the window."""
        self._before = QApplication.focusWidget()
        self._place()
        self.show()
        self.raise_()
        self.setFocus()

    def close_sheet(self) -> None:
        """Put it away and give the focus back."""
        if self.isVisible():
            self.hide()
            if self._before is not None and self._before.isVisible():
                self._before.setFocus()
            self.closed.emit()

    def keep_keyboard(self, inside: QWidget | None) -> None:
        """A screen behind took the keyboard from this part of the sheet: it gets it when the sheet is closed."""
        if inside is not None and self.isVisible() and self.isAncestorOf(inside):
            self._before = QApplication.focusWidget()
            inside.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_sheet()

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab inside the sheet."""
        moved = super().focusNextPrevChild(forward)
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.setFocus()
        return moved

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dim = QColor("#000000")
        dim.setAlpha(110 if theme.current().dark else 46)
        painter.fillRect(self.rect(), dim)
        pen = QPen(theme.color("line-strong"), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(QRectF(self.card.geometry()).adjusted(-0.5, -0.5, 0.5, 0.5), 6, 6)

    def _place(self) -> None:
        parent = self._window
        self.setGeometry(parent.rect())
        width = min(self._size[0], parent.width() - 48)
        tall = min(self._size[1], parent.height() - 80)
        left = (parent.width() - width) // 2
        self.card.setGeometry(QRect(left, round((parent.height() - tall) * self._top), width, tall))
