"""A table of the paper against its evidence: both numbers in every cell, the differing cells marked.

It shows what the engine compared. Walking the cells tells each one's place; Enter or a click goes to its claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.comparison import CellState, ComparedCell, ComparedTable
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_text, half_pixel, text_width
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote
from mlrbench_gui.ui.screens.audit.evidence.citation import place_text
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

Index = QModelIndex | QPersistentModelIndex
_NARROW, _WIDE, _WIDEST_LABEL = 58, 132, 132
_MARKED = {
    CellState.DIFFERS: Verdict.CONTRADICTED,
    CellState.PROSE: Verdict.NARRATIVE_ONLY,
    CellState.MISSING: Verdict.UNSUPPORTED,
}
_SAID = {CellState.PROSE: "prose", CellState.MISSING: "none"}
_TOLD = {
    CellState.SAME: "the same up to rounding",
    CellState.DIFFERS: "differs",
    CellState.MISSING: "no evidence under these names",
    CellState.PROSE: "only the agent's prose has it",
    CellState.WORDS: "nothing to compare",
}


def held_text(cell: ComparedCell) -> str:
    """What stands below the paper's number: the evidence's value, `≠` where it differs, or why there is none."""
    if cell.state is CellState.DIFFERS:
        return f"≠ {cell.shown}" if cell.shown is not None else "differs"
    return _SAID.get(cell.state, (cell.shown or "") if cell.state is CellState.SAME else "")


def summary(table: ComparedTable) -> str:
    """How the table stands, in words: what differs first."""
    parts = []
    if table.differing:
        verb = "differs" if table.differing == 1 else "differ"
        parts.append(f"{table.differing} {verb}")
    if table.same:
        parts.append(f"{table.same} the same")
    if table.unaligned:
        parts.append(f"{table.unaligned} without evidence")
    return ", ".join(parts) or "no numbers"


def heading(table: ComparedTable) -> str:
    """Number and title; a title that begins with the number of the table needs no other."""
    title = safe_text(plain_quote(table.title))
    numbered = title.casefold().startswith(("table", "tab."))
    return title if numbered else f"Table {table.number} · {title}".rstrip(" ·")


class ComparedModel(QAbstractTableModel):
    """The cells behind the label columns; the labels of a row are its head."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: ComparedTable | None = None
        self.columns: tuple[int, ...] = ()

    def show_table(self, table: ComparedTable | None) -> None:
        """Show another table."""
        self.beginResetModel()
        self.table = table
        labels = set(table.label_columns) if table is not None else set()
        self.columns = tuple(i for i in range(len(table.header) if table else 0) if i not in labels)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.table.rows) if self.table is not None else 0

    @override
    def columnCount(self, parent: Index | None = None) -> int:
        return len(self.columns)

    def cell(self, row: int, column: int) -> ComparedCell | None:
        """The cell at a place of this model."""
        if self.table is None or not (0 <= row < len(self.table.rows) and 0 <= column < len(self.columns)):
            return None
        return self.table.rows[row][self.columns[column]]

    def row_label(self, row: int) -> str:
        """What names a row."""
        if self.table is None:
            return ""
        cells = [self.table.rows[row][column].text for column in self.table.label_columns]
        return safe_text(" · ".join(plain_quote(text) for text in cells if text))

    def column_label(self, column: int) -> str:
        """What names a column."""
        return (
            safe_text(plain_quote(self.table.header[self.columns[column]])) if self.table is not None else ""
        )

    def index_of(self, claim: str) -> QModelIndex:
        """The cell of a claim; not valid where it stands in no cell."""
        place = self.table.cell_of(claim) if self.table is not None else None
        if place is None or place[1] not in self.columns:
            return QModelIndex()
        return self.index(place[0], self.columns.index(place[1]))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return safe_text(plain_quote(cell.text))
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.told(index.row(), index.column())
        return None

    def told(self, row: int, column: int) -> str:
        """One cell in words: names, both values, place, state."""
        cell = self.cell(row, column)
        if cell is None:
            return ""
        names = " · ".join(part for part in (self.row_label(row), self.column_label(column)) if part)
        said = f"{names}: paper {safe_text(plain_quote(cell.text)) or 'empty'}"
        if cell.path is not None and cell.state is not CellState.WORDS:
            held = cell.shown if cell.shown is not None else cell.value
            place = place_text(cell.locator) if cell.locator is not None else ""
            said += f", evidence {held} in {cell.path.rsplit('/', 1)[-1]} {place}".rstrip()
        copied = f"; {cell.copied_from.rsplit('/', 1)[-1]} has the paper's number" if cell.copied_from else ""
        return f"{said} ({_TOLD[cell.state]}{copied})"

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.table is None:
            return None
        across = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if across else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self.column_label(section) if across else self.row_label(section)
        return text if role == Qt.ItemDataRole.DisplayRole else self._head_tip(text, section, across=across)

    def _head_tip(self, text: str, section: int, *, across: bool) -> str:
        if self.table is None:
            return text
        at = self.columns[section] if across else section
        axis = "column" if across else "row"
        lines = [line for line in self.table.lines if line.axis.value == axis and line.index == at]
        held = [
            f"held against {line.measure} in {line.path}: {line.same} the same, {line.differs} differ"
            for line in lines
        ]
        return "\n".join([text, *held])


class _Cell(QStyledItemDelegate):
    """Paper's number above, the evidence's below; grounds and outlines are the verdicts'."""

    def __init__(self, view: QTableView, model: ComparedModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model
        self.marked = QPersistentModelIndex()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(_NARROW, fonts.height("row-claim"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = self._model.cell(index.row(), index.column())
        if cell is None:
            return
        shown, box = theme.current(), QRectF(option.rect)
        verdict = _MARKED.get(cell.state)
        if verdict is not None:
            painter.fillRect(box.adjusted(0, 0, -1, -1), shown.chip(verdict))
        here = index == self._view.currentIndex()
        if here and verdict is None:
            painter.fillRect(box, shown.color("select" if self._view.hasFocus() else "select-idle"))
        draw_line(painter, box.bottomLeft(), box.bottomRight())
        self._draw_values(painter, box, cell, verdict)
        if self.marked == index or here:
            pen = QPen(shown.color("accent" if here and self._view.hasFocus() else "line-strong"), 2)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(half_pixel(box.adjusted(1, 1, -2, -2)))

    def _draw_values(
        self, painter: QPainter, box: QRectF, cell: ComparedCell, verdict: Verdict | None
    ) -> None:
        shown = theme.current()
        half = box.height() / 2
        upper = QRectF(box.left() + 6, box.top() + 3, box.width() - 12, half - 1)
        lower = QRectF(box.left() + 6, box.top() + half, box.width() - 12, half - 3)
        is_number = cell.state is not CellState.WORDS
        font = fonts.mono_font(12, 500) if is_number else fonts.ui_font(12)
        said = safe_text(plain_quote(cell.text))
        if not is_number:
            upper = box.adjusted(6, 0, -6, 0)
        draw_text(painter, upper, said, font=font, color=shown.color("text"), align=RIGHT)
        below = held_text(cell)
        if is_number and below:
            ink: QColor = shown.ink(verdict) if verdict is not None else shown.color("text-3")
            weight = 600 if cell.state is CellState.DIFFERS else 400
            is_word = cell.state in _SAID
            small = fonts.ui_font(11, weight) if is_word else fonts.mono_font(11, weight)
            draw_text(painter, lower, below, font=small, color=ink, align=RIGHT)


class _Grid(QTableView):
    """Enter on a cell is the same as a click."""

    chosen = Signal(QModelIndex)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class WholeTable(QWidget):
    """The compared table of the claim in hand. `claim_requested` carries the id of the claim in a chosen cell."""

    claim_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.model = ComparedModel(self)
        self.view = _Grid()
        self._delegate = _Cell(self.view, self.model)
        self.title = ElidedLabel()
        self.title.setProperty("weight", "medium")
        self.count = label("", role="text-2", size="xs")
        self.detail = label("", role="text-2", size="xs", wrap=True)
        self.detail.setContentsMargins(12, 4, 12, 6)
        self._lay_out()
        _dress(self.view, self.model, self._delegate)
        self.setFocusProxy(self.view)
        self.view.selectionModel().currentChanged.connect(self._tell_cell)
        self.view.clicked.connect(self._choose)
        self.view.chosen.connect(self._choose)

    def show_table(self, table: ComparedTable, claim: str) -> None:
        """Show the table with the claim's cell marked and in sight."""
        if table != self.model.table:
            self.model.show_table(table)
            self._set_widths()
            self.title.setText(heading(table))
            self.count.setText(summary(table))
        index = self.model.index_of(claim)
        self._delegate.marked = QPersistentModelIndex(index)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._tell_cell()
        self.view.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        cell = self.model.cell(index.row(), index.column())
        if cell is not None and cell.claim is not None:
            self.claim_requested.emit(cell.claim)

    def _tell_cell(self) -> None:
        index = self.view.currentIndex()
        words = self.model.told(index.row(), index.column())
        self.detail.setText(words)
        self.detail.setVisible(bool(words))

    def _set_widths(self) -> None:
        """Widths come from the cells once, so that columns stay put while one reads."""
        small, number = fonts.ui_font(11, 600), fonts.mono_font(12, 500)
        for column in range(self.model.columnCount()):
            cells = [self.model.cell(row, column) for row in range(self.model.rowCount())]
            widths = [text_width(held_text(c), number) for c in cells if c is not None]
            widths += [text_width(plain_quote(c.text), number) for c in cells if c is not None]
            head = text_width(self.model.column_label(column), small) + 6
            widest = max([head, *widths], default=0.0) + 14
            self.view.setColumnWidth(column, round(min(fonts.px(_WIDE), max(fonts.px(_NARROW), widest))))
        labels = [
            text_width(self.model.row_label(row), fonts.ui_font(12)) for row in range(self.model.rowCount())
        ]
        widest = max(labels, default=0.0) + 20
        self.view.verticalHeader().setFixedWidth(round(min(fonts.px(_WIDEST_LABEL), widest)))

    def _lay_out(self) -> None:
        head = QWidget()
        ground(head, "panel")
        lines = QVBoxLayout(head)
        lines.setContentsMargins(12, 6, 12, 6)
        lines.setSpacing(2)
        lines.addWidget(self.title)
        lines.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.view, 1)
        column.addWidget(self.detail)


def _dress(view: QTableView, model: ComparedModel, delegate: QStyledItemDelegate) -> None:
    view.setModel(model)
    view.setItemDelegate(delegate)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows, heads = view.verticalHeader(), view.horizontalHeader()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(fonts.height("row-claim"))
    rows.setHighlightSections(False)
    rows.setTextElideMode(Qt.TextElideMode.ElideRight)
    heads.setFixedHeight(fonts.height("table-head"))
    heads.setHighlightSections(False)
    heads.setTextElideMode(Qt.TextElideMode.ElideRight)
    view.setTabKeyNavigation(False)
    view.setAccessibleName("Table of the paper against the evidence")
