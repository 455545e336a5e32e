"""Changes told in running text, recomputed from the evidence of the two cells that the sentence names.

Row and column of the paper's own table tell which values are meant: the measure is named in the number's own clause,
one cell is of the method that the sentence speaks of (or of the paper's own), the other of what it is compared with.
"""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import is_rival
from mlrbench_gui.audit.prose.book import BookCell, CellBook, Line, is_change_label
from mlrbench_gui.audit.prose.bounds import is_near, is_up_to, satisfies
from mlrbench_gui.audit.prose.labels import own_words
from mlrbench_gui.audit.prose.readings import Operand, Reading, half_of, readings, told_sign
from mlrbench_gui.audit.prose.telling import CHANGES, Telling
from mlrbench_gui.audit.text.words import joined, name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.domain.values import Verdict

_COMPARED = re.compile(
    r"\b(?:compared (?:to|with)|over|than|against|relative to|versus|vs\.?)\b[^.;:()\d]{0,48}$", re.IGNORECASE
)
_PLANNED = re.compile(
    r"\b(?:design\w* to|aim\w*|target\w*|goal|hypothes\w+|expect\w*|anticipat\w*|propos\w+ to|plan\w*)\b",
    re.IGNORECASE,
)
_MEASURE = 0.6
_SURE_MEASURE = 0.75
_SEVERAL = 2
_FIRM = (Verdict.SUPPORTED, Verdict.CONTRADICTED)
_KNOWN = (*_FIRM, Verdict.NARRATIVE_ONLY)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A cell of the method that changes, one that it is held against, and one reading of the change."""

    own: BookCell
    rival: BookCell
    reading: Reading

    @property
    def is_firm(self) -> bool:
        return self.own.decision.verdict in _FIRM and self.rival.decision.verdict in _FIRM


@dataclass(frozen=True, slots=True)
class _Sides:
    """Labels of a line: whose change it is, and against what; `is_told` says that both follow from words."""

    own: tuple[str, ...]
    rivals: tuple[str, ...]
    is_told: bool


def changed(
    telling: Telling, book: CellBook, proposed: frozenset[int], entities: Entities
) -> Decision | None:
    """The change recomputed; None where the statement tells no change, or not of what."""
    if not telling.is_change or telling.number.spelled:
        return None
    lines = _lines(telling, book)
    if not lines:
        return _by_table(telling, book, proposed, entities)
    found: list[_Pair] = []
    told = bool(lines)
    for line in lines:
        sides = _sides(telling, line, proposed, entities)
        told = told and sides.is_told
        found += _pairs(telling, line, sides)
    sure = told and _is_surely_meant(telling, lines)
    agreeing = [p for p in found if _is_told_so(telling, p.reading)]
    if agreeing:
        return _agreed(telling, agreeing, is_told=sure)
    every = [p for line in lines for p in _pairs(telling, line, _all_sides(line))]
    if (
        not sure
        or telling.decision.verdict is Verdict.SUPPORTED
        or any(_is_told_so(telling, p.reading) for p in every)
        or not _is_one_measure(lines)
    ):
        return None
    return _denied(telling, found)


def _is_surely_meant(telling: Telling, lines: Sequence[Line]) -> bool:
    """Whether the words leave no doubt that the number tells how much this measure changed."""
    if is_up_to(telling.before) or _is_read_off(telling.decision):
        return False
    is_change = telling.statement.kind in CHANGES or telling.number.text.startswith("+")
    named = telling.speech.clause_names(lines[0].measure)
    return is_change and named >= _SURE_MEASURE and _PLANNED.search(telling.sentence) is None


def _is_read_off(decision: Decision) -> bool:
    """Whether evidence holds the change as such, and not only values that it was recomputed from."""
    return decision.verdict is Verdict.SUPPORTED and not any(h.formula for h in decision.held if h.primary)


def _lines(telling: Telling, book: CellBook) -> list[Line]:
    """The lines whose measure the number's own clause names best; else those that its sentence names."""
    lines = [line for line in book.lines if not is_change_label(line.measure)]
    for names in (telling.speech.clause_names, telling.speech.names):
        scored = [(names(line.measure), line) for line in lines]
        best = max((score for score, _ in scored), default=0.0)
        if best >= _MEASURE:
            return [line for score, line in scored if score >= best - 0.01]
    return []


def _by_table(
    telling: Telling, book: CellBook, proposed: frozenset[int], entities: Entities
) -> Decision | None:
    """A change of a whole table that the clause names by its heading: every one of its lines must print so."""
    tables: dict[int, list[Line]] = defaultdict(list)
    for line in book.lines:
        if any(word in telling.speech.clause for word in own_words(line.about) if not word[0].isdigit()):
            tables[line.table].append(line)
    for lines in tables.values():
        of_things = [line for line in lines if len(line.cells) == max(len(x.cells) for x in lines)]
        pairs = [_pairs(telling, line, _sides(telling, line, proposed, entities)) for line in of_things]
        agreeing = [[p for p in found if _is_told_so(telling, p.reading)] for found in pairs]
        if len(agreeing) >= _SEVERAL and all(agreeing):
            return _agreed(telling, agreeing[0], is_told=False)
    return None


def _is_one_measure(lines: Sequence[Line]) -> bool:
    return len({joined(line.measure) for line in lines}) == 1


def _sides(telling: Telling, line: Line, proposed: frozenset[int], entities: Entities) -> _Sides:
    """Whose change it is and against what: what stands behind `over`, `than` is the other side."""
    places = {label: _place(label, telling, entities) for label in line.cells}
    spoken = [label for label, at in places.items() if at >= 0]
    after = tuple(x for x in spoken if _COMPARED.search(telling.sentence[: places[x]]))
    before = tuple(x for x in spoken if x not in after and places[x] < len(telling.before))
    own = tuple(x for x in before if not is_rival(x)) or before
    if not own:
        own = tuple(label for label in line.cells if entities.in_words(name_words(label), label) & proposed)
    rivals = after or tuple(label for label in line.cells if is_rival(label) and label not in own)
    others = tuple(label for label in line.cells if label not in own)
    if not own and len(rivals) == 1 and len(line.cells) == 2:
        own = tuple(label for label in line.cells if label not in rivals)
    is_told = len(own) == 1 and (bool(after) or len(rivals) == 1 or len(others) == 1)
    return _Sides(own, tuple(x for x in rivals or others if x not in own), is_told)


def _all_sides(line: Line) -> _Sides:
    return _Sides(tuple(line.cells), tuple(line.cells), is_told=False)


def _place(label: str, telling: Telling, entities: Entities) -> int:
    """Where the sentence names the label; −1 where it does not."""
    known = entities.in_words(name_words(label), label)
    for mention in entities.mentions(telling.sentence):
        if mention.entity in known:
            return mention.start
    words = name_words(label)
    if len(words) > 2 or not words:
        return -1
    for hit in re.finditer(r"[^\W_][\w-]*", telling.sentence):
        if name_words(hit.group())[: len(words)] == words:
            return hit.start()
    return -1


def _pairs(telling: Telling, line: Line, sides: _Sides) -> list[_Pair]:
    found = []
    words = f"{telling.before[-40:]} {telling.behind[:60]}"
    for own in sides.own:
        for rival in sides.rivals:
            mine, other = line.cells[own], line.cells[rival]
            if own == rival or mine.decision.verdict not in _KNOWN or other.decision.verdict not in _KNOWN:
                continue
            made = readings(telling.number, operand(mine), operand(other), words)
            found += [_Pair(mine, other, reading) for reading in made]
    return found


def operand(cell: BookCell) -> Operand:
    """A cell's value as evidence has it, else as printed, with what its rounding may hide."""
    is_firm = cell.decision.verdict in _FIRM and any(h.primary for h in cell.decision.held)
    is_percent = cell.number.is_percent or "%" in cell.spot.header or "%" in cell.spot.row_label
    return Operand(cell.value, 0.0 if is_firm else half_of(cell.number), is_percent)


def _is_told_so(telling: Telling, reading: Reading) -> bool:
    """Whether the change prints as told: alone, as an end of a range around it, or on the told side of a bound."""
    number, bound = telling.number, telling.bound
    size = abs(reading.value)
    if bound is not None:
        return satisfies(bound, abs(number.number), size) and is_near(number.number, size)
    return reading.prints(number)


def _agreed(telling: Telling, agreeing: Sequence[_Pair], *, is_told: bool) -> Decision | None:
    """Support, or a denial where the change is as large as told and goes the other way."""
    sign = told_sign(telling.before, telling.behind)
    right = [p for p in agreeing if sign == 0 or p.reading.value * sign >= 0]
    best = sorted(right or agreeing, key=lambda p: not p.is_firm)[0]
    if not right and is_told:
        way = "falls" if best.reading.value < 0 else "rises"
        lead = f"The paper has {telling.printed} the other way: it {way}"
        return _decision(best, Verdict.CONTRADICTED, lead)
    if telling.decision.verdict is Verdict.SUPPORTED or not right:
        return None
    if best.is_firm:
        return _decision(best, Verdict.SUPPORTED, f"{telling.printed} follows from evidence")
    if telling.decision.verdict is Verdict.UNSUPPORTED:
        lead = f"{telling.printed} follows only from numbers of the agent's prose"
        return _decision(best, Verdict.NARRATIVE_ONLY, lead)
    return None


def _denied(telling: Telling, found: Sequence[_Pair]) -> Decision | None:
    """Denied where all readings differ; a range only where none of them lies in it."""
    firm = [p for p in found if p.is_firm]
    low, high = _range(telling)
    if not firm or any(low <= abs(p.reading.value) <= high for p in found):
        return None
    nearest = min(firm, key=lambda p: abs(abs(p.reading.value) - abs(telling.number.number)))
    lead = f"The paper has {telling.printed}, but evidence gives {shown(abs(nearest.reading.value))}"
    return _decision(nearest, Verdict.CONTRADICTED, lead)


def _range(telling: Telling) -> tuple[float, float]:
    """The range that the number is an end of, with what rounding leaves; an empty one for a number alone."""
    number = telling.number
    ends = [n for n in telling.statement.siblings if n.role in ("low", "high")]
    at = next((i for i, n in enumerate(ends) if n.start == number.start), None)
    if at is None:
        return math.inf, -math.inf
    pair = ends[at - at % 2 : at - at % 2 + 2]
    sizes = [abs(n.number) for n in pair]
    return min(sizes) - half_of(pair[0]), max(sizes) + half_of(pair[-1])


def _decision(pair: _Pair, verdict: Verdict, lead: str) -> Decision:
    sides = f"{_name(pair.own)} against {_name(pair.rival)}"
    reason = f"{lead}: {pair.reading.formula}, {sides} of {_measure(pair)}."
    held = []
    for cell, formula in ((pair.own, pair.reading.formula), (pair.rival, None)):
        for h in [h for h in cell.decision.held if h.primary][:1]:
            agrees = None if formula is None else verdict is not Verdict.CONTRADICTED
            value = round(pair.reading.value, 10) if formula else None
            held.append(Held(h.candidate, primary=True, agrees=agrees, formula=formula, value=value))
    confidence = 0.8 if pair.is_firm else 0.55
    return Decision(verdict, confidence, reason, tuple(held))


def _name(cell: BookCell) -> str:
    return f"{cell.spot.row_label} · {cell.spot.header}"


def _measure(pair: _Pair) -> str:
    """The label that both cells share."""
    same = pair.own.spot.header if pair.own.spot.column == pair.rival.spot.column else pair.own.spot.row_label
    return f"the paper's table, {same}"
