"""A choice among a few steps in one row, such as a score of 1 to 10: seen at once, set by digit, arrows or click."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.paint import CENTER, draw_line, draw_text, half_pixel, text_width

_RADIUS = 4.0
_AIR = 9


class StepField(QWidget):
    """`chosen` carries the 0-based step that a person chose, -1 where the choice was taken back.

    With `ordered` the steps below the chosen one are tinted, as on a scale. `left` tells -1 or 1 for the row above or
    below, `entered` that Enter was pressed.
    """

    chosen = Signal(int)
    left = Signal(int)
    entered = Signal()

    def __init__(self, name: str, steps: Sequence[str], *, ordered: bool = False, cell: int = 0) -> None:
        super().__init__()
        self._name, self._steps, self._ordered, self._cell = name, tuple(steps), ordered, cell
        self._step: int | None = None
        self._hover = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_step(None)
        theme.theme_signals().changed.connect(self._again)

    @property
    def step(self) -> int | None:
        """The chosen step, None without one."""
        return self._step

    def set_step(self, step: int | None) -> None:
        """Show a choice without telling."""
        self._step = step
        said = "not set" if step is None else self._steps[step]
        self.setAccessibleName(f"{self._name}: {said}")
        self.update()

    def choose(self, step: int | None) -> None:
        """Choose as a person does; a step that is not there is passed over."""
        if step is not None and not 0 <= step < len(self._steps):
            return
        if step != self._step:
            self.set_step(step)
            self.chosen.emit(-1 if step is None else step)

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(sum(self._widths())) + 2, height("control"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            by = 1 if key == Qt.Key.Key_Right else -1
            first = 0 if by > 0 else len(self._steps) - 1
            self.choose(first if self._step is None else self._step + by)
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.left.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self.choose(None)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        if at >= 0:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.choose(None if at == self._step else at)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover = self._at(event.position())
        self.update()

    @override
    def leaveEvent(self, _event: object) -> None:
        self._hover = -1
        self.update()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(box, _RADIUS - 1, _RADIUS - 1)
        painter.fillPath(shape, theme.color("panel"))
        painter.save()
        painter.setClipPath(shape)
        for step, cell in enumerate(self._cells()):
            self._paint_cell(painter, step, cell)
        painter.restore()
        focus = self.hasFocus()
        pen = QPen(theme.color("focus" if focus else "line"), 2 if focus else 1)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        edge = QRectF(self.rect()).adjusted(1, 1, -1, -1) if focus else half_pixel(QRectF(self.rect()))
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_cell(self, painter: QPainter, step: int, cell: QRectF) -> None:
        chosen = step == self._step
        below = self._ordered and self._step is not None and step < self._step
        role = "accent" if chosen else "select" if below else "hover" if step == self._hover else ""
        if role:
            painter.fillRect(cell, theme.color(role))
        if step and not chosen:
            draw_line(
                painter, QPointF(cell.left(), cell.top() + 1), QPointF(cell.left(), cell.bottom() - 1), "line"
            )
        ink = "on-accent" if chosen else "text" if below else "text-2"
        font = self._font(bold=chosen)
        draw_text(painter, cell, self._steps[step], font=font, color=theme.color(ink), align=CENTER)

    def _font(self, *, bold: bool) -> QFont:
        weight = 600 if bold else 400
        return mono_font(12, weight) if self._ordered else ui_font(12, weight)

    def _widths(self) -> list[float]:
        if self._cell:
            return [float(px(self._cell))] * len(self._steps)
        return [round(text_width(word, ui_font(12, 600))) + 2.0 * _AIR for word in self._steps]

    def _cells(self) -> list[QRectF]:
        left, cells = 1.0, []
        for width in self._widths():
            cells.append(QRectF(left, 0.0, width, float(self.height())))
            left += width
        return cells

    def _at(self, place: QPointF) -> int:
        return next((step for step, cell in enumerate(self._cells()) if cell.contains(place)), -1)

    def _again(self) -> None:
        self.updateGeometry()
        self.update()
