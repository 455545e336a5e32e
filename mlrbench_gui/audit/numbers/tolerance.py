"""Does a value agree with a printed number? Judged by the digits printed, in exact decimals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.units import BYTES, SECONDS

_TINY = Decimal("1e-9")
_ONE, _HUNDRED, _HUNDREDTH = Decimal(1), Decimal(100), Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Agreement:
    """`factor` brings the evidence's value to the paper's scale (100 for a fraction printed as percent).

    `loosely` says that it agrees only because the paper has `about`; `is_cut` that a shortened count has the digits
    of the value cut off, not rounded.
    """

    agrees: bool
    factor: Decimal
    loosely: bool = False
    is_cut: bool = False


def factors(printed: PrintedNumber, value: float, unit: str | None = None) -> tuple[Decimal, ...]:
    """Scales in which the value may have been printed: percent and fraction, time and size units."""
    size = abs(value)
    if printed.is_percent:
        return (_HUNDRED, _ONE) if size <= 2 else (_ONE,)
    if printed.unit is not None:
        return _of_units(printed.unit, unit)
    scales = [_ONE]
    if size <= 1 < abs(printed.value) <= 100 and not printed.is_whole:
        scales.append(_HUNDRED)
    if unit == "%" or (1 < size <= 100 and 0 < abs(printed.value) <= 1 and not printed.is_whole):
        scales.append(_HUNDREDTH)
    return tuple(scales)


@lru_cache(maxsize=256)
def _of_units(printed: str, unit: str | None) -> tuple[Decimal, ...]:
    """From the value's unit, if it has one of the same kind, to the printed one; else from any of that kind."""
    scales = [_ONE]
    for table in (SECONDS, BYTES):
        if printed in table:
            others = [table[unit]] if unit in table else sorted(set(table.values()) | {1.0})
            scales += [Decimal(repr(other)) / Decimal(repr(table[printed])) for other in others]
    return tuple(dict.fromkeys(scales))


def agreement(printed: PrintedNumber, value: float, unit: str | None = None) -> Agreement:
    """Whether the value, in one of its scales, rounds to what was printed."""
    if not math.isfinite(value):
        return Agreement(agrees=False, factor=_ONE)
    scales = factors(printed, value, unit)
    for factor in _near(printed, value, scales):
        exact = Decimal(repr(float(value))) * factor
        if rounds_to(printed, exact):
            strictly = abs(exact - printed.value) <= printed.step / 2 + _TINY
            return Agreement(agrees=True, factor=factor, loosely=not strictly)
        if factor == _ONE and _is_cut(printed, exact):
            return Agreement(agrees=True, factor=factor, is_cut=True)
    return Agreement(agrees=False, factor=scales[0])


def _near(printed: PrintedNumber, value: float, scales: Sequence[Decimal]) -> list[Decimal]:
    """The scales in which exact decimals are worth their time: in most the value is far from what was printed."""
    reach = 2 * float(tolerance(printed) + _TINY) + 1e-9 * abs(printed.number)
    return [factor for factor in scales if not abs(value * float(factor) - printed.number) > reach]


def rounds_to(printed: PrintedNumber, value: Decimal) -> bool:
    """Whether the value printed with as many digits gives the number; half steps both ways are fine."""
    return abs(value - printed.value) <= tolerance(printed) + _TINY


def _is_cut(printed: PrintedNumber, value: Decimal) -> bool:
    """Whether a count is the printed one with more digits: 30,926 for 30k. Its digits are the value's first ones."""
    return (
        printed.is_abbreviated
        and value == value.to_integral_value()
        and 0 <= value - printed.value < printed.step
    )


def tolerance(printed: PrintedNumber) -> Decimal:
    """Half a step of the last digit; `about` leaves a whole step, or a quarter of the last non-zero digit's step."""
    if not printed.approximate or printed.value == 0:
        return printed.step / 2
    step = printed.step
    while printed.is_whole and printed.value % (step * 10) == 0:
        step *= 10
    return max(printed.step, step / 4)


def is_coarser(text: str, printed: PrintedNumber) -> bool:
    """Whether a literal is the printed number with fewer digits: 0.65 for 0.6532."""
    try:
        literal = Decimal(text)
    except InvalidOperation:
        return False
    exponent = literal.as_tuple().exponent
    step = Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)
    return step > printed.step and abs(literal - printed.value) <= step / 2
