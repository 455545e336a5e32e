"""A scroll bar that shows a 3 px tick for each claim of the paper, so that one sees where the trouble is."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.marks import Tick

TICK = 3.0


class TickedScrollBar(QScrollBar):
    """The paper's scroll bar with ticks in the claims' verdict colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tickedScrollBar")
        self._ticks: tuple[Tick, ...] = ()
        self._verdicts: Mapping[str, Verdict] = {}
        self._current: str | None = None

    def set_ticks(self, ticks: Sequence[Tick], verdicts: Mapping[str, Verdict]) -> None:
        """Show these ticks in the colours of these verdicts."""
        self._ticks, self._verdicts = tuple(ticks), verdicts
        self.update()

    def set_current(self, claim_id: str | None) -> None:
        """Widen the tick of the current claim."""
        self._current = claim_id
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._ticks:
            return
        painter = QPainter(self)
        colours = theme.current()
        groove = self._groove()
        for y, verdict in self._rows(groove).items():
            painter.fillRect(QRectF(3.0, y, self.width() - 6.0, TICK), colours.solid(verdict))
        current = next((tick for tick in self._ticks if tick.id == self._current), None)
        if current is not None:
            rect = QRectF(1.0, _row(current, groove), self.width() - 2.0, TICK)
            painter.fillRect(rect, colours.color("accent"))
        painter.end()

    def _rows(self, groove: QRectF) -> dict[int, Verdict]:
        """Pixel rows with their verdict; where several claims share a row the one that needs a look is shown."""
        rows: dict[int, Verdict] = {}
        for tick in self._ticks:
            verdict = self._verdicts.get(tick.id)
            row = _row(tick, groove)
            if verdict is not None and _WEIGHT[verdict] > _WEIGHT.get(rows.get(row), -1):
                rows[row] = verdict
        return rows

    def _groove(self) -> QRectF:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        rect = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar, option, QStyle.SubControl.SC_ScrollBarGroove, self
        )
        return QRectF(rect)


_WEIGHT: dict[Verdict | None, int] = {
    verdict: weight
    for weight, verdict in enumerate(
        (
            Verdict.UNVERIFIABLE,
            Verdict.SUPPORTED,
            Verdict.NARRATIVE_ONLY,
            Verdict.UNSUPPORTED,
            Verdict.CONTRADICTED,
        )
    )
}


def _row(tick: Tick, groove: QRectF) -> int:
    return round(groove.top() + tick.at * (groove.height() - TICK))
