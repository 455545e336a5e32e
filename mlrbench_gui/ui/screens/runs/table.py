"""The table of runs: group heads over all columns, keys to fold and open, heads that sort."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView
from typing_extensions import override

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.screens.runs.delegate import RunsDelegate
from mlrbench_gui.ui.screens.runs.listing import Column, Head
from mlrbench_gui.ui.screens.runs.model import COLUMNS, OF_JUDGES, RunsModel

WIDTHS = {
    Column.RUN: 166,
    Column.GATE: 104,
    Column.REACHED: 82,
    Column.GAP: 44,
    Column.CLAIMS: 166,
    Column.ALL: 48,
    Column.DOUBTFUL: 76,
    Column.FINDINGS: 98,
    Column.JUDGES: 84,
    Column.MEAN: 54,
    Column.REVIEW: 100,
}
DROPPED_FIRST = (Column.REACHED, Column.JUDGES, Column.GAP, Column.ALL, Column.REVIEW)
"""Columns that go when the table is narrow, in this order; each is told elsewhere too."""


class RunsTable(QTableView):
    """`opened` tells a run, `folded` a group's name, `sorted_by` a column, `moved` that the selection is another."""

    opened = Signal(str)
    folded = Signal(str)
    sorted_by = Signal(object)
    moved = Signal()

    def __init__(self, model: RunsModel) -> None:
        super().__init__()
        self._model = model
        self._fitted = 0
        self.setModel(model)
        self.setItemDelegate(RunsDelegate(self, model))
        self.setAccessibleName("Runs")
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.verticalHeader().hide()
        theme.keep_fit(self, self._fit_rows)
        self._head = _Head(model, self)
        self.setHorizontalHeader(self._head)
        self._head.sectionClicked.connect(lambda section: self.sorted_by.emit(COLUMNS[section]))
        model.modelReset.connect(self._span_heads)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self.fit(self._fitted))
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        self.selectionModel().selectionChanged.connect(lambda *_: self.moved.emit())

    def current_row(self) -> RunRow | None:
        """The run that the keyboard is on."""
        entry = self._model.entry(self.currentIndex().row())
        return entry if isinstance(entry, RunRow) else None

    def selected_rows(self) -> list[RunRow]:
        """Selected runs, in the table's order."""
        places = sorted({index.row() for index in self.selectionModel().selectedRows()})
        found = (self._model.entry(place) for place in places)
        return [entry for entry in found if isinstance(entry, RunRow)]

    def choose(self, run: RunName | None) -> None:
        """Put the keyboard on a run, or on the first one."""
        place = self._model.place_of(run) if run is not None else -1
        entries = self._model.entries()
        if place < 0:
            place = next((at for at, entry in enumerate(entries) if isinstance(entry, RunRow)), 0)
        if entries:
            index = self._model.index(place, 0)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def fit(self, width: int) -> None:
        """Show as many columns as there is room for; the first takes what is left."""
        self._fitted = width
        bar = self.verticalScrollBar()
        room = width - (bar.sizeHint().width() if bar.maximum() > bar.minimum() else 0)
        hidden: set[Column] = set()
        for column in DROPPED_FIRST:
            if sum(wide for other, wide in WIDTHS.items() if other not in hidden) <= room:
                break
            hidden.add(column)
        used = sum(wide for column, wide in WIDTHS.items() if column not in hidden | {Column.RUN})
        for section, column in enumerate(COLUMNS):
            self.setColumnHidden(section, column in hidden)
            wide = max(WIDTHS[column], room - used) if column is Column.RUN else WIDTHS[column]
            self.setColumnWidth(section, wide)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.currentIndex().row()
        entry = self._model.entry(place)
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._open(place)
            case Qt.Key.Key_Left if isinstance(entry, Head) and not entry.folded:
                self.folded.emit(entry.name)
            case Qt.Key.Key_Right if isinstance(entry, Head) and entry.folded:
                self.folded.emit(entry.name)
            case Qt.Key.Key_Left if isinstance(entry, RunRow):
                self._to_head(place)
            case Qt.Key.Key_Space:
                flag = QItemSelectionModel.SelectionFlag
                self.selectionModel().select(self.currentIndex(), flag.Toggle | flag.Rows)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self._model.entry(self.indexAt(event.position().toPoint()).row())
        if isinstance(entry, Head) and event.button() is Qt.MouseButton.LeftButton:
            self.folded.emit(entry.name)
        else:
            super().mousePressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.viewport().update()

    def _open(self, place: int) -> None:
        entry = self._model.entry(place)
        if isinstance(entry, Head):
            self.folded.emit(entry.name)
        elif entry is not None:
            self.opened.emit(entry.run.name)

    def _to_head(self, place: int) -> None:
        for above in range(place, -1, -1):
            if isinstance(self._model.entry(above), Head):
                self.setCurrentIndex(self._model.index(above, 0))
                return

    def _fit_rows(self) -> None:
        self.verticalHeader().setMinimumSectionSize(height("row-group"))
        self._span_heads()

    def _span_heads(self) -> None:
        self.clearSpans()
        header = self.verticalHeader()
        header.setDefaultSectionSize(height("row"))
        for place, entry in enumerate(self._model.entries()):
            if isinstance(entry, Head):
                self.setSpan(place, 0, 1, len(COLUMNS))
                header.resizeSection(place, height("row-group"))


class _Head(QHeaderView):
    """Column heads; only the sorted one has a mark."""

    def __init__(self, model: RunsModel, parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._runs = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFixedHeight(height("table-head"))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        painter.save()
        super().paintSection(painter, rect, logicalIndex)
        painter.restore()
        if COLUMNS[logicalIndex] is self._runs.wish.sort:
            self._paint_mark(painter, logicalIndex)
        elif self._runs.worth and COLUMNS[logicalIndex] in OF_JUDGES:
            self._paint_caution(painter, logicalIndex)

    def _paint_caution(self, painter: QPainter, section: int) -> None:
        """A sign where the words leave room; the tooltip and the summary say what it means."""
        left, wide = self.sectionViewportPosition(section), self.sectionSize(section)
        at = left + 5 if COLUMNS[section] is Column.MEAN else left + wide - 18
        paint_icon(painter, "warning", QRectF(at, (self.height() - 12) / 2, 12, 12), theme.color("warn"))

    def _paint_mark(self, painter: QPainter, section: int) -> None:
        left = self.sectionViewportPosition(section)
        words = self.fontMetrics().horizontalAdvance(
            str(self._runs.headerData(section, Qt.Orientation.Horizontal))
        )
        wide = self.sectionSize(section)
        align = self._runs.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        right_side = bool(int(str(align)) & int(Qt.AlignmentFlag.AlignRight.value))
        at = left + wide - words - 24 if right_side else left + words + 14
        name = "sort-down" if self._runs.wish.descending else "sort-up"
        paint_icon(painter, name, QRectF(at, (self.height() - 14) / 2, 14, 14), theme.color("text-2"))
