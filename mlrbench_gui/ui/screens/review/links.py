"""A short link with its icon: pressed by mouse, Space or Enter, and cut where there is no room."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import draw_text, half_pixel, text_width

_ICON = 14


class LinkLabel(QAbstractButton):
    """`mono` for places in files, plain type for words."""

    def __init__(self, text: str, *, icon: str = "link", tip: str = "", mono: bool = True) -> None:
        super().__init__()
        self._icon, self._mono = icon, mono
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.theme_signals().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), self._face())) + _ICON + 14, height("row-tree"))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, height("row-tree"))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        color = theme.color("accent-ink")
        paint_icon(painter, self._icon, QRectF(3, round((box.height() - _ICON) / 2), _ICON, _ICON), color)
        words = box.adjusted(_ICON + 8, 0, -3, 0)
        draw_text(painter, words, self.text(), font=self._face(), color=color)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("focus"), 1.5))
            painter.drawRoundedRect(half_pixel(box), 3, 3)

    def _face(self) -> QFont:
        return mono_font(11) if self._mono else ui_font(12)
