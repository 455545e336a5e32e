"""A log line's bytes as text that is safe to show: ANSI colours kept as runs, all else that is no text made visible.

Progress bars rewrite their line with CR; the last state is the line, the others stay reachable by `states`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

TAB = 8

_ESCAPE = re.compile(
    r"\x1b\[([0-9;:]*)m"  # colours: the one group
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # other control sequences
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # window titles and links
    r"|\x1b[@-Z\\^_]"
)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_LOUD = re.compile(r"\b(?:ERROR|CRITICAL|FATAL|Traceback)\b|\b[A-Z]\w*(?:Error|Exception):")
_CAREFUL = re.compile(r"\bWARN(?:ING)?\b|\b\w*Warning:")
_TONE_REACH = 400


class Ink(StrEnum):
    """What colour a run has, by meaning: themes decide what it looks like."""

    PLAIN = "plain"
    ERROR = "error"
    WARNING = "warning"
    GOOD = "good"
    NOTE = "note"
    DIM = "dim"
    KEYWORD = "keyword"
    STRING = "string"
    COMMENT = "comment"
    NAME = "name"
    NUMBER = "number"
    CONTROL = "control"


class Change(StrEnum):
    """What became of a line where two texts are compared."""

    NONE = ""
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Run:
    """Characters `start` to `end` of a line in one ink."""

    start: int
    end: int
    ink: Ink
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line to show. `states`: how often CR rewrote it, at least 1; `hidden`: bytes cut off at the end.

    `tone` is ERROR or WARNING where a line without colours of its own reports one; `change` is set in comparisons.
    """

    text: str
    runs: tuple[Run, ...] = ()
    states: int = 1
    hidden: int = 0
    tone: Ink = Ink.PLAIN
    change: Change = Change.NONE


_COLOURS = {
    1: Ink.ERROR,
    2: Ink.GOOD,
    3: Ink.WARNING,
    4: Ink.NOTE,
    5: Ink.NOTE,
    6: Ink.NOTE,
    0: Ink.DIM,
    7: Ink.PLAIN,
}


def shown_line(raw: bytes, hidden: int = 0) -> Line:
    """The line's last state as text with its colours."""
    states = split_states(raw)
    text, runs = _coloured(states[-1].decode("utf-8", "replace"))
    return Line(text, runs, len(states), hidden, Ink.PLAIN if runs else _tone(text))


def _tone(text: str) -> Ink:
    if _LOUD.search(text, 0, _TONE_REACH):
        return Ink.ERROR
    return Ink.WARNING if _CAREFUL.search(text, 0, _TONE_REACH) else Ink.PLAIN


def split_states(raw: bytes) -> tuple[bytes, ...]:
    """What stood in the line one after the other: its parts between CRs, empty ones left out."""
    parts = tuple(part for part in raw.split(b"\r") if part)
    return parts or (b"",)


def safe_text(text: str) -> str:
    """Text without anything that a terminal or a text layout would obey: control and direction characters shown."""
    return _UNSAFE.sub(lambda match: _visible(match.group()), text)


def _visible(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0xD800 <= code <= 0xDFFF:
        return "�"
    return f"‹{code:02X}›" if code < 0x100 else f"‹U+{code:04X}›"


def _coloured(text: str) -> tuple[str, tuple[Run, ...]]:
    out: list[str] = []
    runs: list[Run] = []
    length = position = 0
    ink, bold = Ink.PLAIN, False
    for match in _ESCAPE.finditer(text):
        length = _append(out, runs, text[position : match.start()], (length, ink, bold))
        position = match.end()
        if match.group(1) is not None:
            ink, bold = _after_codes(match.group(1), ink, bold=bold)
    _append(out, runs, text[position:], (length, ink, bold))
    return "".join(out), tuple(runs)


def _append(out: list[str], runs: list[Run], piece: str, state: tuple[int, Ink, bool]) -> int:
    length, ink, bold = state
    if not piece:
        return length
    shown = _expanded(safe_tabs(piece), length)
    out.append(shown)
    if ink is not Ink.PLAIN or bold:
        runs.append(Run(length, length + len(shown), ink, bold))
    return length + len(shown)


def safe_tabs(text: str) -> str:
    """`safe_text` that leaves tabs for the layout."""
    return "\t".join(safe_text(part) for part in text.split("\t"))


def _expanded(text: str, column: int) -> str:
    if "\t" not in text:
        return text
    return (" " * (column % TAB) + text).expandtabs(TAB)[column % TAB :]


def _after_codes(codes: str, ink: Ink, *, bold: bool) -> tuple[Ink, bool]:
    """Ink and weight after a colour sequence; extended colours (38;5;n) are read over."""
    numbers = [int(part) if part.isdecimal() and len(part) < 4 else 0 for part in re.split("[;:]", codes)]
    skip = 0
    for at, number in enumerate(numbers):
        if skip:
            skip -= 1
        elif number in {38, 48}:
            skip = {5: 2, 2: 4}.get(numbers[at + 1] if at + 1 < len(numbers) else 0, 0)
        elif number in {0, 39}:
            ink, bold = Ink.PLAIN, bold and number == 39
        elif number in {1, 22}:
            bold = number == 1
        elif number == 2:
            ink = Ink.DIM
        elif 30 <= number <= 37 or 90 <= number <= 97:
            ink = _COLOURS[number % 10]
    return ink, bold
