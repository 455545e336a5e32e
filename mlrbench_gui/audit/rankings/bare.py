"""The words of a sentence without the numbers that it gives along with them, each word at its own place."""

import re

_SPREAD = r"(?:\s*(?:±|\+/-)\s*\d+(?:\.\d+)?)?"
_UNIT = r"(?:\s*(?:%|×|percent\b|pp\b|ms\b|s\b|MB\b|GB\b))?"
_NUMBER = rf"[-+−~≈]?\s?(?:\d{1, 3}(?:,\d{3})+|\d+)(?:\.\d+)?{_SPREAD}{_UNIT}"
_BRACKETS = re.compile(r"\([^()]*\d[^()]*\)|\[[^\[\]]*\d[^\[\]]*\]")
_OWNED = re.compile(
    rf"(?P<before>\b(?:than|to|with|versus|vs\.?|against|over|and)\s+|,\s*)(?:only |just |about |around )?"
    rf"(?<![\w.@-]){_NUMBER}(?:\s+(?:for|by|of|from|in the case of|achieved by|obtained by)\s+)"
    r"(?=the\b|[A-Z`*]|its\b|our\b)"
)
"""`compared to 0.4 for the other`: the number is told of what follows."""
_DECIMAL = re.compile(rf"(?<![\w.@/-])[-+−~≈]?(?:\d+\.\d+{_SPREAD}(?:\s?[%×])?|\d+\s?%)(?![\w-])")
_BOLD = re.compile(r"\*\*|__")


def bare_words(sentence: str) -> str:
    """The sentence with its numbers, brackets that hold numbers, and marks of emphasis blanked."""
    for pattern in (_BRACKETS, _BOLD):
        sentence = pattern.sub(lambda hit: " " * len(hit.group()), sentence)
    sentence = _OWNED.sub(_blank_behind, sentence)
    return _DECIMAL.sub(lambda hit: " " * len(hit.group()), sentence)


def _blank_behind(hit: re.Match[str]) -> str:
    before = hit.group("before")
    return before + " " * (len(hit.group()) - len(before))
