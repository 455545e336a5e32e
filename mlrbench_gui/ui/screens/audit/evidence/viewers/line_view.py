"""Lines of text at fixed height, only the visible ones read and painted: logs, code, raw text, a long line's parts.

A text edit froze 8 s on a million lines; this view costs the same for any number of them. Rows never move: one line
of the source is one row, so that places found by number stay where they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetrics, QGuiApplication, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_painting import LinePainter, RowState

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Line

_THIRD = 3


class LineSource(Protocol):
    """What a line view shows; asked for visible lines only, on the GUI thread."""

    def count(self) -> int: ...

    def line(self, number: int) -> Line:
        """A 0-based line."""
        ...

    def label(self, number: int) -> str:
        """What the gutter says: the line's number as people count it."""
        ...


@dataclass(frozen=True, slots=True)
class LineMark:
    """The row that a claim rests on: its verdict's colour, the value in ink, a note at the right."""

    line: int
    verdict: str
    values: tuple[str, ...] = ()
    note: str = ""


class LineView(QAbstractScrollArea):
    """Walks by keyboard, selects whole lines, marks one row and the hits of a search."""

    line_opened = Signal(int)
    current_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: LineSource | None = None
        self._mark: LineMark | None = None
        self._needle = ""
        self._current = self._anchor = 0
        self._gutter_chars = 3
        self._widest = 0
        self._held: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self.viewport().update)
        self.verticalScrollBar().actionTriggered.connect(self._let_go)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)
        theme.theme_signals().changed.connect(self.refresh)

    def show_source(self, source: LineSource, mark: LineMark | None = None) -> None:
        """Show other lines, from the top or with the marked line at a third of the height."""
        self._source = source
        self._needle = ""
        self._widest = 0
        self.horizontalScrollBar().setValue(0)
        self._current = self._anchor = 0
        self.set_mark(mark)

    def set_mark(self, mark: LineMark | None) -> None:
        """Mark a line and bring it to a third of the height."""
        self._mark = mark
        self.refresh()
        self.go_to(mark.line if mark is not None else 0)

    def refresh(self) -> None:
        """Take the number of lines anew; the place shown stays."""
        count = self._source.count() if self._source is not None else 0
        last = self._source.label(count - 1) if self._source is not None and count else ""
        self._gutter_chars = max(3, len(last))
        self._fit()
        self.viewport().update()

    def go_to(self, line: int) -> None:
        """Make a line current and show it at a third of the height, until the person scrolls or walks."""
        self._anchor = line
        self._set_current(line)
        self._held = line
        self._bring_held()

    def follow(self, line: int) -> None:
        """Take over the current line of a view beside this one; neither scrolls nor tells."""
        self._let_go()
        self._current = self._anchor = line
        self.viewport().update()

    def _bring_held(self) -> None:
        if self._held is not None:
            self.verticalScrollBar().setValue(self._held - self._rows() // _THIRD)

    def _let_go(self, _action: int = 0) -> None:
        self._held = None

    def set_needle(self, text: str) -> None:
        """Show where this text stands in the visible lines; empty shows nothing."""
        self._needle = text
        self.viewport().update()

    def current(self) -> int:
        return self._current

    def top_line(self) -> int:
        """The first visible line."""
        return self.verticalScrollBar().value()

    def visible_rows(self) -> int:
        """How many rows fit."""
        return self._rows()

    def selected_lines(self) -> range:
        """The selected lines, at least the current one."""
        low, high = sorted((self._anchor, self._current))
        return range(low, high + 1)

    def selected_text(self) -> str:
        """The selected lines as shown."""
        if self._source is None or not self._source.count():
            return ""
        return "\n".join(self._source.line(number).text for number in self.selected_lines()[:10_000])

    # painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        drawer = LinePainter(
            painter, self.viewport().width(), self._gutter_chars, self.horizontalScrollBar().value()
        )
        drawer.ground(event.rect())
        if self._source is None:
            return
        height = self._row_height()
        first, count = self.top_line(), self._source.count()
        for row in range(event.rect().top() // height, event.rect().bottom() // height + 1):
            number = first + row
            if number >= count:
                break
            rect = QRect(0, row * height, self.viewport().width(), height)
            drawn = drawer.row(
                rect, self._source.line(number), self._source.label(number), self._state(number)
            )
            self._widest = max(self._widest, drawn)
        painter.end()
        self._fit_width()

    def _state(self, number: int) -> RowState:
        mark = self._mark if self._mark is not None and self._mark.line == number else None
        return RowState(
            verdict=mark.verdict if mark is not None else "",
            values=mark.values if mark is not None else (),
            note=mark.note if mark is not None else "",
            needle=self._needle,
            selected=number in self.selected_lines() and (self.hasFocus() or self._anchor != self._current),
            focused=self.hasFocus(),
        )

    # moving

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if key == Qt.Key.Key_C and modifiers & Qt.KeyboardModifier.ControlModifier:
            QGuiApplication.clipboard().setText(self.selected_text())
            return
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.line_opened.emit(self._current)
            return
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            step = self._char_width() * (8 if key == Qt.Key.Key_Right else -8)
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + step)
            return
        target = self._target(Qt.Key(key), control=bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        if target is None:
            super().keyPressEvent(event)
            return
        self._walk(target, extend=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))

    def _target(self, key: Qt.Key, *, control: bool) -> int | None:
        page = max(1, self._rows() - 1)
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
        if key in steps and not control:
            return self._current + steps[key]
        ends = {
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: (self._source.count() - 1) if self._source is not None else 0,
        }
        return ends.get(key)

    def _walk(self, line: int, *, extend: bool) -> None:
        self._let_go()
        self._set_current(line)
        if not extend:
            self._anchor = self._current
        bar = self.verticalScrollBar()
        if self._current < bar.value():
            bar.setValue(self._current)
        elif self._current >= bar.value() + self._rows():
            bar.setValue(self._current - self._rows() + 1)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._walk(
            self._line_under(event), extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        )

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._walk(self._line_under(event), extend=True)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.line_opened.emit(self._line_under(event))

    def _line_under(self, event: QMouseEvent) -> int:
        return self.top_line() + int(event.position().y()) // self._row_height()

    def _set_current(self, line: int) -> None:
        count = self._source.count() if self._source is not None else 0
        line = min(max(0, line), max(0, count - 1))
        if line != self._current and self._source is not None:
            self._current = line
            self._tell_current()
        self.viewport().update()

    def _tell_current(self) -> None:
        """A painted view has no accessible rows, so the current line is read out as its description."""
        if self._source is not None and QAccessible.isActive():
            text = self._source.line(self._current).text[:500]
            self.setAccessibleDescription(f"line {self._source.label(self._current)}: {text}")
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.current_changed.emit(self._current)

    # sizes

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        self._bring_held()
        super().resizeEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.viewport().update()

    def _fit(self) -> None:
        count = self._source.count() if self._source is not None else 0
        rows = self._rows()
        self.verticalScrollBar().setPageStep(max(1, rows))
        self.verticalScrollBar().setRange(0, max(0, count - rows))
        self._fit_width()

    def _fit_width(self) -> None:
        over = max(0, self._widest - self.viewport().width())
        bar = self.horizontalScrollBar()
        if bar.maximum() != over:
            bar.setPageStep(max(1, self.viewport().width()))
            bar.setSingleStep(self._char_width() * 4)
            bar.setRange(0, over)

    def _rows(self) -> int:
        return max(1, self.viewport().height() // self._row_height())

    @staticmethod
    def _row_height() -> int:
        return fonts.height("row-log")

    @staticmethod
    def _char_width() -> int:
        return QFontMetrics(fonts.mono_font(12)).horizontalAdvance("0")
