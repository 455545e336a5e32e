"""What a page prints beside its text: the line numbers of a review copy, and numbers that stand above a heading."""

import re
from collections.abc import Sequence

_BARE = re.compile(r"\s*\d{1,4}\s*")
_CAPITALS = re.compile(r"\s*[A-Z][A-Z0-9 ,:&’'()/-]{3,80}\s*")
_FEWEST = 12


def without_margin_numbers(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines (offset, text) with margin numbers emptied; offsets stay, so that spans count as before."""
    kept = list(lines)
    for first, last in _runs(lines):
        for at in range(first, last):
            kept[at] = (lines[at][0], "")
    for at, (offset, line) in enumerate(lines[:-1]):
        if _BARE.fullmatch(line) and _CAPITALS.fullmatch(lines[at + 1][1]):
            kept[at] = (offset, "")
    return kept


def _runs(lines: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
    """Stretches of at least a dozen lines that hold nothing but numbers, each one more than the last."""
    found = []
    first = 0
    while first < len(lines):
        last = first + 1
        if _BARE.fullmatch(lines[first][1]):
            while last < len(lines) and _follows(lines[last - 1][1], lines[last][1]):
                last += 1
        if last - first >= _FEWEST:
            found.append((first, last))
        first = last
    return found


def _follows(line: str, after: str) -> bool:
    return _BARE.fullmatch(after) is not None and int(after) == int(line) + 1
