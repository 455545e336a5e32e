"""Numbers that bound a value rather than tell it: `> 0.72`, `at least 80 %`, `below 5 %`."""

import re
from enum import StrEnum

_ABOVE = re.compile(
    r"(?:>=?|≥|⩾|\\geq?q?\b|\\gt\b|\bat least|\bno less than|\bmore than|\bgreater than|\bhigher than|\babove|"
    r"\bover|\bexceed(?:s|ed|ing)?|\bin excess of|\bupwards of)\s*(?:a\s+)?[\s$~*]*$",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?:<=?|≤|⩽|\\leq?q?\b|\\lt\b|\bat most|\bno more than|\bless than|\bfewer than|\blower than|\bbelow|\bunder|"
    r"\bwithin)\s*(?:a\s+)?[\s$~*]*$",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\b(?:up to|as much as|as high as)\s*[\s$~*]*$", re.IGNORECASE)
_FARTHEST = 0.25


class Bound(StrEnum):
    """On which side of the number the value is said to lie."""

    ABOVE = "above"
    BELOW = "below"


def bound_of(before: str) -> Bound | None:
    """The bound that the words right before a number make of it."""
    tail = before[-30:]
    if _ABOVE.search(tail):
        return Bound.ABOVE
    return Bound.BELOW if _BELOW.search(tail) else None


def is_up_to(before: str) -> bool:
    """Whether the number is told as the most of several values."""
    return _UP_TO.search(before[-20:]) is not None


def satisfies(bound: Bound, limit: float, value: float) -> bool:
    """Whether the value lies on the told side."""
    return value >= limit - 1e-9 if bound is Bound.ABOVE else value <= limit + 1e-9


def is_near(limit: float, value: float) -> bool:
    """Whether nobody would state another bound: the value lies within a quarter of the limit."""
    return abs(value - limit) <= _FARTHEST * max(abs(limit), 1e-9)
