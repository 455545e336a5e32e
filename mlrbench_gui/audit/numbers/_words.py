"""Numbers that are spelled: three, twenty-five, a dozen, both, none."""

import re
from collections.abc import Iterator
from decimal import Decimal

from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.units import multiplier_at, unit_at

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = dict(
    zip(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
        range(20, 100, 10),
        strict=True,
    )
)
_VALUES = {word: n for n, word in enumerate(_ONES)} | _TENS
_VALUES |= {"hundred": 100, "dozen": 12, "both": 2, "single": 1, "twice": 2, "thrice": 3}

_PATTERN = re.compile(
    r"(?<![\w-])(?:(?P<tens>"
    + "|".join(_TENS)
    + r")-(?P<ones>"
    + "|".join(_ONES[1:10])
    + r")|(?P<word>"
    + "|".join(sorted(_VALUES, key=len, reverse=True))
    + (
        r")(?:\s+(?P<scale>hundred))?)(?![\w]|-(?:shot|hot|class|way|stage|step|tailed|sided|dimensional|"
        r"layer|fold|level|tier|pronged))"
    ),
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s+(?:[\w/-]+\s+){0,2}?(?:gpus?|cpus?|tpus?|seeds?|runs?|trials?|epochs?|rounds?|iterations?|folds?|layers?|heads?|samples?|"
    r"examples?|shots?|datasets?|benchmarks?|problems?|tasks?|annotators?|experts?|participants?|machines?|nodes?)\b",
    re.IGNORECASE,
)
"""What `one` and `a single` count; before another noun they are articles."""
_ITEMS = (
    r"(?:[\w-]+\s+){0,3}?"
    r"(?:problems?|programs?|tasks?|questions?|cases?|instances?|examples?|samples?|bugs?|errors?)\b"
)
"""What is solved, answered or failed one by one."""
_BOTH = re.compile(rf"\s+(?:of\s+)?(?:the\s+)?{_ITEMS}", re.IGNORECASE)
_FAILED_ANY = re.compile(
    rf"\b(?:fail(?:s|ed|ing)?\s+to\s+\w+|did\s+not\s+\w+|unable\s+to\s+\w+)\s+(?P<any>any)\s+(?:of\s+)?"
    rf"(?:them\b|(?:the\s+)?{_ITEMS})",
    re.IGNORECASE,
)


def spelled_numbers(text: str) -> Iterator[PrintedNumber]:
    """Spelled numbers in order of place.

    `one` and `a single` count only before what is counted in setups, `both` and `any` only before items that are
    solved one by one; elsewhere they are words: `both models`, `without any update`.
    """
    for hit in _PATTERN.finditer(text):
        word = (hit.group("word") or "").lower()
        if word in ("one", "single") and not _COUNTED.match(text, hit.end()):
            continue
        if word == "both" and not _BOTH.match(text, hit.end()):
            continue
        yield _spelled(text, hit.start(), hit.end(), _value(hit))
    for hit in _FAILED_ANY.finditer(text):
        yield _spelled(text, hit.start("any"), hit.end("any"), Decimal(0))


def _value(hit: re.Match[str]) -> Decimal:
    if hit.group("tens"):
        return Decimal(_VALUES[hit.group("tens").lower()] + _VALUES[hit.group("ones").lower()])
    return Decimal(_VALUES[hit.group("word").lower()] * (100 if hit.group("scale") else 1))


def _spelled(text: str, start: int, end: int, value: Decimal) -> PrintedNumber:
    multiplier, end = multiplier_at(text, end)
    unit, unit_end = unit_at(text, end)
    return PrintedNumber(
        start, end, unit_end, text[start:end], value * multiplier, Decimal(1) * multiplier, unit, spelled=True
    )
