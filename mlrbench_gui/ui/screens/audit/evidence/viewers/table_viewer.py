"""CSV and Markdown tables as cells: own table from parsed cells, the evidence's cell marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.paint import LEFT, RIGHT, draw_line, draw_text, text_width
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.domain.work import CancelToken
    from mlrbench_gui.ui.kit.background import Background, Job
    from mlrbench_gui.ui.screens.audit.evidence.reading.delimited import Table

Index = QModelIndex | QPersistentModelIndex
_NUMBER = re.compile(r"^[-+−]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?\s*%?(?:\s*±.*)?$|^(?:nan|inf|-inf|NaN)$")
_NARROW, _WIDE, _LOOKED_AT = 56, 220, 200
_HIT_LIMIT = 10_000
Cell = tuple[int, int]


class TableModel(QAbstractTableModel):
    """The records below the header record. `first` counts as the locators do: the header is row 1."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self.by_line = False

    def show_table(self, table: Table, *, by_line: bool) -> None:
        """Show another table; rows are named by their line or by their number."""
        self.beginResetModel()
        self.table, self.by_line = table, by_line
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return max(0, len(self.table.rows) - 1) if self.table is not None else 0

    @override
    def columnCount(self, parent: Index | None = None) -> int:
        return self.table.columns if self.table is not None else 0

    def cell(self, row: int, column: int) -> str:
        """A cell's text, empty where the record is short."""
        if self.table is None:
            return ""
        record = self.table.rows[row + 1]
        return record[column] if column < len(record) else ""

    def head(self, column: int) -> str:
        """The header record's cell."""
        record = self.table.rows[0] if self.table is not None and self.table.rows else ()
        return record[column] if column < len(record) else ""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        text = self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return safe_text(text.replace("\r\n", "\n").replace("\n", " ⏎ "))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.head(index.column())}, row {index.row() + 2}: {text}"
        return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.table is None:
            return None
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if _NUMBER.match(self.cell(0, section)) and self.rowCount() else LEFT
            return safe_text(self.head(section)) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return str(self.table.lines[section + 1] if self.by_line else section + 2)


class _Cell(QStyledItemDelegate):
    def __init__(self, viewer: TableViewer) -> None:
        super().__init__(viewer)
        self._viewer = viewer

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, fonts.height("row-dense"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, here = option.rect, (index.row(), index.column())
        marked = self._viewer.marked
        in_row = marked is not None and marked[0] == index.row()
        verdict = self._viewer.mark.verdict
        shown = theme.current()
        if in_row:
            painter.fillRect(rect, shown.chip(verdict))
        current = index == self._viewer.view.currentIndex()
        if current and here != marked:
            painter.fillRect(rect, shown.color("select" if self._viewer.view.hasFocus() else "select-idle"))
        draw_line(painter, QRectF(rect).bottomLeft(), QRectF(rect).bottomRight())
        text = str(index.data() or "")
        number = bool(_NUMBER.match(text))
        weight = 600 if here == marked else (500 if index.column() == 0 and not number else 400)
        font = fonts.mono_font(12, weight) if number else fonts.ui_font(12, weight)
        color = shown.ink(verdict) if here == marked else shown.color("text")
        area = QRectF(rect).adjusted(8, 0, -8, 0)
        draw_text(painter, area, text, font=font, color=color, align=RIGHT if number else LEFT)
        if here == marked:
            painter.setPen(shown.solid(verdict))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -2))
        if in_row and index.column() == 0:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), shown.solid(verdict))


class TableViewer(Viewer):
    """A table with its cell marked; the line below shows the current cell whole."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self.mark = Mark()
        self.marked: Cell | None = None
        self._hits: tuple[Cell, ...] = ()
        self._hit = 0
        self._searching: Job[tuple[Cell, ...]] | None = None
        self.model = TableModel(self)
        self.view = _table_view(self.model, _Cell(self))
        self.detail = label("", role="text-2", size="xs", wrap=True)
        self.detail.setContentsMargins(12, 4, 12, 4)
        self.add_body(self.view)
        self.add_body(self.detail, 0)
        self.view.selectionModel().currentChanged.connect(self._tell_cell)

    def show_table(self, table: Table, locator: Locator | None, mark: Mark, *, by_line: bool) -> None:
        """Show a table at the locator's cell. `by_line`: a Markdown table, whose rows are named by their lines."""
        self.find_bar.hide()
        self._hits = ()
        self.mark = mark
        if table is not self.model.table:
            self.model.show_table(table, by_line=by_line)
            self._set_widths()
        self.marked = self._place_of(table, locator)
        if self.marked is not None:
            self._go_to(self.marked)
        else:
            self.view.scrollToTop()
        self._tell_cell()
        self.view.viewport().update()

    def _place_of(self, table: Table, locator: Locator | None) -> Cell | None:
        if locator is None:
            return None
        column = (locator.column or 1) - 1
        if locator.row is not None:
            return (locator.row - 2, column) if 2 <= locator.row <= len(table.rows) else None
        if locator.line in table.lines[1:]:
            return table.lines.index(locator.line) - 1, column
        return None

    def _go_to(self, cell: Cell) -> None:
        index = self.model.index(*cell)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.value() - self.view.viewport().height() // fonts.height("row-dense") // 3)

    def _set_widths(self) -> None:
        """Widths come from the first rows once, so that columns stay put while one reads."""
        rows = range(min(self.model.rowCount(), _LOOKED_AT))
        for column in range(min(self.model.columnCount(), _LOOKED_AT)):
            texts = [self.model.head(column), *(self.model.cell(row, column)[:80] for row in rows)]
            widest = max((text_width(text, fonts.mono_font(12)) for text in texts), default=0)
            self.view.setColumnWidth(column, int(min(_WIDE, max(_NARROW, widest + 18))))

    def _tell_cell(self) -> None:
        table, index = self.model.table, self.view.currentIndex()
        words: list[str] = []
        if table is not None and index.isValid():
            name = self.model.head(index.column()) or f"column {index.column() + 1}"
            text = self.model.cell(index.row(), index.column())
            words.append(f"{safe_text(name)}: {safe_text(text[:400])}{'…' if len(text) > 400 else ''}")
        if table is not None and table.problem:
            words.append(f"Reading broke off at {table.problem}")
        if table is not None and table.hidden:
            words.append(f"The first {len(table.rows) - 1} records are shown; the raw view has all")
        self.detail.setText("\n".join(words))
        self.detail.setVisible(bool(words))
        self.selection_changed.emit()

    @override
    def selection(self) -> Selection | None:
        table, index = self.model.table, self.view.currentIndex()
        if table is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        line = table.lines[row + 1]
        place = (
            Locator(line=line, column=column + 1)
            if self.model.by_line
            else Locator(row=row + 2, column=column + 1)
        )
        return Selection(place, self.model.cell(row, column))

    @override
    def search(self, text: str) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        self._hits = ()
        table = self.model.table
        if not text or table is None:
            self.find_bar.tell("")
            return
        self.find_bar.tell("searching")
        self._searching = self._background.submit(
            lambda token, _emit: find_cells(table, text, token), done=self._found, failed=self.find_bar.tell
        )

    @override
    def step_hit(self, step: int) -> None:
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._show_hit()

    def _found(self, hits: tuple[Cell, ...]) -> None:
        self._hits, self._hit = hits, 0
        if hits:
            self._show_hit()
        else:
            self.find_bar.tell(hit_text(0, 0))

    def _show_hit(self) -> None:
        self._go_to(self._hits[self._hit])
        self.find_bar.tell(hit_text(self._hit + 1, len(self._hits), "cells"))


def find_cells(table: Table, text: str, cancel: CancelToken | None = None) -> tuple[Cell, ...]:
    """Cells (header aside) that hold the text, at most ten thousand. Raises Cancelled."""
    folded = text == text.lower()
    found: list[Cell] = []
    for row, record in enumerate(table.rows[1:]):
        if cancel is not None and row % 1024 == 0:
            cancel.check()
        found += [(row, c) for c, cell in enumerate(record) if text in (cell.lower() if folded else cell)]
        if len(found) >= _HIT_LIMIT:
            break
    return tuple(found[:_HIT_LIMIT])


def _table_view(model: TableModel, delegate: QStyledItemDelegate) -> QTableView:
    view = QTableView()
    view.setModel(model)
    view.setItemDelegate(delegate)
    delegate.setParent(view)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.verticalHeader().setDefaultSectionSize(fonts.height("row-dense"))
    view.horizontalHeader().setFixedHeight(fonts.height("table-head"))
    view.horizontalHeader().setStretchLastSection(True)
    view.horizontalHeader().setHighlightSections(False)
    view.verticalHeader().setHighlightSections(False)
    view.setTabKeyNavigation(False)
    view.setAccessibleName("Table")
    return view
