"""The two sides of an alignment as sources of line views: gaps, signs in the gutter, changed words in bold."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Change, Ink, Line, Run, shown_line
from mlrbench_gui.ui.screens.audit.trace.aligning import Alignment, RowKind

_WORD = re.compile(r"\w+(?:\.\d+)?|\s+|[^\w\s]")
_MOST_WORDS = 200
_LIMIT = 2048
_KEPT = 512


class Side:
    """One side. `is_left` says which; the other side's lines tell which words changed."""

    def __init__(
        self, alignment: Alignment, own: Sequence[str], other: Sequence[str], *, is_left: bool
    ) -> None:
        self._alignment, self._own, self._other = alignment, own, other
        self._places = alignment.left if is_left else alignment.right
        self._others = alignment.right if is_left else alignment.left
        self._digits = max(3, len(str(len(own))))
        self._read = lru_cache(maxsize=_KEPT)(self._made)

    def count(self) -> int:
        return len(self._alignment)

    def line(self, number: int) -> Line:
        return self._read(number)

    def label(self, number: int) -> str:
        """The line's number and a sign for what became of it; as wide for each row."""
        place = self._places[number]
        if place < 0:
            return " " * (self._digits + 2)
        return f"{place + 1:>{self._digits}} {self._sign(number)}"

    def _sign(self, number: int) -> str:
        kind = self._alignment.kind(number)
        if kind is RowKind.CHANGED:
            return "~"
        return {RowKind.LEFT: "−", RowKind.RIGHT: "+"}.get(kind, " ")

    def _made(self, number: int) -> Line:
        place = self._places[number]
        if place < 0:
            return Line("", change=Change.GAP)
        kind = self._alignment.kind(number)
        line = shown_line(self._own[place].encode("utf-8", "replace")[:_LIMIT])
        if kind is RowKind.CHANGED:
            words = _changed(line.text, self._other[self._others[number]][:_LIMIT])
            return replace(line, change=Change.CHANGED, runs=words)
        change = {RowKind.LEFT: Change.REMOVED, RowKind.RIGHT: Change.ADDED}.get(kind, Change.NONE)
        return replace(line, change=change)


def _changed(own: str, other: str) -> tuple[Run, ...]:
    """The words of a line that the other one does not have."""
    mine, theirs = _WORD.findall(own), _WORD.findall(other)
    if len(mine) > _MOST_WORDS or len(theirs) > _MOST_WORDS:
        return ()
    starts = [0]
    for word in mine:
        starts.append(starts[-1] + len(word))
    codes = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    return tuple(
        Run(starts[first], starts[last], Ink.PLAIN, bold=True)
        for tag, first, last, _a, _b in codes
        if tag != "equal" and last > first
    )
