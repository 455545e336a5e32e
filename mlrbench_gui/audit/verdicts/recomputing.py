"""Differences, ratios and relative changes, recomputed from evidence.

The paper's own operands never support a change that evidence does not; but where they are that evidence as rounded by
the paper, a change that follows from them is none that evidence denies.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import rounds_to
from mlrbench_gui.audit.text.measures import ends_in_measure
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import shown, sized

_POOL = 64
_PLACES = range(1, 6)
_ASPECTS = ("", "mean", "share", "sum", "first", "last", "held")


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A value made of two candidates of one metric.

    `from_left` says that the formula tells how the left one differs from the right one; `told` is the value with the
    sign in which the statement tells it: a reduction of 16 is a change of −16.
    """

    value: float
    formula: str
    left: Candidate
    right: Candidate
    agrees: bool
    score: float
    told: float
    from_left: bool = True

    @property
    def is_relative(self) -> bool:
        """Whether it is a change in relation to the other value."""
        return "/" in self.formula

    @property
    def kind(self) -> tuple[bool, bool, bool]:
        """What makes two formulas the same: change or difference, in points or not, and told of which side."""
        return self.is_relative, self.formula.startswith("100 ×"), self.from_left

    @property
    def is_points(self) -> bool:
        """Whether it is a difference of fractions in points."""
        return not self.is_relative and self.formula.startswith("100 ×")


def recompute(
    number: PrintedNumber,
    pool: Sequence[Candidate],
    entities: Entities,
    own: frozenset[int],
    *,
    falls: bool = False,
) -> list[Recomputed]:
    """Values made of two values of one metric with different entities; those that agree first, then by score."""
    machine = [
        c for c in pool if c.value.source.is_machine and c.value.aspect in _ASPECTS and not c.is_member
    ]
    machine = machine[:_POOL]
    found: list[Recomputed] = []
    for i, left in enumerate(machine):
        for right in machine[i + 1 :]:
            if _is_pair(left, right, entities, own):
                found += _made(number, left, right, falls=falls)
    found.sort(
        key=lambda r: (not r.agrees, -r.score, r.left.value.aspect != "", r.left.value.path, r.formula)
    )
    return found


def _is_pair(left: Candidate, right: Candidate, entities: Entities, own: frozenset[int]) -> bool:
    """Same file, same metric, other entity or other end of one series; one of them is the claim's entity."""
    a, b = left.value, right.value
    if a.path != b.path or a.value == b.value or len(a.name.parts) != len(b.name.parts):
        return False
    if a.name is b.name:
        return {a.aspect, b.aspect} == {"first", "last"}
    if a.aspect != b.aspect:
        return False
    differing = [pair for pair in zip(a.name.parts, b.name.parts, strict=True) if pair[0] != pair[1]]
    if len(differing) != 1 or not _are_entities(differing[0], entities):
        return False
    spoken = entities.in_name(a.name) | entities.in_name(b.name)
    return not own or bool(own & spoken)


def _are_entities(pair: tuple[str, str], entities: Entities) -> bool:
    """Whether both parts name things that the run compares; numbered items and measures are none."""
    if any(ends_in_measure(label) for label in pair):
        return False
    if all(re.fullmatch(r"[A-Za-z_ ]+\d+", label) for label in pair):
        return False
    left, right = (entities.in_words(name_words(label), label) for label in pair)
    return bool(left) and bool(right) and left != right


def _made(number: PrintedNumber, left: Candidate, right: Candidate, *, falls: bool) -> Iterator[Recomputed]:
    x, y = left.value.value, right.value.value
    score = (left.score + right.score) / 2
    for value, formula, from_left in _values(number, x, y):
        size = Decimal(repr(abs(value)))
        agrees = rounds_to(number, size) or rounds_to(number, -size)
        agreed = abs(value) if number.value >= 0 else -abs(value)
        told = agreed if agrees else -value if falls else value
        yield Recomputed(value, formula, left, right, agrees, score, round(told, 10), from_left)


def _values(number: PrintedNumber, x: float, y: float) -> Iterator[tuple[float, str, bool]]:
    """Ratios, relative changes and differences, with their formula and whether they tell of x against y."""
    a, b = shown(x), shown(y)
    both = ((x, y, a, b, True), (y, x, b, a, False))
    if number.unit in ("x", None):
        yield from ((p / q, f"{s} / {t}", way) for p, q, s, t, way in both if q)
    if number.unit == "%" or (number.unit is None and not number.is_whole):
        scale, times = (100, "100 × ") if number.unit == "%" else (1, "")
        for p, q, s, t, way in both:
            if q:
                yield scale * (p - q) / abs(q), f"{times}({s} − {t}) / {sized(q)}", way
    if number.unit in ("points", "%") and max(abs(x), abs(y)) <= 1.5:
        yield from ((100 * (p - q), f"100 × ({s} − {t})", way) for p, q, s, t, way in both)
    if number.unit != "x":
        yield from ((p - q, f"{s} − {t}", way) for p, q, s, t, way in both)


def of_printed(number: PrintedNumber, made: Recomputed, text: str) -> Recomputed | None:
    """The same change made of both operands as the paper rounds and prints them; None if it is another number."""
    for places in _PLACES:
        x, y = (_as_printed(c.value.value, places, text) for c in (made.left, made.right))
        if x is None or y is None:
            continue
        for value, formula, from_left in _values(number, x, y):
            again = replace(made, value=value, formula=formula, from_left=from_left)
            size = Decimal(repr(abs(value)))
            if again.kind == made.kind and (rounds_to(number, size) or rounds_to(number, -size)):
                told = abs(value) if number.value >= 0 else -abs(value)
                return replace(again, agrees=True, told=round(told, 10))
    return None


def _as_printed(value: float, places: int, text: str) -> float | None:
    """The value with so many decimals, if the text has it so, and if they are fewer than its own."""
    exact, step = Decimal(repr(value)), Decimal(1).scaleb(-places)
    for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP):
        rounded = exact.quantize(step, rounding)
        if rounded != exact and re.search(rf"(?<![\d.]){re.escape(str(abs(rounded)))}(?!\d)", text):
            return float(rounded)
    return None
