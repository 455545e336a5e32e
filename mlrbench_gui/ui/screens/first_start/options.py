"""The list of ways to begin: each with icon, words and key, joined in one card."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import key_cap_width, paint_key_cap
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.icons import RAIL, paint_icon
from mlrbench_gui.ui.kit.paint import draw_text, half_pixel

_RADIUS = 6.0


@dataclass(frozen=True, slots=True)
class Option:
    """One way to begin; `key` as people read it."""

    id: str
    icon: str
    title: str
    line: str
    key: str


class OptionButton(QAbstractButton):
    """One row of the card."""

    def __init__(self, option: Option, *, first: bool, last: bool) -> None:
        super().__init__()
        self.option = option
        self._first, self._last = first, last
        self._hover = False
        self.setText(option.title)
        self.setAccessibleName(option.title)
        self.setAccessibleDescription(option.line)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.theme_signals().changed.connect(self.update)

    def stand_alone(self) -> None:
        """Be a card of its own."""
        self._first = self._last = True
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(520, px(60))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover = True
        self.update()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover = False
        self.update()
        super().leaveEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case _:
                super().keyPressEvent(event)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        self._paint_ground(painter, focused=focused)
        box = QRectF(self.rect())
        icon = QRectF(14, (box.height() - RAIL) / 2, RAIL, RAIL)
        paint_icon(painter, self.option.icon, icon, theme.color("accent-ink" if focused else "text-2"))
        cap = key_cap_width(self.option.key)
        paint_key_cap(
            painter, QRectF(box.right() - 14 - cap, (box.height() - 16) / 2, cap, 16), self.option.key
        )
        wide, middle = box.width() - 62 - cap, box.height() / 2
        title = QRectF(48, middle - px(18), wide, px(18))
        draw_text(painter, title, self.option.title, font=ui_font(13, 600), color=theme.color("text"))
        line = QRectF(48, middle, wide, px(18))
        draw_text(painter, line, self.option.line, font=ui_font(12), color=theme.color("text-2"))

    def _paint_ground(self, painter: QPainter, *, focused: bool) -> None:
        box = half_pixel(QRectF(self.rect()))
        if not self._last:
            box.setBottom(box.bottom() + 1)
        path = _rounded(box, top=self._first, bottom=self._last)
        pen = QPen(theme.color("line"), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("select" if focused else "hover" if self._hover else "panel"))
        painter.drawPath(path)
        if focused:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inner = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawPath(_rounded(inner, top=self._first, bottom=self._last))


class OptionList(QWidget):
    """The card; `chosen` tells the option's id."""

    chosen = Signal(str)

    def __init__(self, options: Sequence[Option]) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.buttons: list[OptionButton] = []
        for place, option in enumerate(options):
            button = OptionButton(option, first=place == 0, last=place == len(options) - 1)
            button.clicked.connect(lambda _checked=False, id_=option.id: self.chosen.emit(id_))
            self.buttons.append(button)
            column.addWidget(button)

    def show_only(self, id_: str) -> None:
        """Leave one way to begin."""
        for button in self.buttons:
            button.setVisible(button.option.id == id_)
            button.stand_alone()


def _rounded(box: QRectF, *, top: bool, bottom: bool) -> QPainterPath:
    """A rectangle with its upper or lower corners rounded."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(box, _RADIUS, _RADIUS)
    if not top:
        path.addRect(QRectF(box.left(), box.top(), box.width(), _RADIUS * 2))
    if not bottom:
        path.addRect(QRectF(box.left(), box.bottom() - _RADIUS * 2, box.width(), _RADIUS * 2))
    return path.simplified()
