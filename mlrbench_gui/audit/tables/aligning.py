"""Better decisions for the cells of tables, which as wholes say more than each cell alone."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.tables.columns import Match, matches
from mlrbench_gui.audit.tables.likeness import SAME_WORDS, label_of
from mlrbench_gui.audit.tables.strands import Weaver
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.numbers import contradicted, describe, supported
from mlrbench_gui.domain.values import Verdict

_SAME_RATIO = 0.02


def align_columns(
    weaver: Weaver, decisions: Mapping[Statement, Decision], text: str
) -> dict[Statement, Decision]:
    """Cells under aligned columns: what agrees is supported, what differs where the names are sure is denied."""
    cells = [s for s in decisions if s.spot is not None and s.number is not None]
    columns: dict[tuple[int, int], list[Match]] = defaultdict(list)
    for match in matches(weaver, cells):
        spot = match.statement.spot
        if spot is not None:
            columns[(spot.table, spot.column)].append(match)
    better: dict[Statement, Decision] = {}
    for column in columns.values():
        better |= dict(_decided(column, decisions, text))
    return better


def _decided(
    column: Sequence[Match], decisions: Mapping[Statement, Decision], text: str
) -> Iterator[tuple[Statement, Decision]]:
    is_scaled = _is_scaled(column)
    for match in column:
        statement, candidate = match.statement, match.candidate
        known = decisions[statement]
        number = statement.number
        if number is None or (candidate.agrees and known.verdict is Verdict.SUPPORTED):
            continue
        printed = describe(number.number, text[number.start : number.unit_end])
        if candidate.agrees:
            yield statement, supported([candidate], printed, ())
        elif match.is_sure and not is_scaled and _may_give_way(known, match):
            yield statement, _with_prose(contradicted([candidate], printed, ()), known)


def _may_give_way(known: Decision, match: Match) -> bool:
    """Whether a cell's own decision gives way to its column's.

    A support does so only to exact names, if its own name lacks words of the row or the column: a mean over other
    cells, or another cell of the row.
    """
    spot = match.statement.spot
    if known.verdict is not Verdict.SUPPORTED or spot is None:
        return known.verdict is not Verdict.CONTRADICTED
    wanted = label_of(spot.row_label).core | label_of(spot.header).core
    names = [
        held.candidate.value.name.words | set(name_words(PurePosixPath(held.candidate.value.path).stem))
        for held in known.held
        if held.primary
    ]
    return match.candidate.score >= SAME_WORDS and bool(names) and not any(wanted <= name for name in names)


def _with_prose(decision: Decision, known: Decision) -> Decision:
    """Three sides: where the agent's Markdown has the paper's number, the error was copied from there."""
    prose = [h for h in known.held if h.agrees and h.candidate.value.source.is_prose][:1]
    if not prose:
        return decision
    copied = f" The paper has it from {prose[0].candidate.value.path}, which the evidence denies too."
    held = (*decision.held, Held(prose[0].candidate, primary=False, agrees=True))
    return Decision(decision.verdict, decision.confidence, decision.reason + copied, held)


def _is_scaled(column: Sequence[Match]) -> bool:
    """Whether all values are the same multiple of the printed ones: another unit, not another result."""
    ratios = [
        m.candidate.value.value / float(m.statement.number.value)
        for m in column
        if m.statement.number is not None and m.statement.number.value and m.candidate.value.value
    ]
    if len(ratios) < 2 or any(m.candidate.agrees for m in column):
        return False
    return max(ratios) - min(ratios) <= _SAME_RATIO * abs(max(ratios, key=abs))
