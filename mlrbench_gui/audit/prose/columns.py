"""Columns of changes in the paper's tables: each cell recomputed from the two cells of its own row.

Which two cells, and how, is learned from the column as a whole: one reading that most of its cells print. A cell that
this reading denies is contradicted by its own row.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.prose.book import BookCell, CellBook, is_change_label
from mlrbench_gui.audit.prose.changing import operand
from mlrbench_gui.audit.prose.readings import Reading, readings
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.audit.verdicts.numbers import describe
from mlrbench_gui.domain.values import Verdict

_FEWEST = 3
_MOST = 0.6
_MOST_CELLS = 12
_FIRM = (Verdict.SUPPORTED, Verdict.CONTRADICTED)
_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Way:
    """One reading of a change cell: from which two columns, and what it gives."""

    cell: BookCell
    own: BookCell
    rival: BookCell
    reading: Reading


def change_columns(book: CellBook, text: str) -> dict[Statement, Decision]:
    """Better decisions for the cells of columns (or rows) of changes."""
    better: dict[Statement, Decision] = {}
    for cells, others in _groups(book.cells):
        ways: dict[_Key, list[_Way]] = defaultdict(list)
        for cell in cells:
            for key, way in _ways(cell, others.get(_across(cell), ())):
                ways[key].append(way)
        learned = _learned(ways, len(cells))
        for way in learned:
            decided = _decided(way, text)
            if decided is not None:
                better[way.cell.statement] = decided
    return better


def _across(cell: BookCell) -> int:
    return cell.spot.row if is_change_label(cell.spot.header) else cell.spot.column


def _groups(
    cells: Sequence[BookCell],
) -> Iterator[tuple[list[BookCell], Mapping[int, list[BookCell]]]]:
    """Each column (row) of changes with the other cells of its table by row (column)."""
    groups: dict[tuple[int, str, int], list[BookCell]] = defaultdict(list)
    for cell in cells:
        by_column, by_row = is_change_label(cell.spot.header), is_change_label(cell.spot.row_label)
        if by_column != by_row:
            key = ("column", cell.spot.column) if by_column else ("row", cell.spot.row)
            groups[(cell.spot.table, *key)].append(cell)
    for (table, axis, _), members in groups.items():
        others: dict[int, list[BookCell]] = defaultdict(list)
        for cell in cells:
            if cell.spot.table == table and not cell.tells_change:
                others[cell.spot.row if axis == "column" else cell.spot.column].append(cell)
        if len(members) >= _FEWEST:
            yield members, others


def _ways(cell: BookCell, others: Sequence[BookCell]) -> Iterator[tuple[_Key, _Way]]:
    if len(others) > _MOST_CELLS:
        return
    by_column = is_change_label(cell.spot.header)
    words = cell.spot.header if by_column else cell.spot.row_label
    for own, rival in permutations(others, 2):
        names = [c.spot.header if by_column else c.spot.row_label for c in (own, rival)]
        for reading in readings(cell.number, operand(own), operand(rival), words):
            yield (names[0], names[1], reading.way), _Way(cell, own, rival, reading)


def _learned(ways: Mapping[_Key, list[_Way]], size: int) -> list[_Way]:
    """The reading that most cells print; none where two do so alike but for their sign."""
    scored = sorted(
        ((sum(_agrees(w) for w in members), key) for key, members in ways.items() if len(members) == size),
        key=lambda item: (-item[0], item[1]),
    )
    if not scored or scored[0][0] < max(2, _MOST * size):
        return []
    return ways[scored[0][1]]


def _agrees(way: _Way) -> bool:
    """Whether the reading prints the cell; a sign that is printed must be the change's, or all are told as gains."""
    return way.reading.prints(way.cell.number)


def _decided(way: _Way, text: str) -> Decision | None:
    number, known = way.cell.number, way.cell.decision
    printed = describe(number.number, text[number.start : number.unit_end])
    firm = way.own.decision.verdict in _FIRM and way.rival.decision.verdict in _FIRM
    sides = f"{way.reading.formula} from the same row of the paper's table"
    if not _agrees(way):
        if known.verdict in _FIRM or number.approximate:
            return None
        reason = f"The paper has {printed}, but its own row gives {shown(way.reading.value)}: {sides}."
        return Decision(Verdict.CONTRADICTED, 0.7, reason, _held(way, agrees=False))
    if not firm or known.verdict in _FIRM:
        return None
    return Decision(
        Verdict.SUPPORTED, 0.75, f"{printed} follows from evidence: {sides}.", _held(way, agrees=True)
    )


def _held(way: _Way, *, agrees: bool) -> tuple[Held, ...]:
    held = []
    for cell, formula in ((way.own, way.reading.formula), (way.rival, None)):
        for h in [h for h in cell.decision.held if h.primary][:1]:
            value = round(way.reading.value, 10) if formula else None
            held.append(
                Held(
                    h.candidate,
                    primary=True,
                    agrees=agrees if formula else None,
                    formula=formula,
                    value=value,
                )
            )
    return tuple(held)
