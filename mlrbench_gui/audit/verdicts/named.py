"""Numbers whose words name a thing that every run would leave a trace of: a test of significance, an accelerator."""

import re
from collections.abc import Callable

_P_VALUE = re.compile(r"\bp(?:\s*-?\s*values?)?\s*(?:[<>=≤≥]|\\leq?|\\l?t|of|was|is)\s*$", re.IGNORECASE)
_ACCELERATOR = re.compile(r"\b(?:[AVHPLT]\d{1,3}s?|RTX\s?\d{4}|GTX\s?\d{4}|TPU\w*)\b")


def absent_thing(before: str, near: str, knows: Callable[[str], bool]) -> str:
    """What the number names that nothing in the run names; empty where there is no such thing.

    `before` are the words up to the number, `near` those on both sides, `knows` tells whether a name of the run holds
    a word.
    """
    if _P_VALUE.search(before) and not knows("pvalue"):
        return "a test of significance"
    hit = _ACCELERATOR.search(near)
    if hit is not None and re.search(r"\b(?:GPUs?|NVIDIA|TPU\w*)\b", near):
        word = hit.group().split()[-1].lower()
        return "" if knows(word) or knows(word.rstrip("s")) else hit.group()
    return ""
