"""Tables as wholes: a column (or row) of a paper's table is aligned with one measure of the evidence, by names alone.

A cell whose row and column are both identified so, and whose evidence differs, is contradicted; a cell judged alone
may find no name close enough for that.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.matching.candidate import Candidate, Shape
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.context import Context, context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.numbers import SUPPORT, contradicted, describe, supported
from mlrbench_gui.domain.values import Verdict

_ASPECTS = ("", "mean", "share")
_SURE = 0.9
_LIKELY = 0.7
_APART = 0.03
_LEAD = 0.12
_SAME_RATIO = 0.02
_OPEN = (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell with its context and, for each measure that fits it, the candidate of its own entity."""

    statement: Statement
    context: Context
    by_shape: Mapping[Shape, Candidate]


class TableAligner:
    """Aligns the tables of one paper with the evidence of its run."""

    def __init__(self, matcher: Matcher, entities: Entities) -> None:
        self._matcher = matcher
        self._entities = entities
        self._cells: dict[Statement, _Cell] = {}

    def align(self, decisions: Mapping[Statement, Decision], text: str) -> dict[Statement, Decision]:
        """Better decisions for cells that alone found nothing under their names."""
        cells = [s for s in decisions if s.spot is not None and s.number is not None and s.about is About.RUN]
        lines: dict[tuple[int, str, int], list[Statement]] = defaultdict(list)
        for cell in cells:
            if cell.spot is not None:
                lines[(cell.spot.table, "column", cell.spot.column)].append(cell)
                lines[(cell.spot.table, "row", cell.spot.row)].append(cell)
        taken = _taken(cells, decisions)
        better: dict[Statement, Decision] = {}
        for line in lines.values():
            if any(decisions[s].verdict in _OPEN for s in line):
                for cell, decision in self._aligned(line, decisions, taken, text):
                    better.setdefault(cell, decision)
        return better

    def _aligned(
        self,
        line: Sequence[Statement],
        decisions: Mapping[Statement, Decision],
        taken: Mapping[tuple[str, str], set[int]],
        text: str,
    ) -> list[tuple[Statement, Decision]]:
        for statement in line:
            if statement not in self._cells:
                self._cells[statement] = self._cell(statement, text)
        cells = [self._cells[statement] for statement in line]
        found = _shape_of(cells)
        if found is None:
            return []
        shape, lead = found
        pairs = [(cell.statement, cell.by_shape[shape]) for cell in cells if shape in cell.by_shape]
        if not _is_sure(pairs, lead) or _is_scaled(pairs):
            return []
        better = []
        for statement, candidate in pairs:
            if decisions[statement].verdict in _OPEN and not self._is_elsewhere(statement, candidate, taken):
                better.append((statement, _decided(statement, candidate, text)))
        return better

    def _cell(self, statement: Statement, text: str) -> _Cell:
        context = context_of(statement, text, self._entities)
        number = statement.number
        best: dict[Shape, Candidate] = {}
        if number is None or not context.entities:
            return _Cell(statement, context, best)
        for candidate in self._matcher.candidates(context, number):
            value = candidate.value
            if (
                value.source.is_machine
                and value.aspect in _ASPECTS
                and value.index < 0
                and candidate.may_support
                and candidate.same_entity
                and candidate.is_only
                and not candidate.is_unnamed
                and candidate.score >= SUPPORT
            ):
                best.setdefault(self._matcher.shape(value), candidate)
        return _Cell(statement, context, best)

    def _is_elsewhere(
        self, statement: Statement, candidate: Candidate, taken: Mapping[tuple[str, str], set[int]]
    ) -> bool:
        """Whether the table tells of another setting: its caption names one, or another table has this value."""
        spot = statement.spot
        if spot is None:
            return True
        tables = taken.get((candidate.value.path, candidate.value.place.words()), set())
        if tables - {spot.table}:
            return True
        own = self._entities.in_words(name_words(spot.row_label), spot.row_label)
        own |= self._entities.in_words(name_words(spot.header), spot.header)
        told = self._entities.in_words(name_words(f"{spot.caption} {statement.section.title}")) - own
        return bool(told) and not told & self._matcher.entities_of(candidate.value)


def _taken(
    cells: Sequence[Statement], decisions: Mapping[Statement, Decision]
) -> dict[tuple[str, str], set[int]]:
    """The places on which supported cells rest, with the tables that they stand in."""
    taken: dict[tuple[str, str], set[int]] = defaultdict(set)
    for cell in cells:
        if decisions[cell].verdict is Verdict.SUPPORTED and cell.spot is not None:
            for held in decisions[cell].held:
                if held.primary:
                    taken[(held.candidate.value.path, held.candidate.value.place.words())].add(
                        cell.spot.table
                    )
    return taken


def _shape_of(cells: Sequence[_Cell]) -> tuple[Shape, float] | None:
    """The one measure that fits a line's cells best by name, and its lead; None if two fit alike."""
    known = [cell for cell in cells if cell.context.entities]
    if len(known) < 2 or len({cell.context.entities for cell in known}) < 2:
        return None
    shapes = {shape for cell in known for shape in cell.by_shape}
    scored = []
    for shape in shapes:
        held = [cell.by_shape[shape] for cell in known if shape in cell.by_shape]
        if len(held) >= 2 and len(held) >= 0.75 * len(known):
            fit = sum(c.score * (0.5 + 0.5 * c.explains) for c in held) / len(held)
            scored.append((fit, shape, {c.value.value for c in held}))
    scored.sort(key=lambda item: (-item[0], item[1]))
    if not scored:
        return None
    best, shape, values = scored[0]
    rivals = [fit for fit, s, v in scored[1:] if s[2] != shape[2] and v != values]
    lead = best - max(rivals, default=0.0)
    return (shape, lead) if lead > _APART else None


def _is_sure(pairs: Sequence[tuple[Statement, Candidate]], lead: float) -> bool:
    """Whether the names fit closely, or fit well and half of the line's values agree."""
    scores = [c.score for _, c in pairs]
    mean = sum(scores) / len(scores)
    agreeing = sum(1 for _, c in pairs if c.agrees)
    named = all(c.leaf is None or c.leaf >= _SURE for _, c in pairs)
    if agreeing >= 2 and 2 * agreeing >= len(pairs):
        return mean >= _LIKELY
    asked = all(c.value.aspect != "mean" or c.is_asked_mean for _, c in pairs)
    explained = all(c.explains >= _LIKELY for _, c in pairs) and lead >= _LEAD
    return mean >= _SURE and named and explained and asked and all(c.leaf is not None for _, c in pairs)


def _is_scaled(pairs: Sequence[tuple[Statement, Candidate]]) -> bool:
    """Whether all values are the same multiple of the printed ones: another unit, not another result."""
    ratios = [
        c.value.value / float(s.number.value)
        for s, c in pairs
        if s.number is not None and s.number.value and c.value.value
    ]
    if len(ratios) < 2 or any(c.agrees for _, c in pairs):
        return False
    return max(ratios) - min(ratios) <= _SAME_RATIO * abs(max(ratios, key=abs))


def _decided(statement: Statement, candidate: Candidate, text: str) -> Decision:
    number = statement.number
    if number is None:
        raise ValueError("a cell without a number cannot be aligned")
    printed = describe(number.number, text[number.start : number.unit_end])
    decide = supported if candidate.agrees else contradicted
    return decide([candidate], printed, ())
