"""Strands of evidence: the values of one measure under several labels, as a table's column holds them.

A value of evidence has a name of several parts. Where one part is a row's label and another the column's, it is the
value of that cell; all values of a file whose names differ in the row's part alone are a strand for that column.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from mlrbench_gui.audit.ledger.values import LedgerValue, Name, Place, Source
from mlrbench_gui.audit.matching.alike_files import LEVEL, rank
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.tables.likeness import (
    EXPLAINED,
    LOOSE,
    WEAK,
    Kinship,
    Label,
    has,
    is_light,
    is_plain,
    kinship,
    label_of,
)
from mlrbench_gui.audit.tables.parts import ASPECTS, Entry, Parts
from mlrbench_gui.domain.values import RelPath

_COUNTER = re.compile(r"(?P<stem>\D*?)\s*(?P<number>\d{1,4})")
_UNSAID = 0.05
_MOST_UNSAID = 3

_SECOND_HAND = {Source.LOG: 0.01, Source.REPORT: 0.01, Source.OUTPUT: 0.03}
"""What a result file holds is named better than what was printed of it."""
_MEMBERS = 4

Key = tuple[str, str, tuple[str, ...], str]
"""Where (file, or folder if files stand for rows), measure, other parts of the name, aspect."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The labels of a column: `rows` by their places, the column's own if it names a measure, words around."""

    rows: Mapping[int, Label]
    column: Label | None
    around: frozenset[str]
    _told: dict[str, bool] = field(default_factory=dict)

    def tells(self, word: str) -> bool:
        """Whether the surroundings speak of it."""
        if word not in self._told:
            self._told[word] = has(self.around, word)
        return self._told[word]


@dataclass(slots=True)
class Strand:
    """What evidence holds for a column: for each row the value whose name fits best, and how well.

    `unsaid` counts the other parts of the name of which the table says nothing.
    """

    key: Key
    fit: float
    unsaid: int = 0
    cells: dict[int, tuple[float, LedgerValue]] = field(default_factory=dict)
    _doubtful: set[int] = field(default_factory=set)

    def offer(self, row: int, fit: float, value: LedgerValue) -> None:
        """Keep the value that fits the row best; two that fit alike and differ leave the row in doubt."""
        known = self.cells.get(row)
        if known is None or fit > known[0]:
            self.cells[row] = (fit, value)
            self._doubtful.discard(row)
        elif fit == known[0] and value.value != known[1].value:
            self._doubtful.add(row)

    def settle(self) -> "Strand":
        """Without rows in doubt, and each value under the one row that it fits best."""
        used: dict[tuple[str, Place, Name], list[int]] = defaultdict(list)
        for row, (_, value) in self.cells.items():
            used[(value.path, value.place, value.name)].append(row)
        kept = {}
        for rows in used.values():
            best = max(self.cells[row][0] for row in rows)
            first = [row for row in rows if self.cells[row][0] == best]
            if len(first) == 1 and first[0] not in self._doubtful:
                kept[first[0]] = self.cells[first[0]]
        return Strand(self.key, self.fit, self.unsaid, dict(sorted(kept.items())))

    @property
    def named(self) -> int:
        """How many rows have names that may deny."""
        return sum(1 for fit, _ in self.cells.values() if fit >= LOOSE)

    @property
    def score(self) -> float:
        """How well the names fit as a whole."""
        rows = sum(fit for fit, _ in self.cells.values()) / len(self.cells) if self.cells else 0.0
        return (rows + self.fit) / 2 - _UNSAID * self.unsaid


class Weaver:
    """Finds the strands of columns among the values of one ledger; they are indexed when first asked for.

    `mentions` tells how often the papers have a word.
    """

    def __init__(
        self, values: Sequence[LedgerValue], entities: Entities, mentions: Mapping[str, int] | None = None
    ) -> None:
        self._values = values
        self._mentions = mentions or {}
        self._entities = entities
        self._kin: dict[tuple[str, str], Kinship] = {}

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self._values, self._entities)

    def strands(self, wanted: Wanted) -> list[Strand]:
        """All strands of the column with at least one row, best first."""
        found: dict[Key, Strand] = {}
        columns = self._hits({0: wanted.column}) if wanted.column is not None else {}
        rows = self._hits(wanted.rows)
        for entry, places in rows.items():
            if wanted.column is None:
                self._offer_alone(found, wanted, entry, places)
            elif entry in columns:
                self._offer_pairs(found, wanted, entry, places, columns[entry])
        if wanted.column is not None:
            self._offer_series(found, wanted, columns)
        told = _without_members(found, wanted.around)
        settled = [strand.settle() for _, strand in sorted(told.items())]
        behind = rank({RelPath(strand.key[0]) for strand in settled}, wanted.around, self._mentions)
        return sorted(
            (s for s in settled if s.cells),
            key=lambda s: (-len(s.cells), -s.score, behind.get(RelPath(s.key[0]), LEVEL), s.key),
        )

    def _hits(self, labels: Mapping[int, Label]) -> dict[Entry, list[tuple[int, int]]]:
        """Entries with a part that may be one of the labels: place of the part, key of the label."""
        hits: dict[Entry, list[tuple[int, int]]] = defaultdict(list)
        for key, label in labels.items():
            for part in self._parts.near(label):
                for entry, place in self._parts.holding[part]:
                    hits[entry].append((place, key))
        return hits

    def _offer_pairs(
        self,
        found: dict[Key, Strand],
        wanted: Wanted,
        entry: Entry,
        rows: list[tuple[int, int]],
        columns: list[tuple[int, int]],
    ) -> None:
        assert wanted.column is not None
        for at, _ in columns:
            column_fit = self._fit(wanted, wanted.column, entry, at)
            for place, row in rows:
                if place == at:
                    both = label_of(f"{wanted.rows[row].text} {wanted.column.text}")
                    fit = min(self._fit(wanted, both, entry, at), EXPLAINED)
                    fits = (row, fit, fit)
                elif column_fit >= LOOSE:
                    fits = (row, self._fit(wanted, wanted.rows[row], entry, place), column_fit)
                else:
                    continue
                if fits[1] >= WEAK and fits[2] >= LOOSE:
                    self._offer(found, wanted, entry, (place, at), fits)

    def _offer_alone(
        self, found: dict[Key, Strand], wanted: Wanted, entry: Entry, rows: list[tuple[int, int]]
    ) -> None:
        """A table of one value a row: the row's label is the last part of the name."""
        last = max((i for i, part in enumerate(entry.parts) if not is_plain(part)), default=0)
        for place, row in rows:
            if place == last:
                fit = self._fit(wanted, wanted.rows[row], entry, last)
                if fit >= WEAK:
                    self._offer(found, wanted, entry, (place, -1), (row, fit, EXPLAINED))

    def _fit(self, wanted: Wanted, label: Label, entry: Entry, place: int) -> float:
        """How well the label fits the part; words that one has more may be told around or by the other parts."""
        part = entry.parts[place]
        key = (label.text, part.text)
        kin = self._kin.get(key)
        if kin is None:
            kin = self._kin[key] = kinship(label, part, self._entities)
        if kin.left_over and all(wanted.tells(word) or entry.tells(word, place) for word in kin.left_over):
            return EXPLAINED
        return kin.fit

    def _offer(
        self,
        found: dict[Key, Strand],
        wanted: Wanted,
        entry: Entry,
        places: tuple[int, int],
        fits: tuple[int, float, float],
    ) -> None:
        row, row_fit, column_fit = fits
        rest = [p for i, p in enumerate(entry.parts) if i and i not in places and not entry.counts(i)]
        frame = tuple(part.text for part in rest)
        unsaid = sum(1 for part in rest if not is_light(part) and not all(map(wanted.tells, part.core)))
        where = str(PurePosixPath(entry.path).parent) if 0 in places else entry.path
        measure = entry.parts[places[1]].text if places[1] >= 0 and places[0] != places[1] else ""
        for value in entry.values:
            key = (where, measure, frame, value.aspect)
            fit = column_fit * ASPECTS[value.aspect] - _SECOND_HAND.get(value.source, 0.0)
            strand = found.setdefault(key, Strand(key, fit, min(unsaid, _MOST_UNSAID)))
            strand.fit = max(strand.fit, fit)
            strand.offer(row, row_fit, value)

    def _offer_series(
        self, found: dict[Key, Strand], wanted: Wanted, columns: Mapping[Entry, list[tuple[int, int]]]
    ) -> None:
        """Rows that count (`epoch 1`, `epoch 2`) are the items of a list in turn."""
        counters = _counters(wanted.rows)
        if len(counters) < 2:
            return
        assert wanted.column is not None
        first = 0 if 0 in counters.values() else 1
        for entry, places in columns.items():
            at, last = max(place for place, _ in places), len(entry.parts) - 1
            if at != last or len(entry.items) <= max(counters.values()) - first:
                continue
            items = sorted(entry.items, key=lambda value: value.index)
            if [value.index for value in items] != list(range(len(items))):
                continue
            fit = self._fit(wanted, wanted.column, entry, last)
            if fit >= LOOSE:
                key = (entry.path, entry.parts[last].text, tuple(p.text for p in entry.parts[1:-1]), "item")
                strand = found.setdefault(key, Strand(key, fit))
                for row, number in counters.items():
                    strand.offer(row, EXPLAINED, items[number - first])


def _without_members(found: dict[Key, Strand], around: frozenset[str]) -> dict[Key, Strand]:
    """Without strands that are some of many alike (one a problem, a seed, a data set), unless the table names them."""
    alike: dict[tuple[Key, int, int], set[str]] = defaultdict(set)
    for key, strand in found.items():
        for i, part in enumerate(key[2]):
            for row in strand.cells:
                alike[(_but(key, i), i, row)].add(part)
    return {
        key: strand
        for key, strand in found.items()
        if all(
            label_of(part).core <= around
            or all(len(alike[(_but(key, i), i, row)]) < _MEMBERS for row in strand.cells)
            for i, part in enumerate(key[2])
        )
    }


def _but(key: Key, place: int) -> Key:
    where, measure, frame, aspect = key
    return where, measure, (*frame[:place], *frame[place + 1 :]), aspect


def _counters(rows: Mapping[int, Label]) -> dict[int, int]:
    """The numbers of rows that count one thing; empty where they count several."""
    hits = {row: _COUNTER.fullmatch(label.text) for row, label in rows.items()}
    counted = {row: hit for row, hit in hits.items() if hit is not None}
    stems = {hit.group("stem").lower() for hit in counted.values()}
    if len(stems) != 1 or 2 * len(counted) < len(rows):
        return {}
    return {row: int(hit.group("number")) for row, hit in counted.items()}
