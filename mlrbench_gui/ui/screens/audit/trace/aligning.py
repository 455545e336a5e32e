"""Two texts aligned line by line. Pure; made for a worker, and good for logs of 100,000 lines.

A line is first matched without its time stamp, then without its digits; lines that are rare in both texts anchor the
rest, so that the work grows with the length and not with its square.
"""

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum

from mlrbench_gui.domain.work import CancelToken

_STAMP = re.compile(
    r"\s*\[?(?:(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[T ])?"
    r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(?:[.,](?P<part>\d{1,6}))?Z?\]?"
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_SQUARE = 250_000
"""Pairs of lines that a block may have to be compared each with each; a larger one is told as replaced."""
_DAY = 86_400.0

Pair = tuple[int, int]


class RowKind(IntEnum):
    """What an aligned row holds."""

    SAME = 0
    TIME = 1
    CHANGED = 2
    LEFT = 3
    RIGHT = 4


DIFFERENT = frozenset({RowKind.CHANGED, RowKind.LEFT, RowKind.RIGHT})


@dataclass(frozen=True, slots=True)
class Offset:
    """How much later the right text's time stamps are, in seconds; `shared` of the `timed` equal lines have it."""

    seconds: float
    shared: int
    timed: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Rows as arrays; -1 where a side has no line. `blocks` are the first rows of all runs of differences."""

    kinds: bytes
    left: "array[int]"
    right: "array[int]"
    blocks: tuple[int, ...]
    offset: Offset | None = None

    def __len__(self) -> int:
        return len(self.kinds)

    def kind(self, row: int) -> RowKind:
        """What the row holds."""
        return RowKind(self.kinds[row])

    def count(self, *kinds: RowKind) -> int:
        """How many rows are of one of these kinds."""
        return sum(self.kinds.count(kind) for kind in kinds)

    def row_of(self, *, left: int) -> int:
        """The row that holds a line of the left text."""
        return next((row for row, line in enumerate(self.left) if line == left), 0)


def align(left: Sequence[str], right: Sequence[str], cancel: CancelToken | None = None) -> Alignment:
    """Align two texts. Raises Cancelled."""
    plain = [_bare(line) for line in left], [_bare(line) for line in right]
    whole = ((0, len(left)), (0, len(right)))
    pairs = _matches(plain[0], plain[1], whole, cancel)
    likely = [_DIGITS.sub("#", line) for line in plain[0]], [_DIGITS.sub("#", line) for line in plain[1]]
    near: list[Pair] = []
    for gap in _gaps(pairs, whole):
        near += _matches(likely[0], likely[1], gap, cancel)
    exact = set(pairs)
    rows = _rows(sorted([*pairs, *near]), exact, (left, right))
    return _packed(rows, _offset(left, right, pairs))


def seconds_of(line: str) -> float | None:
    """The time stamp at the start of a line, in seconds; of the day alone where no date is given."""
    found = _STAMP.match(line)
    if found is None:
        return None
    part = found["part"] or "0"
    seconds = int(found["hour"]) * 3600 + int(found["minute"]) * 60 + int(found["second"])
    days = _days(found["year"], found["month"], found["day"]) if found["year"] else 0
    return days * _DAY + seconds + float(f"0.{part}")


def _days(year: str, month: str, day: str) -> int:
    from datetime import date

    try:
        return date(int(year), int(month), int(day)).toordinal()
    except ValueError:
        return 0


def _bare(line: str) -> str:
    found = _STAMP.match(line)
    return line[found.end() :] if found else line


Span = tuple[int, int]


def _matches(
    left: Sequence[str], right: Sequence[str], whole: tuple[Span, Span], cancel: CancelToken | None
) -> list[Pair]:
    """Pairs of equal lines in order, within two spans."""
    pairs: list[Pair] = []
    waiting = [whole]
    while waiting:
        if cancel is not None:
            cancel.check()
        (a, b), (c, d) = waiting.pop()
        while a < b and c < d and left[a] == right[c]:
            pairs.append((a, c))
            a, c = a + 1, c + 1
        while a < b and c < d and left[b - 1] == right[d - 1]:
            b, d = b - 1, d - 1
            pairs.append((b, d))
        if a == b or c == d:
            continue
        anchors = _anchors(left, right, (a, b), (c, d))
        if anchors:
            pairs += anchors
            waiting += _between(anchors, ((a, b), (c, d)))
        elif (b - a) * (d - c) <= _SQUARE:
            pairs += _compared(left[a:b], right[c:d], (a, c))
    return sorted(pairs)


def _compared(left: Sequence[str], right: Sequence[str], at: Pair) -> list[Pair]:
    found = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return [(at[0] + block.a + step, at[1] + block.b + step) for block in found for step in range(block.size)]


def _anchors(left: Sequence[str], right: Sequence[str], of_left: Span, of_right: Span) -> list[Pair]:
    """Lines that stand once in both spans, as many as keep their order."""
    here, there = Counter(left[slice(*of_left)]), Counter(right[slice(*of_right)])
    place = {right[at]: at for at in range(*of_right) if there[right[at]] == 1}
    unique = [(at, place[left[at]]) for at in range(*of_left) if here[left[at]] == 1 and left[at] in place]
    return _increasing(unique)


def _increasing(pairs: list[Pair]) -> list[Pair]:
    """The longest run of pairs in which the second part grows."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_left, right) in enumerate(pairs):
        at = bisect_left(tails, right)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(right)
            ends.append(number)
        else:
            tails[at], ends[at] = right, number
    chosen: list[Pair] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _between(pairs: list[Pair], whole: tuple[Span, Span]) -> list[tuple[Span, Span]]:
    """What lies between pairs on both sides; where one side has nothing there is nothing to match."""
    return [gap for gap in _gaps(pairs, whole) if gap[0][0] < gap[0][1] and gap[1][0] < gap[1][1]]


def _gaps(pairs: list[Pair], whole: tuple[Span, Span]) -> list[tuple[Span, Span]]:
    (a, end_left), (c, end_right) = whole
    gaps: list[tuple[Span, Span]] = []
    for left, right in [*pairs, (end_left, end_right)]:
        if left > a or right > c:
            gaps.append(((a, left), (c, right)))
        a, c = left + 1, right + 1
    return gaps


Row = tuple[RowKind, int, int]


def _rows(pairs: list[Pair], exact: set[Pair], texts: tuple[Sequence[str], Sequence[str]]) -> list[Row]:
    left, right = texts
    rows: list[Row] = []
    a = c = 0
    for here, there in [*pairs, (len(left), len(right))]:
        both = min(here - a, there - c)
        rows += [(RowKind.CHANGED, a + step, c + step) for step in range(both)]
        rows += [(RowKind.LEFT, at, -1) for at in range(a + both, here)]
        rows += [(RowKind.RIGHT, -1, at) for at in range(c + both, there)]
        if here < len(left) and there < len(right):
            same = left[here] == right[there]
            close = RowKind.TIME if (here, there) in exact else RowKind.CHANGED
            rows.append((RowKind.SAME if same else close, here, there))
        a, c = here + 1, there + 1
    return rows


def _packed(rows: list[Row], offset: Offset | None) -> Alignment:
    blocks = [
        at
        for at, row in enumerate(rows)
        if row[0] in DIFFERENT and (at == 0 or rows[at - 1][0] not in DIFFERENT)
    ]
    return Alignment(
        bytes(row[0] for row in rows),
        array("q", [row[1] for row in rows]),
        array("q", [row[2] for row in rows]),
        tuple(blocks),
        offset,
    )


def _offset(left: Sequence[str], right: Sequence[str], pairs: list[Pair]) -> Offset | None:
    """The offset that most equal lines share."""
    counts: Counter[float] = Counter()
    for here, there in pairs:
        before, after = seconds_of(left[here]), seconds_of(right[there])
        if before is not None and after is not None and (before < _DAY) == (after < _DAY):
            counts[round(after - before, 3)] += 1
    if not counts:
        return None
    seconds, shared = min(counts.items(), key=lambda item: (-item[1], abs(item[0])))
    return Offset(seconds, shared, counts.total())
