"""Runs by reviewers as a table of ticks: Space or a click gives a run to a reviewer, or takes it away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)
from typing_extensions import override

from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.people.planning import counts_of
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import (
    CENTER,
    LEFT,
    draw_line,
    draw_row_ground,
    draw_text,
    half_pixel,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.services.people.planning import Pair, SharePlan

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
_COLUMN, _BOX = 104, 16


class MatrixModel(QAbstractTableModel):
    """A row a run, a column a reviewer; `changed` tells that a tick was set or taken away."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runs: tuple[RunName, ...] = ()
        self.reviewers: tuple[str, ...] = ()
        self.pairs: set[Pair] = set()
        self.done: frozenset[Pair] = frozenset()

    def show_plan(self, plan: SharePlan) -> None:
        """Show an assignment."""
        self.beginResetModel()
        self.runs, self.reviewers = plan.runs, plan.reviewers
        self.pairs, self.done = set(plan.pairs), plan.done
        self.endResetModel()
        self.changed.emit()

    def set_reviewers(self, names: Sequence[str]) -> None:
        """Other columns; who is no longer named has nothing."""
        self.beginResetModel()
        self.reviewers = tuple(names)
        self.pairs = {pair for pair in self.pairs if pair[1] in names}
        self.endResetModel()
        self.changed.emit()

    def set_pairs(self, pairs: Collection[Pair]) -> None:
        """Another assignment of the same runs and reviewers."""
        self.beginResetModel()
        self.pairs = set(pairs)
        self.endResetModel()
        self.changed.emit()

    def toggle(self, index: Index) -> None:
        """Give the run to the reviewer, or take it away."""
        if index.isValid() and index.column() > 0:
            self.pairs ^= {self.pair(index)}
            self.dataChanged.emit(index, index)
            self.changed.emit()

    def pair(self, index: Index) -> Pair:
        return self.runs[index.row()], self.reviewers[index.column() - 1]

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.runs)

    @override
    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 1 + len(self.reviewers)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        run = self.runs[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return run
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        if index.column() == 0:
            return shown_name(run)
        pair = self.pair(index)
        state = "submitted" if pair in self.done else "assigned" if pair in self.pairs else "not assigned"
        return f"{shown_name(run)}, {pair[1]}: {state}"

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 0:
            return LEFT
        if orientation != Qt.Orientation.Horizontal or role not in {
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
        }:
            return None
        if section == 0:
            return f"Run ({len(self.runs)})"
        name = self.reviewers[section - 1]
        return f"{name} · {counts_of(self.pairs, (name,))[name]}"


class MatrixDelegate(QStyledItemDelegate):
    """A tick box in each cell; a submitted review is told by a check beside it."""

    def __init__(self, view: QTableView, model: MatrixModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, rect, selected=chosen, focused=self._view.hasFocus(), hovered=hovered)
        draw_line(painter, rect.bottomLeft(), rect.bottomRight())
        if index.column() == 0:
            words = rect.adjusted(12, 0, -8, 0)
            name, font = str(index.data()), ui_font(12, 500)
            draw_text(painter, words, name, font=font, color=theme.color("text"))
            words.setLeft(words.left() + text_width(name, font) + 8)
            folder = self._model.runs[index.row()].rpartition("/")[0]
            draw_text(painter, words, folder, font=ui_font(12), color=theme.color("text-2"))
            return
        pair = self._model.pair(index)
        box = QRectF(0, 0, _BOX, _BOX)
        box.moveCenter(rect.center())
        self._paint_box(painter, box, on=pair in self._model.pairs)
        if pair in self._model.done:
            place = QRectF(box.right() + 6, box.top() + 1, 14, 14)
            paint_icon(painter, "review", place, theme.color("ok"))

    @staticmethod
    def _paint_box(painter: QPainter, box: QRectF, *, on: bool) -> None:
        painter.setPen(theme.color("accent" if on else "line-strong"))
        painter.setBrush(theme.color("accent" if on else "panel"))
        painter.drawRoundedRect(half_pixel(box), 3, 3)
        if on:
            paint_icon(painter, "check", box.adjusted(1, 1, -1, -1), theme.color("on-accent"))


class MatrixView(QTableView):
    """The table with its keys."""

    def __init__(self, model: MatrixModel) -> None:
        super().__init__()
        self._matrix = model
        self.setModel(model)
        self.setItemDelegate(MatrixDelegate(self, model))
        self.setAccessibleName("Runs by reviewers")
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(height("row"))
        self.horizontalHeader().setFixedHeight(height("table-head"))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(CENTER)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        model.modelReset.connect(self._fit)
        self._fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._matrix.toggle(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._matrix.toggle(self.indexAt(event.position().toPoint()))

    def _fit(self) -> None:
        head = self.horizontalHeader()
        for column in range(self._matrix.columnCount()):
            first = column == 0
            mode = QHeaderView.ResizeMode
            head.setSectionResizeMode(column, mode.Stretch if first else mode.Fixed)
            if not first:
                self.setColumnWidth(column, px(_COLUMN))
