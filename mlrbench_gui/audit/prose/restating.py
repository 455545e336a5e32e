"""A sentence that repeats a cell of the paper's own table takes what was decided of that cell.

The cell must be named: by its row and its column, or, where the number has three digits or more, by one of them while
the other is not denied by another thing's name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from mlrbench_gui.audit.matching.proposed import OUR_METHOD
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement, factors
from mlrbench_gui.audit.prose.book import BookCell, CellBook, is_change_label
from mlrbench_gui.audit.prose.bounds import is_near, is_up_to, satisfies
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_NAMED = 0.45
_FULLY = 0.75
_LONG = 3
_VERY_LONG = 4
_FEW = 100
_FINE = Decimal("0.01")
_CLOSE = 0.15
"""How far, in relation, a rounded number may lie from what it was rounded from."""
_PERCENT = (Decimal(1), Decimal(100), Decimal("0.01"))
_RANK = {Verdict.SUPPORTED: 0, Verdict.CONTRADICTED: 1, Verdict.NARRATIVE_ONLY: 2}


@dataclass(frozen=True, slots=True)
class Named:
    """A cell with how far the sentence names its row and its column."""

    cell: BookCell
    row: float
    column: float

    @property
    def both(self) -> float:
        return min(self.row, self.column)

    @property
    def score(self) -> float:
        return self.row + self.column


def restated(telling: Telling, book: CellBook, proposed: frozenset[int]) -> Decision | None:
    """The decision of the cell that the statement repeats or bounds; None where it repeats none."""
    if telling.decision.verdict is Verdict.SUPPORTED or telling.number.spelled:
        return None
    cells = [c for c in book.cells if c.tells_change == telling.is_change and repeats(telling, c)]
    named = [n for c in cells if (n := name_cell(telling, c, proposed)) is not None]
    carried = [n for n in named if _carries(telling, n)]
    if not carried:
        return None
    best = max(n.score for n in carried)
    of_rank = [n for n in carried if n.score >= best - 0.05 and n.cell.decision.verdict in _RANK]
    of_rank.sort(key=lambda n: (_RANK[n.cell.decision.verdict], -n.score))
    return _as_cell(telling, of_rank[0].cell) if of_rank else None


def _as_cell(telling: Telling, cell: BookCell) -> Decision | None:
    decision = cell.decision
    known = telling.decision
    if decision.verdict is known.verdict:
        return None
    if known.verdict is Verdict.CONTRADICTED and decision.verdict is not Verdict.SUPPORTED:
        return None
    where = " · ".join(part for part in (cell.spot.row_label, cell.spot.header) if part)
    how = "lies on the told side of" if telling.bound else "is repeated from"
    what = f"The value of {where}" if telling.bound else telling.printed
    whose = telling.printed if telling.bound else f"the cell {where} of the paper's table"
    reason = f"{what} {how} {whose}. {decision.reason}"
    return Decision(decision.verdict, round(0.95 * decision.confidence, 3), reason, decision.held)


def repeats(telling: Telling, cell: BookCell) -> bool:
    """Whether the cell prints the number, with as many digits or more, or satisfies the bound that it is."""
    number, known = telling.number, cell.number
    bound = telling.bound
    if bound is not None:
        scaled = [known.number * float(f) for f in factors(number, known.number, known.unit)]
        return any(satisfies(bound, number.number, v) and is_near(number.number, v) for v in scaled)
    if _prints(number, known):
        return not telling.is_change or number.number * known.number >= 0 or number.number > 0
    return telling.digits >= _LONG and is_cut_off(number, known)


def _prints(number: PrintedNumber, known: PrintedNumber) -> bool:
    """Whether the number is a print of the cell's: of its kind, and no rounding that leaves nothing of it."""
    agreed = agreement(number, known.number, known.unit)
    scaled = known.number * float(agreed.factor)
    if not agreed.agrees or (agreed.factor not in _PERCENT and known.unit is None):
        return False
    if number.value == 0:
        return known.value == 0 or number.step <= _FINE
    if number.is_whole and number.unit is None and not known.is_whole and abs(scaled) < _FEW:
        return float(scaled).is_integer()
    return abs(abs(scaled) - abs(number.number)) <= _CLOSE * abs(number.number)


def is_cut_off(number: PrintedNumber, known: PrintedNumber) -> bool:
    """Whether the number is the other one with its last digits left away: 1297 of 1297.63."""
    left = abs(known.value) - abs(number.value)
    return known.step < number.step and 0 <= left < number.step


def name_cell(telling: Telling, cell: BookCell, proposed: frozenset[int]) -> Named | None:
    """How far the statement names the cell; None where its number is of another thing than the cell's."""
    ours = proposed if telling.says_ours or telling.spoken <= cell.entities else frozenset()
    row = _side(cell.spot.row_label, cell.row, telling, ours)
    column = _side(cell.spot.header, cell.column, telling, ours)
    own = telling.context.entities if OUR_METHOD.search(telling.before) else telling.spoken
    own &= telling.context.entities
    if own and cell.entities and not own & cell.entities and not cell.entities & telling.spoken:
        return None
    return Named(cell, row, column)


def _side(label: str, entities: frozenset[int], telling: Telling, ours: frozenset[int]) -> float:
    """How far one label is named: by its entity, by its words, or as changes of which one is told."""
    if telling.is_change and is_change_label(label):
        return 1.0
    by_words = telling.speech.names(label)
    if MEASURE.search(label):
        return by_words
    return max([by_words, *_by_entity(entities, telling, ours)])


def _by_entity(entities: frozenset[int], telling: Telling, ours: frozenset[int]) -> Iterable[float]:
    if not entities:
        return
    if entities & telling.context.entities:
        yield 1.0
    elif entities & telling.spoken:
        yield 0.7
    elif entities & ours:
        yield 0.6
    elif entities & telling.earlier and not telling.spoken:
        yield 0.5


def _carries(telling: Telling, named: Named) -> bool:
    """Whether the cell is named well enough for its number to be the one that is told."""
    if telling.bound is not None:
        return named.both >= _NAMED and named.score >= 1.4
    if telling.digits < _LONG and max(named.row, named.column) < _FULLY:
        return False
    if is_up_to(telling.before) or named.both >= _NAMED:
        return named.both >= _NAMED
    best = max(named.row, named.column)
    return (telling.digits >= _VERY_LONG and best >= 0.7) or (telling.digits >= _LONG and best >= 0.9)
