"""Two tables of cells: where runs failed first (counts), and end-to-end means by criterion (small bars)."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.benchmark import BenchmarkRow
from mlrbench_gui.domain.first_failure import STEP_WORDS
from mlrbench_gui.domain.scoreboard import CostRow, CriteriaRow, FailureRow
from mlrbench_gui.domain.values import GATE_ORDER, GateState
from mlrbench_gui.services.costing import cost_words, stated_cost
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.paint import CENTER, LEFT, RIGHT, draw_line, draw_text
from mlrbench_gui.ui.kit.rowlist import RowDelegate, SpokenModel
from mlrbench_gui.ui.screens.benchmark.lists import FittedList
from mlrbench_gui.ui.screens.benchmark.means import draw_mean_bar
from mlrbench_gui.ui.screens.benchmark.rows import MeanRow

STEPS: tuple[GateState | None, ...] = (*GATE_ORDER[1:], None)
"""The columns of the counts: each step of the gate, and none."""
_PAD = 10


def step_words(step: GateState | None) -> str:
    """A column's head."""
    return STEP_WORDS[step] if step is not None else "none found"


class GridHead(QWidget):
    """Column heads over cells of equal width behind a first column; `align` is that of the cells."""

    def __init__(
        self, first: str, heads: Sequence[str], name_wide: int, align: Qt.AlignmentFlag = CENTER
    ) -> None:
        super().__init__()
        self._first, self._heads, self._wide, self._align = first, tuple(heads), name_wide, align
        theme.keep_fit(self, lambda: self.setFixedHeight(fonts.height("table-head")))

    def set_heads(self, heads: Sequence[str]) -> None:
        self._heads = tuple(heads)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, fonts.height("table-head"))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.color("sunken"))
        draw_line(painter, rect.bottomLeft() - QPointF(0, 0.5), rect.bottomRight() - QPointF(0, 0.5))
        font, color = ui_font(11, 600), theme.color("text-2")
        draw_text(
            painter, QRectF(_PAD, 0, px(self._wide), rect.height()), self._first, font=font, color=color
        )
        for place, text in zip(cells(rect, px(self._wide), len(self._heads)), self._heads, strict=True):
            wider = place if self._align != CENTER else place.adjusted(-3, 0, 3, 0)
            draw_text(painter, wider, text, font=font, color=color, align=self._align)


def cells(rect: QRectF, name_wide: float, count: int) -> list[QRectF]:
    """Cells of equal width to the right of the first column."""
    left, wide = rect.left() + _PAD + name_wide, (rect.width() - name_wide - 2 * _PAD) / max(1, count)
    return [QRectF(left + at * wide, rect.top(), wide - 8, rect.height()) for at in range(count)]


def draw_named(painter: QPainter, rect: QRectF, wide: float, name: str, n: int, *, small: bool) -> None:
    """The first column: whom the row is about, and of how many; the badge of a small n is dashed."""
    badge = f"n = {n}"
    badge_wide = badge_width(badge)
    left = rect.left() + _PAD
    place = QRectF(left, rect.top(), wide - badge_wide - 16, rect.height())
    draw_text(painter, place, name, font=ui_font(12, 500), color=theme.color("text"))
    place = QRectF(left + wide - badge_wide - 8, round(rect.center().y() - px(8)), badge_wide, px(16))
    paint_badge(painter, place, badge, "dashed" if small else "line")


class FailuresModel(SpokenModel[FailureRow]):
    """Counts by agent."""

    @override
    def spoken(self, row: FailureRow) -> str:
        told = ", ".join(f"{step_words(step)} {row.counts[step]}" for step in STEPS if row.counts.get(step))
        return f"{row.agent}, {row.runs} audited runs: {told}"


class FailuresDelegate(RowDelegate[FailureRow]):
    """Counts on a ground that grows with them; the column of the keyboard has a ring."""

    height = "row-dense"
    ruled = True
    smooth = True
    NAME = 132

    def __init__(self, view: "FailuresList", model: FailuresModel) -> None:
        super().__init__(view, model)
        self._list = view

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: FailureRow, at_row: int) -> None:
        wide = px(self.NAME)
        draw_named(painter, rect, wide, row.agent, row.runs, small=True)
        chosen = at_row == self._list.currentIndex().row() and self._list.hasFocus()
        for at, (cell, step) in enumerate(zip(cells(rect, wide, len(STEPS)), STEPS, strict=True)):
            self._cell(painter, cell, row.counts.get(step, 0), row.runs)
            if chosen and at == self._list.column:
                pen = QPen(theme.color("focus"), 2)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(_middle(cell, px(34)).adjusted(1, 2, -1, -3), 3, 3)

    def _cell(self, painter: QPainter, cell: QRectF, count: int, runs: int) -> None:
        if count:
            ground = QColor(theme.color("accent"))
            ground.setAlphaF(0.06 + 0.24 * count / max(1, runs))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(_middle(cell, px(34)).adjusted(0, 2, 0, -3), 2, 2)
        role = "text" if count else "text-3"
        draw_text(painter, cell, str(count), font=mono_font(12), color=theme.color(role), align=CENTER)


class FailuresList(FittedList[FailureRow]):
    """Left and right choose the column."""

    def __init__(self) -> None:
        self.column = 0
        model = FailuresModel()
        super().__init__(model, "Where end-to-end papers failed first")
        self.setItemDelegate(FailuresDelegate(self, model))

    @property
    def step(self) -> GateState | None:
        """The column of the keyboard."""
        return STEPS[self.column]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self.column = min(max(self.column + steps[Qt.Key(event.key())], 0), len(STEPS) - 1)
            self.viewport().update()
            self.moved.emit()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = cells(QRectF(self.viewport().rect()), px(FailuresDelegate.NAME), len(STEPS))
        for at, cell in enumerate(found):
            if cell.left() <= event.position().x() <= cell.right():
                self.column = at
        super().mousePressEvent(event)


class CriteriaModel(SpokenModel[CriteriaRow]):
    """Means by criterion."""

    @override
    def spoken(self, row: CriteriaRow) -> str:
        return f"{row.agent}: " + ", ".join(f"{name} {_told(cell)}" for name, cell in row.cells.items())


def _told(cell: BenchmarkRow) -> str:
    """Mean, interval and n of a cell."""
    interval = f" [{cell.low:.2f}–{cell.high:.2f}]" if cell.low is not None and cell.high is not None else ""
    out = f", {cell.n_excluded} excluded" if cell.n_excluded else ""
    return f"{cell.mean:.2f}{interval} n {cell.n_tasks}/{cell.denominator}{out}"


class CriteriaDelegate(RowDelegate[CriteriaRow]):
    """A small bar and its mean for each criterion."""

    height = "row-dense"
    ruled = True
    smooth = True
    NAME = 110

    def __init__(self, view: "CriteriaList", model: CriteriaModel) -> None:
        super().__init__(view, model)
        self._list = view

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: CriteriaRow, at_row: int) -> None:
        wide = px(self.NAME)
        name = QRectF(rect.left() + _PAD, rect.top(), wide - 8, rect.height())
        draw_text(painter, name, row.agent, font=ui_font(12, 500), color=theme.color("text"))
        for cell, criterion in zip(cells(rect, wide, len(self._list.names)), self._list.names, strict=True):
            found = row.cells.get(criterion)
            if found is None:
                draw_text(painter, cell, "–", font=mono_font(12), color=theme.color("text-3"), align=RIGHT)
                continue
            number, count = px(44), px(44)
            bar = QRectF(cell.left(), cell.top(), max(20.0, cell.width() - number - count), cell.height() - 1)
            shown = MeanRow(criterion, found.mean, found.low, found.high, found.n_tasks, found.denominator)
            draw_mean_bar(painter, bar, shown)
            place = QRectF(cell.right() - number - count, cell.top(), number, cell.height())
            color = theme.color("text")
            draw_text(painter, place, f"{found.mean:.2f}", font=mono_font(12), color=color, align=RIGHT)
            place = QRectF(cell.right() - count, cell.top(), count, cell.height())
            role = "text-2" if found.n_tasks == found.denominator else "warn"
            told = f"{found.n_tasks}/{found.denominator}"
            draw_text(painter, place, told, font=mono_font(11), color=theme.color(role), align=RIGHT)


class CriteriaList(FittedList[CriteriaRow]):
    """`names` are the criteria in their order."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        model = CriteriaModel()
        super().__init__(model, "End to end by criterion")
        self.setItemDelegate(CriteriaDelegate(self, model))


class CostsModel(SpokenModel[CostRow]):
    """Costs by agent."""

    @override
    def spoken(self, row: CostRow) -> str:
        cost = stated_cost(row)
        told = f"{cost:.3f} USD a task" if cost is not None else "no price stated"
        return f"{row.agent}: {told}; {cost_words(row)}"


class CostsDelegate(RowDelegate[CostRow]):
    """Agent, USD a task, and what of it is known."""

    height = "row-dense"
    ruled = True
    NAME, COST = 150, 70

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: CostRow, at_row: int) -> None:
        left, color = rect.left() + _PAD, theme.color
        name = QRectF(left, rect.top(), px(self.NAME) - 8, rect.height())
        draw_text(painter, name, row.agent, font=ui_font(12, 500), color=color("text"))
        cost = stated_cost(row)
        place = QRectF(left + px(self.NAME), rect.top(), px(self.COST), rect.height())
        text = f"{cost:.3f}" if cost is not None else "?"
        draw_text(painter, place, text, font=mono_font(12), color=color("text"), align=RIGHT)
        rest = QRectF(place.right() + 14, rect.top(), rect.right() - place.right() - 14 - _PAD, rect.height())
        draw_text(painter, rest, cost_words(row), font=ui_font(11), color=color("text-2"), align=LEFT)


class CostsList(FittedList[CostRow]):
    """The list of costs."""

    def __init__(self) -> None:
        model = CostsModel()
        super().__init__(model, "Cost a task")
        self.setItemDelegate(CostsDelegate(self, model))


def stacked(*parts: QWidget) -> QWidget:
    """Parts one under the other without gaps."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part, 1 if part.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Expanding else 0)
    if all(column.stretch(at) == 0 for at in range(column.count())):
        column.addStretch()
    return box


def _middle(cell: QRectF, wide: float) -> QRectF:
    center = cell.center()
    return QRectF(QPointF(center.x() - wide / 2, cell.top()), QPointF(center.x() + wide / 2, cell.bottom()))
