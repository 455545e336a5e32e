"""How a claim reads in one row: its words, its value, and what the evidence holds in the claim's unit."""

import re

from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import ClaimKind, Verdict
from mlrbench_gui.ui.kit.glyphs import VERDICT_WORDS

NOTHING = "–"
OTHER_WORDS = "other words"
"""Of a claim whose number the evidence holds, and of which it says something else."""

_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)?")
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")
_MATHS = re.compile(r"\$(?=\S)([^$]*[^$\s\\])\$(?!\d)|\\\(|\\\)|(?<=\})\$")
_TEX = re.compile(
    r"\\(?:mathrm|mathbf|mathcal|mathbb|text|operatorname)\{([^}]*)\}|\\[!,;:]|\\([A-Za-z]+)|\\([{}])"
)
_SIGNS = {
    "times": "×",
    "pm": "±",
    "approx": "≈",
    "sim": "~",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "in": "∈",
}
_SIGNS |= {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "lambda": "λ",
    "theta": "θ",
    "sigma": "σ",
    "to": "→",
}
_LONE = re.compile(r"(?<!\\)\$")
_MARKUP = re.compile(r"\*\*|__|`|\\(?=[%_&#$])|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?![\w{])")
_BROKEN = re.compile(r"(?<=\w)-\s*\n\s*(?=\w)")  # may be a compound, so the hyphen stays
_SPACE = re.compile(r"\s+")
_GLUED = ("×", "x")


def plain_quote(quote: str) -> str:
    """The quote on one line, without Markdown's signs; a picture is told by its title, a link by its words."""
    words = _LINK.sub(r"\1", _PICTURE.sub(_picture_words, quote))
    words = _MATHS.sub(lambda found: found[1] or "", words)
    if "\\" in words:  # the other end of this formula lies outside the quote
        words = _LONE.sub("", words)
    words = _BROKEN.sub("-", _TEX.sub(_tex_words, words))
    return _SPACE.sub(" ", _MARKUP.sub("", words)).strip(" |")


def _picture_words(found: re.Match[str]) -> str:
    title = found[1].strip()
    if not title:
        return "Figure"
    return title if title.casefold().startswith("fig") else f"Figure: {title}"


def _tex_words(found: re.Match[str]) -> str:
    name = found[2]
    return _SIGNS.get(name, name) if name else found[1] or found[3] or ""


def claim_value(claim: Claim) -> str:
    """The claim's number as it would be printed, or a dash."""
    if claim.stated is None:
        return NOTHING
    sign = "+" if claim.kind is ClaimKind.DELTA and claim.stated > 0 else ""
    return sign + with_unit(format_number(claim.stated, printed_decimals(claim)), claim.unit)


def evidence_value(claim: Claim) -> str:
    """The second line at the right of a row: what the best evidence holds, or the word for why there is none."""
    if claim.verdict is Verdict.UNVERIFIABLE:
        return NOTHING
    if claim.verdict is Verdict.UNSUPPORTED:
        return "none"
    if claim.verdict is Verdict.NARRATIVE_ONLY:
        return "prose"
    held = _held(claim)
    if held is None:
        return NOTHING
    if claim.verdict is not Verdict.CONTRADICTED:
        return held
    return OTHER_WORDS if _is_same_number(claim) else f"≠ {held}"


def in_claim_unit(claim: Claim, value: float) -> float:
    """Evidence often holds a fraction where the paper prints a percentage; give it in the paper's unit."""
    if claim.unit != "%" or claim.stated is None or abs(value) > 1.0:
        return value
    as_percent = value * 100.0
    closer = abs(as_percent - claim.stated) < abs(value - claim.stated)
    return as_percent if closer else value


def format_number(value: float, decimals: int) -> str:
    """A number with that many decimals, very large and very small ones in scientific form."""
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 -- NaN is the one unequal to itself
        return str(value)
    if value and (abs(value) >= 1e9 or abs(value) < 10.0 ** -(decimals + 2)):
        return f"{value:.3g}"
    fixed = f"{value:.{decimals}f}"
    return fixed if not value or float(fixed) else f"{value:.3g}"


def with_unit(number: str, unit: str | None) -> str:
    """The number with its unit; a long unit is left out, it stands in the quote."""
    if not unit or len(unit) > 6:
        return number
    return number + unit if unit in _GLUED else f"{number} {unit}"


def printed_decimals(claim: Claim) -> int:
    """Digits after the point with which the paper prints the number."""
    if claim.stated is None:
        return 0
    digits = [
        len(found.partition(".")[2])
        for found in re.findall(r"\d+(?:\.\d+)?", claim.quote.replace(",", ""))
        if float(found) == abs(claim.stated)
    ]
    if digits:
        return digits[0]
    return min(len(f"{claim.stated:.6f}".rstrip("0").partition(".")[2]), 4)


def spoken(claim: ReviewedClaim) -> str:
    """The row for a screen reader: verdict, trust, decision, words, values."""
    now = claim.current
    parts = [VERDICT_WORDS[now.verdict], now.trust.value, decision_word(claim)]
    if claim.flagged:
        parts.append("come back to this")
    if claim.note:
        parts.append("has a note")
    values = f"paper {claim_value(now)}, evidence {evidence_value(now).replace('≠', 'not equal')}"
    return f"{', '.join(parts)}: {plain_quote(now.quote)}; {values}"


def decision_word(claim: ReviewedClaim) -> str:
    """`undecided`, `accepted` or `overruled`."""
    if claim.decision is None:
        return "undecided"
    return "overruled" if claim.decision.overruled else "accepted"


def _held(claim: Claim) -> str | None:
    for evidence in _best_first(claim):
        if isinstance(evidence.value, str):
            text = plain_quote(evidence.value)
            return text if len(text) <= 12 else f"{text[:11]}…"
        if evidence.value is not None:
            value = in_claim_unit(claim, evidence.value)
            return with_unit(format_number(value, _held_decimals(claim, value)), claim.unit)
    return None


def _is_same_number(claim: Claim) -> bool:
    """Whether the evidence that denies a claim holds its very number: then it is what is said of it that is denied."""
    held = next((item.value for item in _best_first(claim) if item.value is not None), None)
    if held is None or isinstance(held, str) or claim.stated is None:
        return False
    decimals = printed_decimals(claim)
    value = in_claim_unit(claim, held)
    return format_number(value, decimals) == format_number(claim.stated, decimals)


def _held_decimals(claim: Claim, value: float) -> int:
    """One digit more than the paper prints, but no more than tell a difference, and none for whole counts."""
    printed = printed_decimals(claim)
    if printed == 0 and claim.unit != "%" and float(value).is_integer():
        return 0
    return max(printed, min(printed + 1, 2 if claim.unit == "%" else 4))


def _best_first(claim: Claim) -> tuple[Evidence, ...]:
    """A contradiction is told by the value that differs, also where an agreeing one stands first."""
    if claim.verdict is not Verdict.CONTRADICTED:
        return claim.evidence
    return tuple(sorted(claim.evidence, key=lambda item: item.agrees is True))
