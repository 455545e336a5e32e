"""`No better than guessing`: an accuracy or an area under a curve of two classes, held against one half."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.rankings.boards import Board, Entry, Measure, Standing
from mlrbench_gui.audit.rankings.cues import Comparison, Cue
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.sides import Told
from mlrbench_gui.audit.rankings.telling import evidence_of
from mlrbench_gui.audit.verdicts.decision import Decision, shown
from mlrbench_gui.domain.values import Verdict

_GUESS = re.compile(
    r"\W*(?:an?\s+|the\s+)?(?:random|chance|coin[- ]flip|guess)(?:ing)?\b"
    r"(?!\s+(?:forest|search|sampling|init|split|seed|walk))",
    re.IGNORECASE,
)
_SHARE = re.compile(r"accuracy|\bacc\b|\bau[- ]?roc|roc[_ -]?auc|\bauc\b", re.IGNORECASE)
_OF_TWO = re.compile(r"\bau[- ]?roc|roc[_ -]?auc|\bauc\b|precision|recall|\bf1\b", re.IGNORECASE)
_NEAR = 0.02


def is_against_chance(comparison: Comparison) -> bool:
    """Whether a thing is said to be no better than guessing."""
    denied = comparison.is_denied and comparison.cue in (Cue.MORE, Cue.BEATS)
    return denied and _GUESS.match(comparison.against) is not None


def hold_against_chance(
    boards: Sequence[tuple[Board, Labels]], comparison: Comparison, _: Told
) -> Decision | None:
    """Supported where the thing's accuracy, of two classes, is one half; never denied: how near is near is not told."""
    for board, labels in boards:
        own = labels.leading(comparison.subject)
        if len(own) != 1 or not any(_OF_TWO.search(_spoken(measure)) for measure in board.rows):
            continue
        at_half = [entry for entry in _shares(board, next(iter(own))) if _is_half(entry.value)]
        if at_half:
            entry = at_half[0]
            reason = (
                f"{entry.title} is {shown(entry.value)} in {entry.where}, what guessing between two gives."
            )
            return Decision(Verdict.SUPPORTED, 0.6, reason, evidence_of([(entry, entry)]))
    return None


def _shares(board: Board, label: str) -> list[Entry]:
    rows = [row for measure, row in board.rows.items() if _SHARE.search(_spoken(measure))]
    return [row[label] for row in rows if label in row and row[label].standing is Standing.MACHINE]


def _spoken(measure: Measure) -> str:
    return " ".join(measure).replace("_", " ")


def _is_half(value: float) -> bool:
    return abs(value - 0.5) <= _NEAR or abs(value - 50) <= _NEAR * 100
