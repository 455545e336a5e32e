"""Differences, ratios and relative changes, recomputed from evidence: never from the paper's own operands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from mlrbench_gui.audit.matching.candidates import Candidate
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import rounds_to
from mlrbench_gui.audit.verdicts.decision import shown

_POOL = 48


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A value made of two candidates of one metric."""

    value: float
    formula: str
    left: Candidate
    right: Candidate
    agrees: bool
    score: float


def recompute(
    number: PrintedNumber, pool: Sequence[Candidate], entities: Entities, own: frozenset[int]
) -> Recomputed | None:
    """The best pair of values of one metric, apart in one part of their names, that makes the number; None if none does."""
    machine = [
        c
        for c in pool
        if c.value.source.is_machine
        and c.value.aspect in ("", "mean", "share", "sum", "first", "last", "held")
    ][:_POOL]
    found: list[Recomputed] = []
    for i, left in enumerate(machine):
        for right in machine[i + 1 :]:
            if _is_pair(left, right, entities, own):
                found += [r for r in _made(number, left, right) if r.agrees]
    found.sort(key=lambda r: (-r.score, r.left.value.path, r.formula))
    return found[0] if found else None


def _is_pair(left: Candidate, right: Candidate, entities: Entities, own: frozenset[int]) -> bool:
    """Same file, same metric, same depth, other entity or other place in one series; one of them is the claim's entity."""
    a, b = left.value, right.value
    if a.path != b.path or a.value == b.value or len(a.name.parts) != len(b.name.parts):
        return False
    if a.name is b.name:
        return {a.aspect, b.aspect} == {"first", "last"}
    if a.aspect != b.aspect:
        return False
    differing = [i for i, (x, y) in enumerate(zip(a.name.parts, b.name.parts, strict=True)) if x != y]
    if len(differing) != 1:
        return False
    spoken = entities.in_name(a.name) | entities.in_name(b.name)
    return not own or bool(own & spoken)


def _made(number: PrintedNumber, left: Candidate, right: Candidate) -> Iterator[Recomputed]:
    x, y = left.value.value, right.value.value
    score = (left.score + right.score) / 2
    for value, formula in _values(number, x, y):
        agrees = rounds_to(number, Decimal(repr(abs(value)))) or rounds_to(number, Decimal(repr(-abs(value))))
        yield Recomputed(value, formula, left, right, agrees, score)


def _values(number: PrintedNumber, x: float, y: float) -> Iterator[tuple[float, str]]:
    a, b = shown(x), shown(y)
    if number.unit == "x" or number.unit is None:
        if y:
            yield x / y, f"{a} / {b}"
        if x:
            yield y / x, f"{b} / {a}"
    if number.unit in ("%", None) and not (number.unit is None and number.is_whole):
        scale = 100 if number.unit == "%" else 1
        if y:
            yield (
                scale * (x - y) / abs(y),
                f"{scale} × ({a} − {b}) / {b}" if scale > 1 else f"({a} − {b}) / {b}",
            )
        if x:
            yield (
                scale * (y - x) / abs(x),
                f"{scale} × ({b} − {a}) / {a}" if scale > 1 else f"({b} − {a}) / {a}",
            )
    if number.unit in ("points", "%") and max(abs(x), abs(y)) <= 1.5:
        yield 100 * (x - y), f"100 × ({a} − {b})"
    if number.unit != "x":
        yield x - y, f"{a} − {b}"
