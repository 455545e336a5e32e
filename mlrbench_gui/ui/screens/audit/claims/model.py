"""The list's model: section heads and claim rows over claims that are looked up by id.

A decision changes a claim and the heads' counts, never the order: rows move only when the filter or the set of claims
changes, so nothing slips away under the reader's eyes.
"""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.ui.screens.audit.claims.grouping import (
    Arrangement,
    ClaimFilter,
    ClaimRow,
    ListRow,
    SectionRow,
    arrange,
    recounted,
)
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote, spoken

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
CLAIM_ROLE = int(Qt.ItemDataRole.UserRole) + 2

Index = QModelIndex | QPersistentModelIndex


class ClaimModel(QAbstractListModel):
    """Rows of the claim list. `ROW_ROLE` gives the row, `CLAIM_ROLE` the claim of a claim row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._claims: dict[str, ReviewedClaim] = {}
        self._wanted = ClaimFilter()
        self._folded: frozenset[str] = frozenset()
        self._arrangement = Arrangement()
        self._rows: tuple[ListRow, ...] = ()
        self._places: dict[str, int] = {}

    def set_claims(self, claims: Sequence[ReviewedClaim]) -> bool:
        """Take the claims as they stand now; True where the rows had to be arranged anew."""
        fresh = {claim.current.id: claim for claim in claims}
        same = [(key, claim.current.section) for key, claim in fresh.items()] == [
            (key, claim.current.section) for key, claim in self._claims.items()
        ]
        before = self._claims
        changed = [key for key, claim in fresh.items() if claim is not before.get(key)]
        self._claims = fresh
        if not same:
            self.arrange()
            return True
        self._tell_changed(changed)
        return False

    def set_filter(self, wanted: ClaimFilter) -> None:
        """Show other claims."""
        self._wanted = wanted
        self.arrange()

    def fold(self, titles: frozenset[str]) -> None:
        """Hide the rows of these sections."""
        self._folded = titles
        self.arrange()

    @property
    def folded(self) -> frozenset[str]:
        return self._folded

    @property
    def arrangement(self) -> Arrangement:
        """What is shown, in which order, and how much the filter hides."""
        return self._arrangement

    @property
    def claims(self) -> Mapping[str, ReviewedClaim]:
        """All claims by id, also those that the filter hides."""
        return self._claims

    def arrange(self) -> None:
        """Group and order the claims anew."""
        self.beginResetModel()
        self._arrangement = arrange(tuple(self._claims.values()), self._wanted, self._folded)
        self._rows = self._arrangement.rows
        self._places = {row.id: at for at, row in enumerate(self._rows) if isinstance(row, ClaimRow)}
        self.endResetModel()

    def index_of(self, claim_id: str | None) -> QModelIndex:
        """The index of a claim's row; invalid where it is not shown."""
        place = self._places.get(claim_id or "")
        return self.index(place) if place is not None else QModelIndex()

    def claim_id(self, index: Index) -> str | None:
        """The id of a claim row; None for a section's head."""
        row = self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None
        return row.id if isinstance(row, ClaimRow) else None

    def section_of(self, claim_id: str) -> str | None:
        """The title of the section under which a claim is listed."""
        return next((title for title, keys in self._arrangement.sections.items() if claim_id in keys), None)

    def row(self, index: Index) -> ListRow:
        """The row at an index."""
        return self._rows[index.row()]

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, SectionRow):
            return _section_data(row, role)
        claim = self._claims.get(row.id)
        return _claim_data(claim, role) if claim is not None else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], SectionRow):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _tell_changed(self, changed: Iterable[str]) -> None:
        places = [self._places[key] for key in changed if key in self._places]
        before = self._rows
        self._rows = recounted(self._rows, self._arrangement.sections, self._claims)
        places += [
            at
            for at, (old, new) in enumerate(zip(before, self._rows, strict=True))
            if old is not new and old != new
        ]
        for first, last in _stretches(places):
            self.dataChanged.emit(self.index(first), self.index(last))


def _stretches(places: Iterable[int]) -> list[tuple[int, int]]:
    """Rows that follow one another as (first, last): a change of thousands is told in a few words."""
    found: list[tuple[int, int]] = []
    for place in sorted(set(places)):
        if found and place == found[-1][1] + 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def _section_data(row: SectionRow, role: int) -> object:
    if role == Qt.ItemDataRole.DisplayRole:
        return row.title
    if role == Qt.ItemDataRole.AccessibleTextRole:
        state = "folded" if row.folded else "unfolded"
        return f"section {row.title}, {row.open} of {row.total} open, {state}"
    return None


def _claim_data(claim: ReviewedClaim, role: int) -> object:
    if role == CLAIM_ROLE:
        return claim
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
        return plain_quote(claim.current.quote)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return spoken(claim)
    return None
