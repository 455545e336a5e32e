"""The table of jobs as a Qt model. While the order stays, only the changed rows are told: nothing jumps."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from mlrbench_gui.domain.jobs import ENDED
from mlrbench_gui.ui.kit.column_heads import column_head
from mlrbench_gui.ui.screens.jobs.listing import Column, JobRow, clock_text, left_text, spent_text

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
COLUMNS = tuple(Column)
ROW_ROLE = Qt.ItemDataRole.UserRole
_TOLD_WHOLE = {Column.STATE, Column.TITLE, Column.PROGRESS}
_NUMBERS = {Column.LEFT, Column.TIME, Column.SPENT}


class JobsModel(QAbstractTableModel):
    """Rows in the order given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[JobRow] = ()

    def show_rows(self, rows: Sequence[JobRow]) -> bool:
        """Show these; tells whether rows came, went or moved."""
        same = [row.job.id for row in rows] == [row.job.id for row in self.rows]
        if not same:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return True
        before, self.rows = self.rows, rows
        for place, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(COLUMNS) - 1))
        return False

    def place_of(self, id_: str) -> int:
        """Where a job stands; -1 if it is not there."""
        return next((place for place, row in enumerate(self.rows) if row.job.id == id_), -1)

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(COLUMNS)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return cell_words(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return cell_words(row, column) if column in _TOLD_WHOLE else None
            case _:
                return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        return column_head(COLUMNS, section, orientation, role, _NUMBERS)


def cell_words(row: JobRow, column: Column) -> str:
    """A cell in words."""
    return _WORDS[column](row)


def _progress(row: JobRow) -> str:
    share = "" if row.share is None or row.job.state in ENDED else f"{row.share:.0%}"
    return ", ".join(part for part in (share, row.doing) if part)


_WORDS: Mapping[Column, Callable[[JobRow], str]] = {
    Column.STATE: lambda row: row.state,
    Column.TITLE: lambda row: row.job.title,
    Column.KIND: lambda row: row.kind,
    Column.PROGRESS: _progress,
    Column.LEFT: lambda row: left_text(row.left) if row.left is not None else "",
    Column.TIME: lambda row: clock_text(row.time) if row.time or row.job.started_at else "",
    Column.SPENT: lambda row: spent_text(row.job.tokens, row.job.cost),
}
