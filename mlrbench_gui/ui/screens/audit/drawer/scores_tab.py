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

from mlrbench_gui.domain.calibration import Calibration
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.drawer.calibration_strip import CalibrationStrip
from mlrbench_gui.ui.screens.audit.drawer.scores import WIDE_SPREAD, ScoreRow, ScoreTable, score_words

Index = QModelIndex | QPersistentModelIndex
_HEADS = ("Scored by", "Kind", "Ranks like people")
_FIXED = len(_HEADS)
_RANKS = 2
_BAR = 42
_NUMBER = 22
_SMALL_N = 30
_WIDTHS = (146, 164, 120)


class ScoreModel(QAbstractTableModel):
    """Columns of words, one of them on what a judge's scores are worth, then one a criterion."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = ScoreTable((), (), ())
        self.calibration = Calibration()

    def show_table(self, table: ScoreTable) -> None:
        """Show other reviews."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def show_calibration(self, calibration: Calibration) -> None:
        """Show what judges' scores are worth."""
        self.calibration = calibration
        last = self.index(self.rowCount() - 1, _RANKS)
        if last.isValid():
            self.dataChanged.emit(self.index(0, _RANKS), last)

    def words(self, row: ScoreRow, column: int) -> str:
        """What stands in a column of words."""
        return (row.name, row.kind, self._ranks(row))[column]

    def is_doubtful(self, row: ScoreRow) -> bool:
        """Whether nothing shows that this judge ranks papers as people do."""
        return bool(row.judge) and self.calibration.is_doubtful(row.judge)

    def _ranks(self, row: ScoreRow) -> str:
        if not row.judge or not self.calibration.people:
            return ""
        card = self.calibration.card(row.judge)
        if card is None or card.spearman.value is None:
            return "not known"
        return f"ρ {card.spearman.value:+.2f}, n {card.spearman.n}".replace("-", "−")

    def value(self, index: Index) -> float | None:
        """A score, None where none was given."""
        return self.table.rows[index.row()].values[index.column() - _FIXED]

    def name(self, column: int) -> str:
        """A column's head."""
        return (*_HEADS, *self.table.criteria)[column]

    def spread(self, column: int) -> float | None:
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
            return self._told(row, index.column(), role)
        value = self.value(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if value is None else score_words(value)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            given = "no score" if value is None else f"{score_words(value)} of 10"
            return f"{row.name}, {self.name(index.column())}: {given}"
        return None

    def _told(self, row: ScoreRow, column: int, role: int) -> str | None:
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == _RANKS and row.judge:
                return self.calibration.words(row.judge)
            return row.lacks or self.words(row, column)
        return self.words(row, column) if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        words = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}
        if orientation != Qt.Orientation.Horizontal or role not in words:
            return None
        spread = self.spread(section)
        return (
            f"{self.name(section)} spread {score_words(spread)}" if spread is not None else self.name(section)
        )


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
        words = f"spread {score_words(spread)}" if spread is not None else ""
        color = theme.color("warn" if words else "text-2")
        taken = text_width(words, font) + 5 if words else 0
        if words and text_width(name, font) + taken <= inner.width():
            draw_text(painter, inner, words, font=font, color=color, align=RIGHT)
            inner.setRight(inner.right() - taken)
            color = theme.color("text-2")
        draw_text(painter, inner, name, font=font, color=color, align=RIGHT)

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
            self._draw_words(painter, area, index)
            return
        value = self._model.value(index)
        mono = fonts.mono_font(12)
        draw_text(
            painter,
            area,
            "–" if value is None else score_words(value),
            font=mono,
            color=theme.color("text"),
            align=RIGHT,
        )
        if value is not None and area.width() > _BAR + _NUMBER:
            self._draw_bar(painter, area, value)

    def _draw_words(self, painter: QPainter, area: QRectF, index: Index) -> None:
        column, row = index.column(), self._model.table.rows[index.row()]
        font = fonts.mono_font(11) if column == _RANKS else fonts.ui_font(12, 500 if column == 0 else 400)
        warns = self._model.is_doubtful(row) if column == _RANKS else bool(column == 1 and row.lacks)
        color = theme.color("warn" if warns else "text" if column == 0 else "text-2")
        draw_text(painter, area, self._model.words(row, column), font=font, color=color)

    @staticmethod
    def _draw_bar(painter: QPainter, area: QRectF, value: float) -> None:
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
        self.strip = CalibrationStrip()
        shown = QWidget()
        below = QVBoxLayout(shown)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.view, 1)
        below.addWidget(self.strip)
        self.stack = QStackedWidget()
        self.stack.addWidget(shown)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setFocusProxy(self.view)
        self.view.selectionModel().currentRowChanged.connect(self._show_card)

    def show_table(self, table: ScoreTable) -> None:
        """Show other reviews."""
        self.model.show_table(table)
        self.stack.setCurrentIndex(0 if table.rows else 1)
        self.head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, width in enumerate(_WIDTHS):
            self.head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.view.setColumnWidth(column, fonts.px(width))
        if table.rows:
            self.view.selectRow(0)
        self._show_card()

    def show_calibration(self, calibration: Calibration) -> None:
        """Show what judges' scores are worth, as it is known by now."""
        self.model.show_calibration(calibration)
        self._show_card()

    def _show_card(self) -> None:
        """The card of the chosen row's judge, where people's scores are there to hold it against."""
        at, rows = self.view.currentIndex().row(), self.model.table.rows
        judge = rows[at].judge if 0 <= at < len(rows) else ""
        self.strip.setVisible(bool(judge and self.model.calibration.people))
        if judge:
            self.strip.show_judge(judge, self.model.calibration)
