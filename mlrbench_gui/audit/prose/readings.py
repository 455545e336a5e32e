"""What a told change may mean: relative, in points, as a ratio, as a difference of values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import tolerance
from mlrbench_gui.audit.verdicts.decision import shown, sized

_POINTS = re.compile(r"\b(?:absolute|points?|pp)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\brelative(?:ly)?\b(?! to)", re.IGNORECASE)
_PACE = re.compile(r"\b(?:faster|slower|quicker|speed\w*)\b", re.IGNORECASE)
_UP = re.compile(r"\W{0,3}(?:\w+\s+)?(?:higher|increase[sd]?|greater|larger|more)\b", re.IGNORECASE)
_DOWN = re.compile(
    r"\W{0,3}(?:\w+\s+)?(?:lower|reductions?|decreases?|drop|declines?|fewer|less|smaller|shorter)\b",
    re.IGNORECASE,
)
_BY = r"\b[^.;,]{0,60}\bby\W*(?:about |around |over )?$"
_UP_BY = re.compile(rf"\b(?:increas\w+|rais\w+|rises?|rose){_BY}", re.IGNORECASE)
_DOWN_BY = re.compile(
    rf"\b(?:reduc\w+|decreas\w+|cuts?|cutting|lower\w*|drops?|dropped|shorten\w*){_BY}", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Operand:
    """A value with what its rounding may hide, and whether it is a percentage as printed."""

    value: float
    half: float = 0.0
    is_percent: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a change of `own` against `rival`: its value, formula, and how far rounding may move it."""

    value: float
    formula: str
    slack: float
    way: str

    def prints(self, number: PrintedNumber) -> bool:
        """Whether the change, its sign aside, rounds to the number."""
        off = abs(abs(self.value) - abs(number.number))
        return off <= float(tolerance(number)) + self.slack + 1e-9


def readings(number: PrintedNumber, own: Operand, rival: Operand, words: str) -> Iterator[Reading]:
    """All readings that number and wording allow."""
    a, b = own.value, rival.value
    s, t = shown(a), shown(b)
    move = own.half + rival.half
    is_fraction = max(abs(a), abs(b)) <= 1.5 and not (own.is_percent or rival.is_percent)
    absolute, relative = tells_points(words) or number.unit == "points", tells_relative(words)
    if number.unit == "x":
        if a and b:
            yield Reading(a / b, f"{s} / {t}", move * abs(a / b) / min(abs(a), abs(b)), "ratio")
            yield Reading(b / a, f"{t} / {s}", move * abs(b / a) / min(abs(a), abs(b)), "inverse")
        return
    if number.unit == "%" and not absolute:
        if b:
            made = f"100 × ({s} − {t}) / {sized(b)}"
            yield Reading(100 * (a - b) / abs(b), made, 100 * move / abs(b), "relative")
        if a and _PACE.search(words):
            made = f"100 × ({s} − {t}) / {sized(a)}"
            yield Reading(100 * (a - b) / abs(a), made, 100 * move / abs(a), "pace")
    if number.unit in ("%", "points") and not relative:
        if is_fraction:
            yield Reading(100 * (a - b), f"100 × ({s} − {t})", 100 * move, "points")
        elif own.is_percent or max(abs(a), abs(b)) <= 100:
            yield Reading(a - b, f"{s} − {t}", move, "points")
    if number.unit not in ("%", "points"):
        yield Reading(a - b, f"{s} − {t}", move, "difference")


def tells_points(words: str) -> bool:
    """Whether the words say that a change is told in points."""
    return _POINTS.search(words) is not None


def tells_relative(words: str) -> bool:
    """Whether the words say that a change is told in relation to what it changed from."""
    return _RELATIVE.search(words) is not None


def told_sign(before: str, behind: str) -> int:
    """1 where the words at the number tell of a rise, −1 of a fall, 0 where they tell neither or both."""
    up = bool(_UP.match(behind) or _UP_BY.search(before))
    down = bool(_DOWN.match(behind) or _DOWN_BY.search(before))
    return int(up) - int(down)


def half_of(number: PrintedNumber) -> float:
    """What the rounding of a printed number may hide."""
    return float(Decimal(number.step) / 2)
