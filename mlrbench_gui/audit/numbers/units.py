"""Units and multipliers that may follow a number."""

import re
from decimal import Decimal

MULTIPLIERS = {
    "k": Decimal(10**3),
    "K": Decimal(10**3),
    "thousand": Decimal(10**3),
    "M": Decimal(10**6),
    "million": Decimal(10**6),
    "B": Decimal(10**9),
    "billion": Decimal(10**9),
    "trillion": Decimal(10**12),
}

MULTIPLIER = re.compile(
    r"(?:\s?(?P<word>thousand|million|billion|trillion)|\s?(?P<letter>[kKMB])|(?:\\\)|\$)(?P<behind>[kKMB])(?!-))"
    r"(?![A-Za-z0-9])"
)

_UNITS: tuple[tuple[str, str], ...] = (
    (r"\s*\\?%[\s-]*(?:absolute\s+)?(?:percentage\s+)?points?\b", "points"),
    (r"\s*\\?\s*[%％]", "%"),
    (r"[\s-]*percentage[\s-]+points?\b", "points"),
    (r"[\s-]*pp\b", "points"),
    (r"[\s-]*(?:percent|per\s+cent)\b", "%"),
    (r"\s*(?:\$\s*)?(?:×|\\times\b)(?!\s*\d)(?:\s*\$)?", "x"),
    (r"x\b(?!\s*\d)", "x"),
    (r"[\s-]*times\b|-fold\b(?!\s+cross)", "x"),
    (r"[\s-]*points?\b", "points"),
    (r"\s*(?:µs|μs|us|microseconds?)\b", "us"),
    (r"\s*(?:ms|milliseconds?)\b", "ms"),
    (r"[\s-]*(?:s|secs?|seconds?)\b", "s"),
    (r"[\s-]*(?:mins?|minutes?)\b", "min"),
    (r"[\s-]*(?:h|hrs?|hours?)\b", "h"),
    (r"[\s-]*days?\b", "days"),
    (r"\s*(?:KB|KiB)\b", "KB"),
    (r"\s*(?:MB|MiB)\b", "MB"),
    (r"[\s-]*(?:GB|GiB)\b", "GB"),
    (r"[\s-]*TB\b", "TB"),
)
UNITS = tuple((re.compile(pattern), unit) for pattern, unit in _UNITS)

SECONDS = {"us": 1e-6, "ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "days": 86400.0}
BYTES = {"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}


def unit_at(text: str, at: int) -> tuple[str | None, int]:
    """The unit that starts at this place and where it ends; (None, at) where there is none."""
    for pattern, unit in UNITS:
        hit = pattern.match(text, at)
        if hit:
            return unit, hit.end()
    return None, at


def multiplier_at(text: str, at: int) -> tuple[Decimal, int]:
    """The multiplier word or letter at this place and where it ends; (1, at) where there is none."""
    hit = MULTIPLIER.match(text, at)
    if hit is None:
        return Decimal(1), at
    return MULTIPLIERS[hit.group("word") or hit.group("letter") or hit.group("behind")], hit.end()
