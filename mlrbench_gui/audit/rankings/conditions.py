"""`The greatest advantage in D`: how far a thing is ahead of the others under each of several conditions."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from mlrbench_gui.audit.rankings.boards import Board, Entry, Measure, Standing
from mlrbench_gui.audit.rankings.cues import Comparison, Cue
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import is_lower_better, is_told_way, measure_words, named_measures
from mlrbench_gui.audit.rankings.sides import Told
from mlrbench_gui.audit.rankings.telling import evidence_of
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.verdicts.decision import Decision, shown
from mlrbench_gui.domain.values import Verdict

_GREATEST = re.compile(
    r"\b(?:greatest|largest|biggest|strongest|most (?:significant|substantial|pronounced|notable|marked))\s+"
    r"(?:\w+\s+)?$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\s(?:and|or|while|but)\s|,")
_REACH = 40


@dataclass(frozen=True, slots=True)
class _Lead:
    """How far a thing is ahead under one condition, with one value of each side."""

    size: float
    own: Entry
    other: Entry


def is_greatest_lead(comparison: Comparison, sentence: str) -> bool:
    """Whether a thing's advantage is said to be greatest somewhere."""
    before = sentence[max(0, comparison.at - _REACH) : comparison.at]
    told = comparison.cue is Cue.CHANGE and comparison.is_noun and bool(comparison.field)
    return told and _GREATEST.search(before) is not None


def hold_conditions(
    boards: Sequence[tuple[Board, Labels]], comparison: Comparison, told: Told
) -> Decision | None:
    """Supported where most measures with an advantage have their greatest one there; never denied."""
    where = _FIRST.split(comparison.field.strip(" ,"))[0]
    for board, labels in boards:
        own = labels.leading(comparison.subject)
        others = (labels.plain() or labels.every) - own
        if not own or not others or own == labels.every:
            continue
        named = set(named_measures(board.rows, told.sentence, labels.words))
        held: dict[bool, list[_Lead]] = {True: [], False: []}
        for measure, rows in _groups(board):
            spoken = [part for part in rows if _is_told(part, rows, where)]
            leads = {part: lead for part, row in rows.items() if (lead := _lead(measure, row, own, others))}
            if len(spoken) == 1 and len(leads) == len(rows) and leads[spoken[0]].size > 0:
                most = max(leads.values(), key=lambda lead: lead.size)
                held[leads[spoken[0]] is most].append(leads[spoken[0]])
        if held[True] and len(held[True]) > len(held[False]) and (named or len(held[True]) > 1):
            return _supported(held[True][0], where, len(held[True]))
    return None


def _groups(board: Board) -> Iterator[tuple[Measure, Mapping[str, Mapping[str, Entry]]]]:
    """Measures that differ in one part alone, by that part: the same thing measured under several conditions."""
    groups: dict[tuple[Measure, int], dict[str, Mapping[str, Entry]]] = defaultdict(dict)
    for measure, row in board.rows.items():
        for at, part in enumerate(measure):
            rest = (*measure[:at], "", *measure[at + 1 :])
            if part and any(MEASURE.search(p.replace("_", " ")) for p in rest) and is_told_way(rest):
                groups[(rest, at)][part] = row
    for (rest, _), rows in groups.items():
        if len(rows) > 1 and not any(MEASURE.search(part.replace("_", " ")) for part in rows):
            yield rest, rows


def _is_told(part: str, parts: Mapping[str, object], where: str) -> bool:
    """Whether the words have all that tells this condition from the others."""
    shared = set.intersection(*(set(measure_words(p)) for p in parts))
    own = set(measure_words(part)) - shared
    return bool(own) and own <= set(measure_words(where))


def _lead(
    measure: Measure, row: Mapping[str, Entry], own: frozenset[str], others: frozenset[str]
) -> _Lead | None:
    left = [row[label] for label in sorted(own) if label in row]
    right = [row[label] for label in sorted(others) if label in row]
    if not left or not right or any(e.standing is not Standing.MACHINE for e in (*left, *right)):
        return None
    size = fmean(e.value for e in left) - fmean(e.value for e in right)
    return _Lead(-size if is_lower_better(measure) else size, left[0], right[0])


def _supported(lead: _Lead, where: str, count: int) -> Decision:
    reason = (
        f"The advantage is greatest for {where.strip()}: {lead.own.title} is {shown(lead.own.value)}, "
        f"{lead.other.title} {shown(lead.other.value)} in {lead.own.where} ({count} measures)."
    )
    return Decision(Verdict.SUPPORTED, 0.55, reason, evidence_of([(lead.own, lead.other)]))
