"""A claim's value held against the evidence's: interval of the printed digits, difference, rule used.

A number is right or wrong only by a rule, so the rule is always part of the value and always shown.
"""

import math
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement, tolerance
from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.values import ClaimKind
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote
from mlrbench_gui.ui.screens.audit.evidence.missing import missing
from mlrbench_gui.ui.screens.audit.evidence.words import differing

_PERCENT_UNITS = frozenset({"%", "percent", "pp", "points", "percentage points"})
_TIMES_UNITS = frozenset({"x", "×", "times", "fold"})
_SHOWN_UNITS = {"x": "×", "percent": "%"}


@dataclass(frozen=True, slots=True)
class Band:
    """The interval that the printed digits allow, and the digits behind the point."""

    low: float
    high: float
    decimals: int

    def holds(self, value: float) -> bool:
        """Whether the value rounds to the printed digits (both ends count)."""
        slack = 1e-9 * max(1.0, abs(self.low), abs(self.high))
        return self.low - slack <= value <= self.high + slack


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """Two numbers on one scale with texts for people. `held_text` and `difference` are empty without evidence.

    `lacks`: the numbers are equal, and what the evidence lacks to carry the claim; then no difference is told.
    """

    said: float
    held: float | None
    band: Band
    said_text: str
    held_text: str
    difference: str
    difference_unit: str
    band_text: str
    rule: str
    agrees: bool | None
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class TextComparison:
    """Two texts, each as (text, differs) pieces."""

    said: tuple[tuple[str, bool], ...]
    held: tuple[tuple[str, bool], ...]
    rule: str
    agrees: bool | None


Comparison = NumberComparison | TextComparison


def compare(claim: Claim, evidence: Evidence | None) -> Comparison:
    """Hold the claim against one piece of evidence; None stands for none found."""
    held = evidence.value if evidence is not None else None
    number = _as_number(held)
    if claim.stated is not None and (held is None or number is not None):
        numbers = _numbers(claim, evidence, number)
        if evidence is not None and _denied_by_words(numbers):
            return _worded(claim, evidence)
        return _with_missing(numbers, claim, evidence)
    return _texts(claim, evidence)


def printed_number(claim: Claim) -> PrintedNumber:
    """The claim's number as the paper prints it; as short as it can be written if the quote does not hold it."""
    value = claim.stated if claim.stated is not None else 0.0
    for number in find_numbers(claim.quote):
        if math.isclose(abs(number.number), abs(value), rel_tol=1e-9, abs_tol=1e-12):
            return number
    return _shortest(value, claim.unit)


def tidy_number(value: float, decimals: int) -> str:
    """The value with at most two digits more than the paper prints, without needless zeros."""
    if not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "-∞"}.get(value, "NaN")
    if value != 0 and abs(value) < 10 ** -(decimals + 2):
        return f"{value:.2g}"
    text = f"{value:.{decimals + 2}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _shortest(value: float, unit: str | None) -> PrintedNumber:
    try:
        exact = Decimal(repr(value)).normalize()
    except InvalidOperation:
        exact = Decimal(0)
    exponent = exact.as_tuple().exponent
    places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return PrintedNumber(
        0, 0, 0, "", exact if exact.is_finite() else Decimal(0), Decimal(1).scaleb(-places), unit
    )


def _band(printed: PrintedNumber, said: float) -> Band:
    half = float(tolerance(printed))
    exponent = printed.step.normalize().as_tuple().exponent
    decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return Band(said - half, said + half, min(decimals, 12))


def _as_number(value: float | str | None) -> float | None:
    if isinstance(value, str):
        try:
            return float(value.strip().rstrip("%").replace(",", ""))
        except ValueError:
            return None
    return value


def _numbers(claim: Claim, evidence: Evidence | None, raw: float | None) -> NumberComparison:
    said = claim.stated if claim.stated is not None else 0.0
    printed = printed_number(claim)
    band = _band(printed, said)
    unit = _SHOWN_UNITS.get((claim.unit or "").strip(), (claim.unit or "").strip())
    factor = _factor(printed, raw, claim.unit)
    held = raw * factor if raw is not None else None
    agrees = band.holds(held) if held is not None and math.isfinite(held) else None
    if evidence is not None and evidence.agrees is not None:
        agrees = evidence.agrees
    difference, word = _difference(claim, said, held, band.decimals)
    shown = f"{said:.{band.decimals}f}" if band.decimals else tidy_number(said, 0)
    half = (band.high - band.low) / 2
    return NumberComparison(
        said=said,
        held=held,
        band=band,
        said_text=_with_unit(shown, unit),
        held_text=_with_unit(tidy_number(held, band.decimals), unit) if held is not None else "",
        difference=difference,
        difference_unit=word,
        band_text=f"{'about ' if printed.approximate else ''}{shown} as printed, ±{tidy_number(half, band.decimals)}",
        rule=_number_rule(band, raw, held, evidence),
        agrees=agrees,
    )


def _factor(printed: PrintedNumber, raw: float | None, unit: str | None) -> float:
    """The engine's own change of scale (fraction to percent, seconds to minutes), nothing else."""
    if raw is None or not math.isfinite(raw):
        return 1.0
    named = printed if printed.unit is not None or not unit else _named(printed, unit)
    return float(agreement(named, raw).factor)


def _named(printed: PrintedNumber, unit: str) -> PrintedNumber:
    """The number with the claim's unit, for table cells whose unit stands in the head."""
    return replace(printed, unit="x" if unit in _TIMES_UNITS else unit)


def _difference(claim: Claim, said: float, held: float | None, decimals: int) -> tuple[str, str]:
    if held is None or not math.isfinite(held):
        return "", ""
    unit = (claim.unit or "").strip()
    gap = held - said
    if unit in _PERCENT_UNITS:
        return _signed(gap, decimals), "points"
    if unit in _TIMES_UNITS or (claim.kind is ClaimKind.RATIO and not unit):
        return _signed(gap, decimals), "×"
    if said == 0 or unit:
        return _signed(gap, decimals), unit
    share = 100 * gap / abs(said)
    return ("≈ 0" if 0 < abs(share) < 0.005 else _signed(share, 0)), "%"


def _signed(value: float, decimals: int) -> str:
    text = tidy_number(value, decimals)
    if text in {"0", "-0"}:
        return "0"
    return text if text.startswith("-") else f"+{text}"


def _number_rule(band: Band, raw: float | None, held: float | None, evidence: Evidence | None) -> str:
    low, high = (tidy_number(end, band.decimals) for end in (band.low, band.high))
    allowed = f"Digits allow {low} to {high}"
    if raw is None or held is None:
        return f"{allowed}; nothing in the run is held against it"
    if not math.isfinite(raw):
        return f"{allowed}; the evidence holds {raw!r}, which is no number"
    scaled = raw not in {held, 0.0}
    scale = f" × {tidy_number(held / raw, 2)} = {tidy_number(held, band.decimals)}" if scaled else ""
    formula = f" from {evidence.formula}" if evidence is not None and evidence.formula else ""
    return f"{allowed}; {_brief(raw, band.decimals)}{formula}{scale} lies {'inside' if band.holds(held) else 'outside'}"


def _brief(value: float, decimals: int) -> str:
    """Digits enough to tell whether it lies inside; all of them stand in the opened file."""
    return f"{value:.7g}" if abs(value) < 1000 else tidy_number(value, decimals)


def _with_unit(number: str, unit: str) -> str:
    return f"{number} {unit}" if unit else number


def _denied_by_words(numbers: NumberComparison) -> bool:
    """Whether the numbers agree and the claim is denied all the same: by what it says of its number."""
    held = numbers.held
    return numbers.agrees is False and held is not None and math.isfinite(held) and numbers.band.holds(held)


def _with_missing(numbers: NumberComparison, claim: Claim, evidence: Evidence | None) -> NumberComparison:
    """Equal numbers where the claim is not carried: what is missing in place of a difference of 0."""
    held = numbers.held
    if held is None or not math.isfinite(held) or not numbers.band.holds(held):
        return numbers
    lack = missing(claim, evidence)
    if lack is None:
        return numbers
    return replace(
        numbers, difference="", difference_unit="", lacks=lack.words, rule=lack.sentence, agrees=None
    )


def _worded(claim: Claim, evidence: Evidence) -> TextComparison:
    """What is said of the number against what the evidence is about."""
    said = plain_quote(claim.quote)
    value = evidence.value if isinstance(evidence.value, str) else tidy_number(evidence.value or 0.0, 4)
    held = " · ".join(part for part in (evidence.name, value) if part)
    left, right = differing(said, held)
    return TextComparison(left, right, "The numbers agree; what is said of them does not", False)


def _texts(claim: Claim, evidence: Evidence | None) -> TextComparison:
    said = claim.name or plain_quote(claim.quote)
    if evidence is None:
        return TextComparison(((said, False),), (), "No number to compare; nothing in the run is held", None)
    if evidence.value is None:
        file = evidence.path.rsplit("/", 1)[-1]
        rule = evidence.formula or "No value to compare; the file itself is the evidence"
        return TextComparison(((said, False),), ((file, False),), rule, evidence.agrees)
    left, right = differing(said, str(evidence.value))
    rule = evidence.formula or "Words compared, case and punctuation aside"
    return TextComparison(left, right, rule, evidence.agrees)
