"""The gate strip: six cells with glyph, name and one fact over a track of what was reached and what is claimed."""

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import GateState
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, px, ui_font
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import CENTER, draw_text, text_width
from mlrbench_gui.ui.screens.audit.gate.facts import GateCell, GateFacts

COMPACT = 40
HOVER_MS = 300
_GLYPH = 14


class GateCellButton(QAbstractButton):
    """One state. `dwelt` tells that the pointer stays on it."""

    dwelt = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: GateCell | None = None
        self._facts = GateFacts()
        self._shows_fact = True
        self.is_open = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._hover = QTimer(self)
        self._hover.setSingleShot(True)
        self._hover.setInterval(HOVER_MS)
        self._hover.timeout.connect(self.dwelt)

    def show_cell(self, cell: GateCell, facts: GateFacts) -> None:
        """Show a state of this gate."""
        self.cell, self._facts = cell, facts
        ends = [
            word
            for word, state in (("reached", facts.reached), ("claimed", facts.claimed))
            if state is cell.state
        ]
        said = ["passed" if cell.passed else "not reached", cell.fact, *ends]
        self.setAccessibleName(f"gate {cell.state.value}: {', '.join(said)}")
        self.update()

    def show_fact(self, on: bool) -> None:
        """Whether the fact has room under the name."""
        self._shows_fact = on
        self.update()

    def set_open(self, on: bool) -> None:
        """Whether this cell's popover is open."""
        self.is_open = on
        self.update()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover.start()
        self.update()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover.stop()
        self.update()
        super().leaveEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.cell is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        if self.is_open or self.underMouse():
            painter.fillRect(rect, theme.color("hover"))
        self._paint_words(painter, rect, self.cell)
        self._paint_track(painter, rect, self.cell.state)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("focus"), 2.0))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _paint_words(self, painter: QPainter, rect: QRectF, cell: GateCell) -> None:
        top = 8.0 if self._shows_fact else 6.0
        name, role = ("check", "ok") if cell.passed else ("cross", "danger")
        dpr = self.devicePixelRatioF()
        painter.drawPixmap(QPointF(8, top + 1), icon_pixmap(name, theme.color(role), _GLYPH, dpr))
        line = QRectF(27, top, rect.width() - 33, px(16))
        font = ui_font(12, 600)
        draw_text(painter, line, cell.state.value, font=font, color=theme.color("text"))
        if cell.override is not None:
            x = line.left() + text_width(cell.state.value, font) + 5
            person = icon_pixmap("person", theme.color("accent-ink"), _GLYPH, dpr)
            painter.drawPixmap(QPointF(round(x), top + 1), person)
        if self._shows_fact:
            fact = QRectF(27, top + px(16), rect.width() - 33, px(14))
            draw_text(painter, fact, cell.fact, font=ui_font(11), color=theme.color("text-2"))

    def _paint_track(self, painter: QPainter, rect: QRectF, state: GateState) -> None:
        y = rect.bottom() - 10.5
        reached = self.cell is not None and not self._facts.is_claimed_gap(state) and self._is_reached(state)
        if reached:
            painter.fillRect(QRectF(rect.left(), y - 1.5, rect.width(), 3), theme.color("ok"))
        elif self._facts.is_claimed_gap(state):
            pen = QPen(theme.color("danger"), 2.0)
            pen.setDashPattern([2.5, 2.0])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        right = rect.right()
        if self._facts.claimed is state and self._facts.claimed is not self._facts.reached:
            right = self._paint_flag(painter, right, y, "claimed") - 3
        if self._facts.reached is state:
            self._paint_flag(painter, right, y, "reached")

    def _paint_flag(self, painter: QPainter, right: float, y: float, word: str) -> float:
        """The word at the end of the track; gives its left edge."""
        font = ui_font(11, 600)
        width = round(text_width(word, font)) + 11
        box = QRectF(right - width, y - 7.5, width, 15)
        solid = word == "reached"
        painter.setBrush(theme.color("ok" if solid else "panel"))
        painter.setPen(Qt.PenStyle.NoPen if solid else _dashed(theme.color("danger")))
        painter.drawRoundedRect(box if solid else box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        draw_text(
            painter, box, word, font=font, color=theme.color("panel" if solid else "danger"), align=CENTER
        )
        return box.left()

    def _is_reached(self, state: GateState) -> bool:
        states = [cell.state for cell in self._facts.cells]
        return self._facts.reached in states and states.index(state) <= states.index(self._facts.reached)


class GateStrip(QWidget):
    """`asked` carries the state whose popover is wanted, and whether by a click."""

    asked = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel")
        self.setAccessibleName("Execution gate")
        self._cells = tuple(GateCellButton(self) for _ in range(6))
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 12, 0)
        row.setSpacing(0)
        for cell in self._cells:
            cell.clicked.connect(lambda _on=False, button=cell: self._ask(button, clicked=True))
            cell.dwelt.connect(lambda button=cell: self._ask(button, clicked=False))
            row.addWidget(cell, 1)
        self.set_compact(compact=False, facts=True)
        theme.theme_signals().changed.connect(self.update)
        self.setEnabled(False)

    def show_facts(self, facts: GateFacts) -> None:
        """Show this gate; without cells the strip is empty."""
        self.setEnabled(bool(facts.cells))
        for button, cell in zip(self._cells, facts.cells, strict=False):
            button.show_cell(cell, facts)
        for button in self._cells:
            button.setVisible(bool(facts.cells))

    def set_compact(self, *, compact: bool, facts: bool) -> None:
        """Be 40 px high where the window is low; facts go where the cells are narrow."""
        self.setFixedHeight(px(COMPACT) if compact else height("gate"))
        for cell in self._cells:
            cell.show_fact(facts and not compact)

    def mark_open(self, state: GateState | None) -> None:
        """Show which cell's popover is open."""
        for button in self._cells:
            button.set_open(button.cell is not None and button.cell.state is state)

    def cell_rect(self, state: GateState) -> QRect:
        """The cell of a state in global coordinates."""
        button = next(button for button in self._cells if button.cell and button.cell.state is state)
        return QRect(button.mapToGlobal(button.rect().topLeft()), button.size())

    def focus_state(self, state: GateState) -> None:
        """Give the keyboard to a cell."""
        for button in self._cells:
            if button.cell is not None and button.cell.state is state:
                button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask(self, button: GateCellButton, *, clicked: bool) -> None:
        if button.cell is not None:
            self.asked.emit(button.cell.state, clicked)


def _dashed(colour: QColor) -> QPen:
    pen = QPen(colour, 1.0)
    pen.setDashPattern([3.0, 2.0])
    return pen
