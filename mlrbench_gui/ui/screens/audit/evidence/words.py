"""Which words of two texts differ."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_PIECE = re.compile(r"\s+|[^\s]+")
_EDGE = re.compile(r"^\W+|\W+$")
_LIMIT = 400

Pieces = tuple[tuple[str, bool], ...]


def differing(left: str, right: str) -> tuple[Pieces, Pieces]:
    """Both texts in pieces, each with whether the other text lacks it. Very long texts are cut with an ellipsis."""
    ours, theirs = _words(left), _words(right)
    matcher = SequenceMatcher(None, [_folded(w) for w in ours], [_folded(w) for w in theirs], autojunk=False)
    left_same: set[int] = set()
    right_same: set[int] = set()
    for block in matcher.get_matching_blocks():
        left_same.update(range(block.a, block.a + block.size))
        right_same.update(range(block.b, block.b + block.size))
    return _pieces(ours, left_same), _pieces(theirs, right_same)


def _words(text: str) -> list[str]:
    words = [word for word in _PIECE.findall(text) if not word.isspace()]
    return words if len(words) <= _LIMIT else [*words[:_LIMIT], "…"]


def _folded(word: str) -> str:
    return _EDGE.sub("", word).casefold() or word


def _pieces(words: Sequence[str], same: set[int]) -> Pieces:
    """Neighbouring words of one kind joined, with the blanks between them."""
    pieces: list[tuple[str, bool]] = []
    for number, word in enumerate(words):
        differs = number not in same
        if pieces and pieces[-1][1] == differs:
            pieces[-1] = (f"{pieces[-1][0]} {word}", differs)
        else:
            pieces.append((word, differs))
    return tuple(pieces)
