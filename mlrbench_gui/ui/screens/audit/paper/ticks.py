"""A scroll bar that shows a 3 px tick for each claim of the paper, so that one sees where the trouble is."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.marks import Tick

TICK = 3.0


class TickedScrollBar(QScrollBar):
    """The paper's scroll bar with ticks in the claims' verdict colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tickedScrollBar")
        self._ticks: tuple[Tick, ...] = ()
        self._current: str | None = None

    def set_ticks(self, ticks: Sequence[Tick]) -> None:
        """Show these ticks."""
        self._ticks = tuple(ticks)
        self.update()

    def set_current(self, claim_id: str | None) -> None:
        """Widen the tick of the current claim."""
        self._current = claim_id
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._ticks:
            return
        painter = QPainter(self)
        colours = theme.current()
        groove = self._groove()
        for tick in self._ticks:
            current = tick.id == self._current
            y = round(groove.top() + tick.at * (groove.height() - TICK))
            inset = 1.0 if current else 3.0
            rect = QRectF(inset, y, self.width() - 2.0 * inset, TICK)
            painter.fillRect(rect, colours.color("accent") if current else colours.solid(tick.verdict))
        painter.end()

    def _groove(self) -> QRectF:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        rect = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar, option, QStyle.SubControl.SC_ScrollBarGroove, self
        )
        return QRectF(rect)
