"""A comparison held against a board: which pairs lead, tie and lose, and what they rest on."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from mlrbench_gui.audit.rankings.boards import Board, Entry, Measure, Standing
from mlrbench_gui.audit.rankings.cues import Comparison, Way
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import is_lower_better, is_told_way, telling_words
from mlrbench_gui.audit.rankings.sides import Sides

Pair = tuple[Entry, Entry]
_COST = re.compile(r"\bcosts?\b", re.IGNORECASE)
_IMPROVED = re.compile(r"(?:relative |absolute )?(?:improvement|gain)s?\b", re.IGNORECASE)
_SAME = 1e-9
_ALIKE = 0.02


@dataclass(frozen=True, slots=True)
class Outcome:
    """Pairs of a leader and its closest rival, by how they came out; `is_named` where words name the measure.

    `beside` are the other rivals that were compared, by the closest one.
    """

    board: Board
    comparison: Comparison
    won: tuple[Pair, ...]
    tied: tuple[Pair, ...]
    lost: tuple[Pair, ...]
    is_named: bool
    close: int = 0
    beside: tuple[tuple[Entry, tuple[Entry, ...]], ...] = ()

    def others_than(self, best: Entry) -> tuple[Entry, ...]:
        """The rivals beside the closest one."""
        return next((others for known, others in self.beside if known is best), ())

    @property
    def count(self) -> int:
        return len(self.won) + len(self.tied) + len(self.lost)

    @property
    def standing(self) -> Standing:
        """What the pairs rest on at worst."""
        pairs = (*self.won, *self.tied, *self.lost)
        return max((entry.standing for pair in pairs for entry in pair), default=Standing.NOTHING)


def hold(
    board: Board,
    labels: Labels,
    comparison: Comparison,
    sides: Sides,
    measures: Sequence[Measure],
    *,
    is_named: bool,
) -> Outcome | None:
    """Each leader against its best rival under each measure; None where nothing stands side by side."""
    if comparison.way is Way.PERFECT:
        return _perfect(board, comparison, sides, measures)
    won: list[Pair] = []
    tied: list[Pair] = []
    lost: list[Pair] = []
    close = 0
    beside: list[tuple[Entry, tuple[Entry, ...]]] = []
    for measure in measures:
        row = board.rows[measure]
        low = _by_own_column(row, comparison, sides)
        if low is None and not is_sure(comparison, measure, board.about, labels):
            continue
        low = wants_low(comparison, measure, board.about, labels) if low is None else low
        others = [row[label] for label in board.labels if label in sides.rivals and label in row]
        leaders = [row[label] for label in board.labels if label in sides.own and label in row]
        if not others or not leaders or not all(isfinite(e.value) for e in (*others, *leaders)):
            continue
        best = (min if low else max)(others, key=lambda e: e.value)
        if comparison.is_top and len(leaders) > 1:
            leaders = [(min if low else max)(leaders, key=lambda e: e.value)]
        if comparison.way is Way.EQUAL:
            best = max(others, key=lambda e: abs(e.value - leaders[0].value))
        beside.append((best, tuple(e for e in others if e is not best)))
        for leader in leaders:
            ahead = best.value - leader.value if low else leader.value - best.value
            size = max(abs(best.value), abs(leader.value))
            close += 0 < abs(ahead) <= _ALIKE * size
            is_tie = abs(ahead) <= _SAME * size
            shared = is_tie and comparison.is_top and any(e.value != best.value for e in others)
            (won if shared or ahead > _SAME * size else tied if is_tie else lost).append((leader, best))
    if not (won or tied or lost):
        return None
    return Outcome(board, comparison, tuple(won), tuple(tied), tuple(lost), is_named, close, tuple(beside))


def _by_own_column(row: Mapping[str, Entry], comparison: Comparison, sides: Sides) -> bool | None:
    """Whether the lower value is ahead by the table's own column of improvements.

    A negative number there may as well be a plain change, and tells nothing.
    """
    told = next((entry for label, entry in row.items() if _IMPROVED.match(label)), None)
    own = [row[label] for label in sides.own if label in row]
    others = [row[label] for label in sides.rivals if label in row]
    if told is None or told.value <= 0 or len(own) != 1 or len(others) != 1:
        return None
    if comparison.way not in (Way.BETTER, Way.WORSE) or own[0].value == others[0].value:
        return None
    lower_is_better = (own[0].value < others[0].value) is (told.value > 0)
    return lower_is_better is (comparison.way is Way.BETTER)


def _perfect(
    board: Board, comparison: Comparison, sides: Sides, measures: Sequence[Measure]
) -> Outcome | None:
    """`Perfect` is 1, or 100 where the measure is told in percent."""
    rows = [board.rows[measure] for measure in measures if not is_lower_better(measure, board.about)]
    pairs = [
        (row[label], row[label])
        for row in rows
        for label in board.labels
        if label in sides.own and label in row
    ]
    full = tuple(pair for pair in pairs if pair[0].value in (1.0, 100.0))
    short = tuple(pair for pair in pairs if pair[0].value not in (1.0, 100.0))
    return Outcome(board, comparison, full, (), short, is_named=True) if pairs else None


def wants_low(comparison: Comparison, measure: Measure, about: str, labels: Labels) -> bool:
    """Whether the lower value is the one that is said to be ahead."""
    if comparison.way in (Way.MORE, Way.LESS) and _COST.search(comparison.phrase):
        return is_lower_better(measure, about) is (comparison.way is Way.LESS)
    if comparison.way in (Way.MORE, Way.LESS) and _is_plain(comparison, labels):
        return comparison.way is Way.LESS
    return is_lower_better(measure, about) is (comparison.way in (Way.BETTER, Way.MORE, Way.EQUAL))


def is_sure(comparison: Comparison, measure: Measure, about: str, labels: Labels) -> bool:
    """Whether it is known which value the comparison puts ahead."""
    plain = comparison.way in (Way.EQUAL, Way.PERFECT)
    plain = plain or (comparison.way in (Way.MORE, Way.LESS) and _is_plain(comparison, labels))
    return plain or is_told_way(measure, about)


def _is_plain(comparison: Comparison, labels: Labels) -> bool:
    """Whether higher means a higher value, as in `higher loss`, not a better one, as in `higher performance`."""
    told = f"{comparison.phrase} {comparison.subject if not comparison.phrase.strip() else ''} {comparison.field}"
    return bool(telling_words(told) - labels.words) or comparison.way is Way.LESS
