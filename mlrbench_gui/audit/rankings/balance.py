"""`A better balance between X and Y`: of two measures on one scale the weaker one is set against the rivals'."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.rankings.boards import Board, Entry, Standing
from mlrbench_gui.audit.rankings.cues import Comparison, Way
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import is_lower_better, is_told_way, named_measures
from mlrbench_gui.audit.rankings.sides import Told, sides_of
from mlrbench_gui.audit.rankings.telling import evidence_of
from mlrbench_gui.audit.verdicts.decision import Decision, shown
from mlrbench_gui.domain.values import Verdict

_BALANCE = re.compile(
    r"\W*(?:overall\s+)?(?:balance|trade-?off|compromise)s?\s+(?:between|of|across)\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_THESE = re.compile(r"\b(?:these|both|the two|those)\b", re.IGNORECASE)
_PAIR = 2


def is_balance(comparison: Comparison) -> bool:
    """Whether a thing is said to balance two measures better than others."""
    return comparison.way is Way.BETTER and _BALANCE.match(comparison.phrase) is not None


def hold_balance(
    boards: Sequence[tuple[Board, Labels]], comparison: Comparison, told: Told
) -> Decision | None:
    """Supported where the weaker measure is higher than the rivals'; never denied: balance is no one number."""
    hit = _BALANCE.match(comparison.phrase)
    what = hit.group("what") if hit else ""
    spoken = f"{told.before}; {what}" if _THESE.search(what) else what
    for board, labels in boards:
        sides = sides_of(labels, comparison, told)
        pairs = _pairs(board, labels, spoken) if sides is not None else {}
        own = [_weaker(pairs[label]) for label in sides.own if label in pairs] if sides else []
        rivals = [_weaker(pairs[label]) for label in sides.rivals if label in pairs] if sides else []
        if not own or not rivals:
            continue
        first, best = min(own, key=_value), max(rivals, key=_value)
        if first.value > best.value:
            reason = (
                f"The weaker of both measures is {shown(first.value)} for {first.title}, above {shown(best.value)} "
                f"for {best.title} in {first.where}."
            )
            return Decision(Verdict.SUPPORTED, 0.55, reason, evidence_of([(first, best)]))
    return None


def _pairs(board: Board, labels: Labels, spoken: str) -> dict[str, tuple[Entry, ...]]:
    """The values of both measures by label, where just two are named and all lie between 0 and 1 or on percent."""
    measures = [m for m in named_measures(board.rows, spoken, labels.words) if is_told_way(m, board.about)]
    if len(measures) != _PAIR or any(is_lower_better(m, board.about) for m in measures):
        return {}
    rows = [board.rows[measure] for measure in measures]
    pairs = {
        label: tuple(row[label] for row in rows) for label in board.labels if all(label in r for r in rows)
    }
    every = [entry for pair in pairs.values() for entry in pair]
    one_scale = all(0 <= e.value <= 1 for e in every) or all(1 < e.value <= 100 for e in every)
    return pairs if one_scale and all(e.standing is Standing.MACHINE for e in every) else {}


def _weaker(pair: tuple[Entry, ...]) -> Entry:
    return min(pair, key=_value)


def _value(entry: Entry) -> float:
    return entry.value
