"""Import runs: name a folder or an archive, watch it being read, then see what came in and what was irregular."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.runs import ImportReport, Irregularity
from mlrbench_gui.domain.work import Event, Progress, Step
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.column_heads import column_head
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import label, restyle, separator
from mlrbench_gui.ui.shell.overlay import Overlay

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
ARCHIVES = "Archives (*.zip *.tar.gz *.tgz *.tar)"
_TITLE = "Import runs"
_HEADS = ("Where", "What", "Treated as")


class IrregularityModel(QAbstractTableModel):
    """What was not as it should be: where, what, and how it was treated."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: Sequence[Irregularity] = ()

    def show_items(self, items: Sequence[Irregularity]) -> None:
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._items)

    @override
    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(_HEADS)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        item = self._items[index.row()]
        return (item.path, item.what, item.treated_as)[index.column()]

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        return column_head(_HEADS, section, orientation, role)


class ImportSheet(Overlay):
    """Three pages: what to import, the reading of it (which goes on when the sheet is closed), the result."""

    import_wanted = Signal(object)
    cancel_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Import runs", width=720, height=460, top=0.35)
        self._title = label(_TITLE, size="lg", weight="semibold")
        self.path = QLineEdit()
        self.path.setPlaceholderText("Path of a checkout, an agent's folder, one run, or an archive of these")
        self.path.setAccessibleName("path to import")
        self.path.textChanged.connect(self._path_changed)
        self.path.returnPressed.connect(self._start)
        self._why = label("", role="text-3", size="sm")
        self.go = Button("Import", icon_name="import", kind="primary")
        self.go.clicked.connect(self._start)
        self._what = label("", role="text-2", size="sm")
        self._step = label("", role="text-2", size="sm")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self.cancel = Button("Cancel", icon_name="cross")
        self.cancel.clicked.connect(self.cancel_wanted)
        self._totals = QGridLayout()
        self._odd_title = label("", weight="semibold")
        self.irregularities = IrregularityModel(self)
        self._pages = QStackedWidget()
        for page in (self._choose_page(), self._progress_page(), self._result_page()):
            self._pages.addWidget(page)
        self._lay_out()
        self._path_changed("")

    def ask(self, path: Path | None = None) -> None:
        """Open to choose what to import; the page of a reading under way stays."""
        self._title.setText(_TITLE)
        if self._pages.currentIndex() != 1:
            self._pages.setCurrentIndex(0)
        self.path.setText(str(path) if path is not None else "")
        self.open()
        self.path.setFocus()

    def show_start(self, path: Path) -> None:
        """The reading of this path begins."""
        self._title.setText(_TITLE)
        self._what.setText(str(path))
        self._step.setText("looking at the files")
        self._bar.setRange(0, 1)
        self._bar.setValue(0)
        self.cancel.setEnabled(True)
        self._turn_to(1, self.cancel)

    def show_event(self, event: Event) -> None:
        """How far the reading is."""
        match event:
            case Step(text):
                self._step.setText(text)
            case Progress(done, total, text):
                self._step.setText(f"{done} of {total}  {text}" if total else f"{done} files  {text}")
                self._bar.setVisible(bool(total))
                self._bar.setRange(0, total or 1)
                self._bar.setValue(done)
            case _:
                pass

    def show_end(self, text: str = "") -> None:
        """Back to the first page, with the reason why nothing came in."""
        self._turn_to(0, self.path)
        self._say(text, bad=bool(text))

    def show_report(self, report: ImportReport) -> None:
        """What came in, and what was irregular."""
        self._clear_totals()
        self._title.setText(_TITLE)
        shown = [(key, total) for key, total in report.totals.items() if total or report.new.get(key)]
        for place, (key, total) in enumerate(shown):
            self._add_total(divmod(place, 2), key, total, report.new.get(key, 0))
        self._list_odd(report.irregularities)
        self._pages.setCurrentIndex(2)

    def show_kept(self, items: Sequence[Irregularity]) -> None:
        """Open with the irregularities of all imports alone, as kept in the workspace."""
        self._clear_totals()
        self._title.setText("Irregularities at import")
        self._list_odd(items)
        self.open()

    def title(self) -> str:
        """What the sheet says that it is about."""
        return self._title.text()

    def _list_odd(self, items: Sequence[Irregularity]) -> None:
        count = len(items)
        self._odd_title.setText(counted_odd(count) if count else "Nothing was irregular")
        self.irregularities.show_items(items)
        self._turn_to(2, self.done)

    def _clear_totals(self) -> None:
        while (item := self._totals.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()

    def page(self) -> int:
        """0 choosing, 1 reading, 2 result."""
        return self._pages.currentIndex()

    def _turn_to(self, page: int, first: QWidget) -> None:
        """Show a page; where the sheet is open its first part gets the keyboard, which else is lost."""
        self._pages.setCurrentIndex(page)
        if self.isVisible():
            first.setFocus()

    def _add_total(self, place: tuple[int, int], key: str, total: int, new: int) -> None:
        row, side = place
        base = side * 4
        self._totals.addWidget(label(key.replace("_", " "), size="sm"), row, base)
        number = label(f"{total:,}".replace(",", " "), size="sm", weight="medium")
        self._totals.addWidget(number, row, base + 1, alignment=Qt.AlignmentFlag.AlignRight)
        fresh = label(f"+{new}" if new else "", role="ok", size="sm")
        self._totals.addWidget(fresh, row, base + 2, alignment=Qt.AlignmentFlag.AlignRight)

    def _start(self) -> None:
        if self.go.isEnabled():
            self.import_wanted.emit(Path(self.path.text().strip()).expanduser())

    def _path_changed(self, text: str) -> None:
        path = Path(text.strip()).expanduser()
        there = bool(text.strip()) and path.exists()
        self.go.setEnabled(there)
        missing = bool(text.strip()) and not there
        self._say(
            "Nothing is there." if missing else "Importing again adds only what is new or changed.",
            bad=missing,
        )

    def _say(self, text: str, *, bad: bool) -> None:
        self._why.setText(text)
        self._why.setProperty("role", "danger" if bad else "text-2")
        restyle(self._why)
        self.path.setProperty("state", "bad" if bad else "")
        restyle(self.path)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Import a folder", self.path.text())
        if chosen:
            self.path.setText(chosen)

    def _choose_archive(self) -> None:
        chosen, _filter = QFileDialog.getOpenFileName(self, "Import an archive", self.path.text(), ARCHIVES)
        if chosen:
            self.path.setText(chosen)

    def _choose_page(self) -> QWidget:
        page, column = _page()
        folder = Button("Folder…", icon_name="folder")
        folder.clicked.connect(self._choose_folder)
        archive = Button("Archive…", icon_name="file")
        archive.clicked.connect(self._choose_archive)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.path, 1)
        row.addWidget(folder)
        row.addWidget(archive)
        column.addWidget(label("Runs are read, never changed; nothing in them is executed.", role="text-2"))
        column.addLayout(row)
        column.addWidget(self._why)
        column.addStretch()
        column.addWidget(self.go, alignment=Qt.AlignmentFlag.AlignLeft)
        return page

    def _progress_page(self) -> QWidget:
        page, column = _page()
        column.addWidget(label("Reading", weight="semibold"))
        column.addWidget(self._what)
        column.addWidget(self._bar)
        column.addWidget(self._step)
        column.addStretch()
        away = Button("Go on in the background")
        away.clicked.connect(self.close_sheet)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.cancel)
        row.addWidget(away)
        row.addStretch()
        column.addLayout(row)
        return page

    def _result_page(self) -> QWidget:
        page, column = _page()
        self._totals.setHorizontalSpacing(14)
        self._totals.setVerticalSpacing(2)
        self._totals.setColumnStretch(3, 1)
        self._totals.setColumnStretch(7, 1)
        column.addLayout(self._totals)
        column.addSpacing(4)
        column.addWidget(self._odd_title)
        column.addWidget(_table(self.irregularities), 1)
        self.done = Button("Done", kind="primary")
        self.done.clicked.connect(self._done)
        column.addWidget(self.done, alignment=Qt.AlignmentFlag.AlignLeft)
        return page

    def _done(self) -> None:
        self._pages.setCurrentIndex(0)
        self.close_sheet()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 10, 10)
        head.addWidget(self._title)
        head.addStretch()
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head.addWidget(close)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addWidget(self._pages, 1)


def counted_odd(count: int) -> str:
    """How many irregularities, in words."""
    return f"{count} irregularit{'y' if count == 1 else 'ies'}"


def _page() -> tuple[QWidget, QVBoxLayout]:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 16, 16, 16)
    column.setSpacing(8)
    return page, column


def _table(model: QAbstractTableModel) -> QTableView:
    view = QTableView()
    view.setModel(model)
    view.setProperty("kind", "plain")
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)  # Tab goes on to the button below
    view.setWordWrap(False)
    view.setAccessibleName("irregularities")
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(height("row-dense"))
    view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    head = view.horizontalHeader()
    head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    head.setStretchLastSection(True)
    head.resizeSection(0, 250)
    head.resizeSection(1, 220)
    return view
