"""What a job prints, as lines: the last of them in memory, the number of each, and a text to keep of their end.

Ten thousand lines a second come in from workers while the window reads the few that it shows, so that adding is cheap
and nothing is copied whole. A line that is rewritten in place (a progress bar) is one line.
"""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

KEPT_LINES = 20_000
"""In memory; the older ones are dropped, their numbers are not given again."""

STORED_LINES = 2_000
STORED_CHARS = 256_000
LONGEST = 4_000
"""A longer line is broken."""

STEP = "step"
"""The source of lines by which the program tells what it does."""

_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
_CONTROL = {code: None for code in (*range(32), 127) if chr(code) not in "\t\n\r"}


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line with the moment of its beginning; `source` is what said it."""

    at: datetime
    source: str
    text: str


class OutputTail:
    """The last lines of a job. Thread-safe."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._lines: list[OutputLine] = []
        self._first = 0
        self._open: dict[str, str] = {}

    def add(self, text: str, source: str = "") -> None:
        """Take in a piece; pieces of one source follow each other, also inside a line."""
        now = self._clock()
        with self._lock:
            pieces = (self._open.pop(source, "") + text).replace("\r\n", "\n").split("\n")
            for piece in pieces[:-1]:
                self._append(piece, source, now)
            rest = pieces[-1]
            while len(rest) > LONGEST:
                self._append(rest[:LONGEST], source, now)
                rest = rest[LONGEST:]
            if rest:
                self._open[source] = rest
            self._trim()

    def say(self, text: str) -> None:
        """Add a line of the program's own; what others have begun is ended before."""
        self.end_lines()
        self.add(f"{text}\n", STEP)

    def end_lines(self) -> None:
        """Let lines that were begun be whole."""
        for source in list(self._open):
            self.add("\n", source)

    def span(self) -> tuple[int, int]:
        """Numbers of the first line that is kept and of the one after the last; a begun line counts."""
        with self._lock:
            return self._first, self._first + len(self._lines) + bool(self._open)

    def lines(self, first: int, last: int) -> tuple[OutputLine, ...]:
        """Lines of these numbers as far as they are kept; `last` is not among them."""
        with self._lock:
            low = max(0, first - self._first)
            found = self._lines[low : max(low, last - self._first)]
            begun = self._first + len(self._lines)
            if self._open and first <= begun < last:
                source, text = next(reversed(self._open.items()))
                found.append(OutputLine(self._clock(), source, _shown(text)))
        return tuple(found)

    def find(self, needle: str) -> tuple[int, ...]:
        """Numbers of the kept lines that hold the text, in any case."""
        low = needle.casefold()
        with self._lock:
            first, lines = self._first, tuple(self._lines)
        return tuple(first + at for at, line in enumerate(lines) if low in line.text.casefold())

    def text(self) -> str:
        """The end of it, to be kept: one line each with moment, source and words."""
        first, last = self.span()
        told = [
            f"{line.at.isoformat()}\t{line.source}\t{line.text}"
            for line in self.lines(max(first, last - STORED_LINES), last)
        ]
        size = 0
        for place in range(len(told) - 1, -1, -1):
            size += len(told[place]) + 1
            if size > STORED_CHARS:
                return "\n".join(told[place + 1 :])
        return "\n".join(told)

    def take_back(self, kept: str) -> None:
        """Put what was kept of earlier attempts before all else."""
        lines = [line for row in kept.split("\n") if (line := _read(row)) is not None]
        with self._lock:
            self._lines[:0] = lines

    def _append(self, piece: str, source: str, now: datetime) -> None:
        self._lines.append(OutputLine(now, source, _shown(piece)))

    def _trim(self) -> None:
        if len(self._lines) > 2 * KEPT_LINES:
            over = len(self._lines) - KEPT_LINES
            del self._lines[:over]
            self._first += over


def _shown(piece: str) -> str:
    if piece.isprintable():
        return piece
    last = piece.rstrip("\r").rpartition("\r")[2]
    return _ESCAPE.sub("", last).translate(_CONTROL).expandtabs(4)[:LONGEST]


def _read(row: str) -> OutputLine | None:
    moment, first, rest = row.partition("\t")
    source, second, text = rest.partition("\t")
    try:
        return OutputLine(datetime.fromisoformat(moment), source, text) if first and second else None
    except ValueError:
        return None
