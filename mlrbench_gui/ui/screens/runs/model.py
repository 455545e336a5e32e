"""The table of runs as a Qt model over the listing; what is painted the delegate decides."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.veil import told_task
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit.column_heads import column_head
from mlrbench_gui.ui.screens.runs.listing import (
    Column,
    Entry,
    Head,
    Wish,
    doubtful_share,
    gap,
    judge_mean,
    listed,
    review_state,
)

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
COLUMNS = tuple(Column)
ENTRY_ROLE = Qt.ItemDataRole.UserRole
OF_JUDGES = frozenset({Column.JUDGES, Column.MEAN})
"""Columns beside which it stands what judges' scores are worth."""
_NUMBERS = {Column.GAP, Column.ALL, Column.DOUBTFUL, Column.MEAN}


class RunsModel(QAbstractTableModel):
    """Heads and rows as `listing.listed` gives them for the present wish."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[RunRow] = ()
        self._entries: list[Entry] = []
        self.wish = Wish()
        self.most_claims = 1
        self.judges = 0
        self.worth = ""

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        """Other rows under the same wish."""
        self._rows = rows
        self.most_claims = max((row.claims for row in rows), default=1) or 1
        self.judges = max((len(row.judge_means) for row in rows), default=0)
        self._list()

    def show_worth(self, caution: str) -> None:
        """What must be known of judges' scores; empty where nothing must."""
        self.worth = caution
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    def set_wish(self, wish: Wish) -> None:
        """The same rows under another wish."""
        self.wish = wish
        self._list()

    def rows(self) -> Sequence[RunRow]:
        """All rows, also those that are filtered away."""
        return self._rows

    def entries(self) -> list[Entry]:
        """What stands in the table now."""
        return self._entries

    def entry(self, place: int) -> Entry | None:
        return self._entries[place] if 0 <= place < len(self._entries) else None

    def place_of(self, run: RunName) -> int:
        """Where a run stands; -1 if it is not shown."""
        return next(
            (
                place
                for place, entry in enumerate(self._entries)
                if isinstance(entry, RunRow) and entry.run.name == run
            ),
            -1,
        )

    def shown_runs(self) -> list[RunRow]:
        """Rows that pass the filters and are not folded away."""
        return [entry for entry in self._entries if isinstance(entry, RunRow)]

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._entries)

    @override
    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(COLUMNS)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self._entries[index.row()]
        column = COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return entry
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return _head_words(entry) if isinstance(entry, Head) else cell_words(entry, column)
            case Qt.ItemDataRole.ToolTipRole if isinstance(entry, RunRow):
                tip = _tip(entry, column)
                return f"{tip}\n{self.worth}" if tip and self.worth and column in OF_JUDGES else tip
            case _:
                return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and COLUMNS[section] in OF_JUDGES:
            return self.worth or None
        head = column_head(COLUMNS, section, orientation, role, _NUMBERS)
        return f"{head} ({self.judges})" if head == Column.JUDGES and self.judges else head

    def _list(self) -> None:
        self.beginResetModel()
        self._entries = listed(self._rows, self.wish)
        self.endResetModel()


def cell_words(row: RunRow, column: Column) -> str:
    """A cell in words, for assistive programs and for the clipboard."""
    return _WORDS[column](row)


def review_words(row: RunRow) -> str:
    """How far people's decisions are, in words."""
    state = review_state(row)
    return f"{row.decided} of {row.claims}" if row.decided and row.decided < row.claims else state.value


def out_words(count: int) -> str:
    """What stands behind a count or a mean that lacks something."""
    return f" ({count} left out)" if count else ""


def _gate_words(row: RunRow) -> str:
    if row.gate is None:
        return "not audited"
    return f"reached {row.gate.reached}, claims {row.gate.claimed or 'nothing'}"


def _optional(value: float | None, pattern: str) -> str:
    return "" if value is None else pattern.format(value)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items() if count)


_WORDS: dict[Column, Callable[[RunRow], str]] = {
    Column.RUN: lambda row: told_task(row.run) + (", left out of statistics" if row.left_out.why else ""),
    Column.GATE: _gate_words,
    Column.REACHED: lambda row: str(row.gate.reached) if row.gate is not None else "not audited",
    Column.GAP: lambda row: _optional(gap(row), "{}"),
    Column.CLAIMS: lambda row: _counts(row.verdicts) + out_words(row.left_out.claims),
    Column.ALL: lambda row: str(row.claims),
    Column.DOUBTFUL: lambda row: _optional(doubtful_share(row), "{:.0%}"),
    Column.FINDINGS: lambda row: _counts(row.findings) or "none",
    Column.JUDGES: lambda row: (
        ", ".join(f"{value:.1f}" for value in row.judge_means) + out_words(row.left_out.judges)
    ),
    Column.MEAN: lambda row: _optional(judge_mean(row), "{:.1f}"),
    Column.REVIEW: review_words,
}


def _head_words(head: Head) -> str:
    return f"{head.name}, {head.count} runs{', folded' if head.folded else ''}"


def _tip(row: RunRow, column: Column) -> str | None:
    match column:
        case Column.RUN:
            stale = "\nIts files changed since the audit; audit it again." if row.stale else ""
            why = row.left_out.why
            return f"{row.run.name}{stale}" + (f"\nLeft out of statistics: {why}" if why else "")
        case Column.GATE | Column.CLAIMS | Column.FINDINGS | Column.JUDGES | Column.MEAN:
            return cell_words(row, column) or None
        case _:
            return None
