"""Columns of a table decided by strands of evidence: as wholes, by the names of rows and columns.

A strand is chosen for its names. Where several have equally good ones, the one that agrees with most of the cells is
taken, and cells that differ from it are denied only if at least half of them agree.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.tables.likeness import EXPLAINED, LOOSE, is_plain, label_of
from mlrbench_gui.audit.tables.strands import Strand, Wanted, Weaver
from mlrbench_gui.audit.text.words import name_words

_COVERED = 0.6
_RIVAL = 0.04
_FEWEST_ALONE = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A cell with its value of evidence. `is_sure` says that the names carry a denial if the two differ."""

    statement: Statement
    candidate: Candidate
    is_sure: bool


def matches(weaver: Weaver, statements: Sequence[Statement]) -> Iterator[Match]:
    """The cells of one paper that strands of evidence hold, column by column.

    The numbers of a cell that lists several under their own names are like a column of their own.
    """
    columns: dict[tuple[str, int, int, int], list[Statement]] = defaultdict(list)
    for statement in statements:
        spot = statement.spot
        if spot is not None and statement.about is About.RUN and _stands_for_cell(statement):
            row = spot.row if spot.own else -1
            columns[(statement.paper, spot.table, spot.column, row)].append(statement)
    for cells in columns.values():
        yield from _matched(weaver, cells)


def _stands_for_cell(statement: Statement) -> bool:
    """Whether it is the cell's number, and no end of a range, bound of an interval or count in brackets."""
    number = statement.number
    if number is None or number.role:
        return False
    first = statement.siblings[0] if statement.siblings else number
    return first.start == number.start or (statement.spot is not None and bool(statement.spot.own))


def _matched(weaver: Weaver, cells: Sequence[Statement]) -> Iterator[Match]:
    strands = weaver.strands(_wanted(cells))
    fewest = _fewest(cells)
    usable = [strand for strand in strands if strand.named >= fewest]
    if not usable:
        return
    best = max(usable, key=lambda s: (len(s.cells), s.score))
    rivals = [s for s in usable if s.score >= best.score - _RIVAL]
    chosen = _closest(rivals, cells)
    if not _is_half(chosen, cells):
        rivals = [s for s in usable if _is_half(s, cells)] or rivals
        chosen = _closest(rivals, cells)
    is_sure = _is_sure(chosen, rivals, cells)
    near = [s for s in usable if s.key[1:3] == chosen.key[1:3]]
    for row, (fit, value) in chosen.cells.items():
        number = cells[row].number
        assert number is not None
        held = _candidate(number, value, (fit + chosen.fit) / 2)
        if not held.agrees:
            others = (_candidate(number, s.cells[row][1], s.score) for s in near if row in s.cells)
            held = next((other for other in others if other.agrees), held)
        may_deny = is_sure and fit >= LOOSE and not held.is_other_kind
        yield Match(cells[row], held, may_deny)


def _wanted(cells: Sequence[Statement]) -> Wanted:
    spots = [cell.spot for cell in cells if cell.spot is not None]
    header = label_of(spots[0].header)
    section = cells[0].section
    around = f"{spots[0].caption} {section.title} {' '.join(section.parents[-1:])}"
    if spots[0].own:
        around = f"{around} {spots[0].row_label} {spots[0].header}"
    rows = {row: label_of(spot.own or spot.row_label) for row, spot in enumerate(spots)}
    column = None if spots[0].own or is_plain(header) else header
    return Wanted(rows, column, frozenset(name_words(around)))


def _fewest(cells: Sequence[Statement]) -> int:
    spot = cells[0].spot
    is_alone = spot is not None and (bool(spot.own) or is_plain(label_of(spot.header)))
    return max(_FEWEST_ALONE if is_alone else min(2, len(cells)), math.ceil(_COVERED * len(cells)))


def _agreeing(strand: Strand, cells: Sequence[Statement]) -> int:
    pairs = ((cells[row].number, value) for row, (_, value) in strand.cells.items())
    return sum(1 for n, v in pairs if n is not None and agreement(n, v.value, v.unit).agrees)


def _is_half(strand: Strand, cells: Sequence[Statement]) -> bool:
    """Whether at least half of its cells agree, and more than one."""
    agreeing = _agreeing(strand, cells)
    return agreeing >= 2 and 2 * agreeing >= len(strand.cells)


def _closest(strands: Sequence[Strand], cells: Sequence[Statement]) -> Strand:
    return max(strands, key=lambda s: (_agreeing(s, cells) / len(s.cells), len(s.cells), s.score))


def _is_sure(chosen: Strand, rivals: Sequence[Strand], cells: Sequence[Statement]) -> bool:
    """Whether at least half agrees, or the names are the same and no other strand with such names has other values."""
    if _is_half(chosen, cells):
        return True
    others = [s for s in rivals if s is not chosen and _values(s) != _values(chosen)]
    fits = [fit for fit, _ in chosen.cells.values() if fit >= LOOSE]
    closely = all(fit >= EXPLAINED for fit in fits) and chosen.fit >= EXPLAINED - _RIVAL
    return closely and not others and len(chosen.cells) >= 2 and chosen.key[1] != ""


def _values(strand: Strand) -> Mapping[int, float]:
    return {row: value.value for row, (_, value) in strand.cells.items()}


def _candidate(number: PrintedNumber, value: LedgerValue, score: float) -> Candidate:
    small = 0 < abs(value.value) < 1
    is_other_kind = small and number.is_whole and number.unit is None and abs(number.value) > 1
    agreed = agreement(number, value.value, value.unit)
    return Candidate(value, round(min(score, 1.0), 4), agreed, 1.0, 1.0, is_other_kind=is_other_kind)
