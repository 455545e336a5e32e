"""`Competitive performance`, `comparable to B`: how far a thing is from the others, where the words leave it open.

A shortfall of a twentieth or less keeps up; the last of at least three that lacks a quarter of the best under every
measure does not; all between is a matter of judgement and stays open.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.rankings.boards import Board, Entry, Measure, Standing
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import is_lower_better, is_told_way, named_measures, telling_words
from mlrbench_gui.audit.rankings.telling import evidence_of
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, shown
from mlrbench_gui.domain.values import Verdict

COMPETITIVE = re.compile(
    r"\bcompetitive\s+(?:[\w-]+\s+){0,3}?(?P<what>performance|accuracy|results?|scores?|recall|precision|f1|metrics|quality)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|fail\w*|lose|lost|without|less|required? for|to achieve)\b[^,;.]*$|[\"“‘]\w*(?: \w+){0,2} $",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"\s*(?:in|on|for|across|at|under)\s(?P<what>[^,;.]*?)(?=\sbut\s|\swhile\s|[,;.]|$)", re.IGNORECASE
)
_NO_PERFORMANCE = re.compile(
    r"reduction|saving|size|count|ratio|time|memory|param|latency|throughput|flops", re.IGNORECASE
)
_EMPTY = frozenset(name_words("task tasks downstream benchmark benchmarks datasets data metrics retrieval"))
_NEAR, _FAR = 0.05, 0.25
_MOST_MEASURES = 24
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a thing stands under one measure: its value, the best other one, how much it lacks, and if it is last."""

    own: Entry
    best: Entry
    lacks: float
    is_last: bool


def hold_competitive(
    boards: Sequence[tuple[Board, Labels]],
    sentence: str,
    start: int,
    end: int,
    defaults: Sequence[Sequence[Measure]],
) -> Decision | None:
    """None where nothing is called competitive, or whose values are meant is found on no board."""
    hit = COMPETITIVE.search(sentence, start, end)
    if hit is None or _DENIED.search(sentence[: hit.start()]):
        return None
    for (board, labels), default in zip(boards, defaults, strict=True):
        own = _meant(labels, sentence[: hit.start()])
        if len(own) != 1 or len(board.labels) < 2:
            continue
        measures = _measures(board, labels, hit.group(), sentence[hit.end() : end], default)
        places = list(_places(board, next(iter(own)), measures))
        if places:
            return _decided(places)
    return None


def _measures(
    board: Board, labels: Labels, phrase: str, behind: str, default: Sequence[Measure]
) -> Sequence[Measure]:
    """Those that the phrase or its field names; none where the field names something else of its own."""
    known = [m for m in board.rows if not _NO_PERFORMANCE.search(" ".join(m))]
    field = _FIELD.match(behind)
    told = field.group("what") if field is not None else ""
    named = named_measures(known, labels.without(told), labels.words)
    if named or set(telling_words(labels.without(told))) - _EMPTY:
        return named
    named = named_measures(known, labels.without(phrase), labels.words)
    return (named or [m for m in default if m in known])[:_MOST_MEASURES]


def _meant(labels: Labels, before: str) -> frozenset[str]:
    """The paper's own where it is named or spoken of, else the one named first; the own one where none is named."""
    spoken = labels.spoken(before)
    own = labels.ours()
    if own and (not spoken or any(s.labels == own for s in spoken)):
        return own
    return spoken[0].labels if spoken else frozenset()


def _places(board: Board, own: str, measures: Sequence[Measure]) -> Iterator[_Place]:
    for measure in measures:
        row = board.rows[measure]
        others = [row[label] for label in board.labels if label != own and label in row]
        held = [row[own], *others] if own in row else []
        if not others or not held or not is_told_way(measure, board.about) or _is_foreign(held):
            continue
        low = is_lower_better(measure, board.about)
        best = (min if low else max)(others, key=lambda e: e.value)
        lacks = (row[own].value - best.value if low else best.value - row[own].value) / (
            abs(best.value) or 1.0
        )
        worse = all(e.value < row[own].value if low else e.value > row[own].value for e in others)
        yield _Place(row[own], best, lacks, worse and len(others) >= _FEWEST - 1)


def _is_foreign(entries: Sequence[Entry]) -> bool:
    return any(entry.standing is not Standing.MACHINE for entry in entries)


def _decided(places: Sequence[_Place]) -> Decision:
    widest = max(places, key=lambda place: place.lacks)
    words = f"{widest.own.title} is {shown(widest.own.value)}, the best other one {shown(widest.best.value)}"
    told = f"{words} in {widest.own.where} ({len(places)} measures)"
    held = evidence_of([(widest.own, widest.best)])
    if widest.lacks <= _NEAR:
        return Decision(Verdict.SUPPORTED, 0.55, f"Within a twentieth of the best: {told}.", held)
    if all(place.is_last and place.lacks > 0 for place in places) and widest.lacks >= _FAR:
        return Decision(
            Verdict.CONTRADICTED, 0.55, f"Last of all under every measure, and far behind: {told}.", held
        )
    reason = f"Whether that is competitive is a matter of judgement: {told}."
    return Decision(Verdict.UNVERIFIABLE, 0.35, reason, held)
