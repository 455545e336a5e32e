"""Lines that a job prints, at fixed height, only the visible ones read and painted: the cost is the same at any rate.

The view follows the end until a person scrolls up or walks; lines keep their numbers when the oldest are dropped.
"""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea
from typing_extensions import override

from mlrbench_gui.services.jobs.output import STEP, OutputLine, OutputTail
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.paint import LEFT, RIGHT, draw_text

_PAD = 8
_FAILED = "failed: "
_STDERR = "stderr"
_MOST_COPIED = 10_000


class OutputView(QAbstractScrollArea):
    """`following_changed` tells whether the end is followed."""

    following_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._tail: OutputTail | None = None
        self._first = self._last = 0
        self._current = self._anchor = -1
        self._following = True
        self.needle = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Output of the job")
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self.viewport().update)
        self.verticalScrollBar().actionTriggered.connect(lambda _action: self._scrolled())
        theme.theme_signals().changed.connect(self.refresh)

    @property
    def following(self) -> bool:
        """Whether the end stays in sight."""
        return self._following

    def show_tail(self, tail: OutputTail | None) -> None:
        """Show another job's lines, at their end."""
        self._tail = tail
        self._current = self._anchor = -1
        self.follow(on=True)
        self.refresh()

    def refresh(self) -> None:
        """Take in what was printed since."""
        top = self._first + self.verticalScrollBar().value()
        self._first, self._last = self._tail.span() if self._tail is not None else (0, 0)
        bar = self.verticalScrollBar()
        bar.setPageStep(self._rows())
        bar.setRange(0, max(0, self._last - self._first - self._rows()))
        bar.setValue(bar.maximum() if self._following else max(0, top - self._first))
        self.viewport().update()

    def follow(self, *, on: bool) -> None:
        """Keep the end in sight, or stay."""
        if on != self._following:
            self._following = on
            self.following_changed.emit(on)
        if on:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def current(self) -> int:
        """The number of the line that the keyboard is on, -1 for none."""
        return self._current

    def go_to(self, number: int) -> None:
        """Put the keyboard on a line and show it at a third of the height."""
        self.follow(on=False)
        self._current = self._anchor = number
        self.verticalScrollBar().setValue(number - self._first - self._rows() // 3)
        self.viewport().update()

    def selected_text(self) -> str:
        """The selected lines."""
        low, high = sorted((self._anchor, self._current))
        if self._tail is None or high < 0:
            return ""
        return "\n".join(line.text for line in self._tail.lines(low, min(high + 1, low + _MOST_COPIED)))

    # --- painting

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        box, tall, gutter = QRectF(self.viewport().rect()), self._row_height(), self._gutter()
        painter.fillRect(box, theme.color("panel"))
        painter.fillRect(QRectF(0, 0, gutter, box.height()), theme.color("sunken"))
        if self._tail is None:
            return
        top = self._first + self.verticalScrollBar().value()
        for at, line in enumerate(self._tail.lines(top, top + self._rows() + 1)):
            self._paint_row(painter, QRectF(0, at * tall, box.width(), tall), top + at, line)

    def _paint_row(self, painter: QPainter, rect: QRectF, number: int, line: OutputLine) -> None:
        low, high = sorted((self._anchor, self._current))
        if low <= number <= high:
            painter.fillRect(rect, theme.color("select" if self.hasFocus() else "select-idle"))
        gutter, wide = self._gutter(), self._time_width()
        small = fonts.mono_font(11)
        label = QRectF(0, rect.top(), gutter - _PAD, rect.height())
        draw_text(painter, label, str(number + 1), font=small, color=theme.color("text-3"), align=RIGHT)
        moment = QRectF(gutter + _PAD, rect.top(), wide, rect.height())
        clock = f"{line.at.astimezone():%H:%M:%S}"
        draw_text(painter, moment, clock, font=fonts.mono_font(12), color=theme.color("text-3"), align=LEFT)
        text = QRectF(
            moment.right() + _PAD, rect.top(), rect.width() - moment.right() - 2 * _PAD, rect.height()
        )
        role, weight = _look(line)
        if line.source == _STDERR or role == "danger":
            painter.fillRect(QRectF(gutter - 2, rect.top(), 2, rect.height()), theme.color(role))
        self._paint_hits(painter, text, line.text, weight)
        painter.setFont(fonts.mono_font(12, weight))
        painter.setPen(theme.color(role))
        painter.drawText(text, LEFT | Qt.TextFlag.TextSingleLine, line.text)

    def _paint_hits(self, painter: QPainter, box: QRectF, text: str, weight: int) -> None:
        if not self.needle:
            return
        metrics = QFontMetrics(fonts.mono_font(12, weight))
        low, at = text.casefold(), 0
        while (at := low.find(self.needle.casefold(), at)) >= 0:
            left = box.left() + metrics.horizontalAdvance(text[:at])
            wide = metrics.horizontalAdvance(text[at : at + len(self.needle)])
            hit = QRectF(QPointF(left, box.top() + 2), QPointF(left + wide, box.bottom() - 2))
            painter.fillRect(hit, theme.color("press"))
            painter.setPen(theme.color("accent"))
            painter.drawRect(hit.adjusted(0.5, 0.5, -0.5, -0.5))
            at += len(self.needle)

    # --- moving

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = max(1, self._rows() - 1)
        start = self._current if self._current >= 0 else self._last
        steps = {
            Qt.Key.Key_Up: start - 1,
            Qt.Key.Key_Down: start + 1,
            Qt.Key.Key_PageUp: start - page,
            Qt.Key.Key_PageDown: start + page,
            Qt.Key.Key_Home: self._first,
            Qt.Key.Key_End: self._last - 1,
        }
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_C and control:
            QGuiApplication.clipboard().setText(self.selected_text())
        elif Qt.Key(event.key()) in steps and not control:
            extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._walk(steps[Qt.Key(event.key())], extend=extend)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._walk(self._under(event), extend=extend)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._walk(self._under(event), extend=True)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._scrolled()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _walk(self, number: int, *, extend: bool) -> None:
        if self._last == self._first:
            return
        self.follow(on=False)
        self._current = min(max(self._first, number), self._last - 1)
        if not extend or self._anchor < 0:
            self._anchor = self._current
        bar, place = self.verticalScrollBar(), self._current - self._first
        if place < bar.value():
            bar.setValue(place)
        elif place >= bar.value() + self._rows():
            bar.setValue(place - self._rows() + 1)
        self.viewport().update()

    def _scrolled(self) -> None:
        """Scrolling away from the end lets it go; coming back to it takes it up again."""
        bar = self.verticalScrollBar()
        self.follow(on=bar.sliderPosition() >= bar.maximum())

    def _under(self, event: QMouseEvent) -> int:
        return (
            self._first + self.verticalScrollBar().value() + int(event.position().y()) // self._row_height()
        )

    def _rows(self) -> int:
        return max(1, self.viewport().height() // self._row_height())

    def _gutter(self) -> int:
        signs = max(3, len(str(self._last)))
        return QFontMetrics(fonts.mono_font(11)).horizontalAdvance("0") * signs + 2 * _PAD

    @staticmethod
    def _time_width() -> int:
        return QFontMetrics(fonts.mono_font(12)).horizontalAdvance("00:00:00") + _PAD

    @staticmethod
    def _row_height() -> int:
        return fonts.height("row-log")


def _look(line: OutputLine) -> tuple[str, int]:
    """Colour and weight of a line by who says it."""
    if line.source == STEP:
        return ("danger", 400) if line.text.startswith(_FAILED) else ("text", 600)
    return ("warn", 400) if line.source == _STDERR else ("text", 400)
