"""The Scores tab: a row a review, a bar a score, the spread in the head where it is wide, n beside it."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.drawer.scores import WIDE_SPREAD, ScoreTable

Index = QModelIndex | QPersistentModelIndex
_FIXED = 2
_BAR = 42
_NUMBER = 22
_SMALL_N = 30


class ScoreModel(QAbstractTableModel):
    """Two columns of words, then one a criterion."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = ScoreTable((), (), ())

    def show_table(self, table: ScoreTable) -> None:
        """Show other reviews."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def value(self, index: Index) -> int | None:
        """A score, None where none was given."""
        return self.table.rows[index.row()].values[index.column() - _FIXED]

    def name(self, column: int) -> str:
        """A column's head."""
        return ("Scored by", "Kind", *self.table.criteria)[column]

    def spread(self, column: int) -> int | None:
        """The spread of a criterion if it is wide."""
        found = self.table.spreads[column - _FIXED] if column >= _FIXED else None
        return found if found is not None and found >= WIDE_SPREAD else None

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.table.rows)

    @override
    def columnCount(self, parent: Index | None = None) -> int:
        return _FIXED + len(self.table.criteria)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.table.rows[index.row()]
        if index.column() < _FIXED:
            text = row.name if index.column() == 0 else row.kind
            return text if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole} else None
        value = self.value(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if value is None else str(value)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            given = "no score" if value is None else f"{value} of 10"
            return f"{row.name}, {self.name(index.column())}: {given}"
        return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        spread = self.spread(section)
        return f"{self.name(section)} spread {spread}" if spread is not None else self.name(section)


class _Head(QHeaderView):
    """Names, wide spreads in the warning colour, and the n of all scores."""

    def __init__(self, model: ScoreModel) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._scores = model
        self.setFixedHeight(fonts.height("table-head"))
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        area = QRectF(rect)
        painter.fillRect(area, theme.color("sunken"))
        draw_line(painter, area.bottomLeft(), area.bottomRight())
        font, inner = fonts.ui_font(11, 600), area.adjusted(8, 0, -8, 0)
        name = self._scores.name(section)
        if section < _FIXED:
            draw_text(painter, inner, name, font=font, color=theme.color("text-2"))
            if section == 0:
                self._draw_n(painter, inner, text_width(name, font) + 8)
            return
        spread = self._scores.spread(section)
        words = f"spread {spread}" if spread is not None else ""
        draw_text(painter, inner, words, font=font, color=theme.color("warn"), align=RIGHT)
        inner.setRight(inner.right() - (text_width(words, font) + 5 if words else 0))
        draw_text(painter, inner, name, font=font, color=theme.color("text-2"), align=RIGHT)

    def _draw_n(self, painter: QPainter, inner: QRectF, left: float) -> None:
        count = self._scores.table.scored
        text, height = f"n = {count}", fonts.height("badge")
        box = QRectF(inner.left() + left, inner.center().y() - height / 2, badge_width(text), height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_badge(painter, box, text, "dashed" if count <= _SMALL_N else "line")


class _Cell(QStyledItemDelegate):
    def __init__(self, view: QTableView, model: ScoreModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, fonts.height("row"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) and self._view.hasFocus()
        if chosen:
            painter.fillRect(rect, theme.color("select"))
        if index.column() == 0:
            draw_row_ground(painter, rect, selected=chosen, focused=True, hovered=False)
        draw_line(painter, rect.bottomLeft(), rect.bottomRight())
        area = rect.adjusted(8, 0, -8, 0)
        if index.column() < _FIXED:
            first = index.column() == 0
            font = fonts.ui_font(12, 500 if first else 400)
            color = theme.color("text" if first else "text-2")
            draw_text(painter, area, str(index.data() or ""), font=font, color=color)
            return
        value = self._model.value(index)
        mono = fonts.mono_font(12)
        draw_text(
            painter,
            area,
            "–" if value is None else str(value),
            font=mono,
            color=theme.color("text"),
            align=RIGHT,
        )
        if value is not None and area.width() > _BAR + _NUMBER:
            self._draw_bar(painter, area, value)

    @staticmethod
    def _draw_bar(painter: QPainter, area: QRectF, value: int) -> None:
        """From 1 to 10: the lowest score is an empty bar with its first pixels."""
        left = area.right() - _NUMBER - _BAR
        track = QRectF(left, area.center().y() - 2, _BAR, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("press"))
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(theme.color("text-3"))
        share = min(max(value - 1, 0), 9) / 9
        painter.drawRoundedRect(QRectF(left, track.top(), max(3.0, _BAR * share), 4), 2, 2)


class ScoresTab(QWidget):
    """The table, or why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ScoreModel(self)
        self.view = QTableView()
        self.view.setModel(self.model)
        self.head = _Head(self.model)
        self.view.setHorizontalHeader(self.head)
        self.view.setItemDelegate(_Cell(self.view, self.model))
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(fonts.height("row"))
        self.view.setShowGrid(False)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setTabKeyNavigation(False)
        self.view.setAccessibleName("Scores by judges and people")
        self.empty = EmptyState(
            "No reviews of this run", "No judge's and no person's scores were imported for it."
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setFocusProxy(self.view)

    def show_table(self, table: ScoreTable) -> None:
        """Show other reviews."""
        self.model.show_table(table)
        self.stack.setCurrentWidget(self.view if table.rows else self.empty)
        self.head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, width in ((0, 150), (1, 150)):
            self.head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.view.setColumnWidth(column, width)
