"""Words and Typst string literals: where text may be split, and how it is written so that it stays text."""

import re
from collections.abc import Iterator

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_LONG = 22
_AFTER = re.compile(r"(?<=[A-Za-z0-9\)\]])([_/.\\:=,@&?+|-]+)(?=[A-Za-z0-9\(\[\\_])")
_ZERO_WIDTH = "\u200b"


def words(text: str) -> Iterator[tuple[int, int, bool]]:
    """Start, end and blankness of each stretch; thin and no-break spaces stay inside words."""
    at = 0
    for gap in _BLANKS.finditer(text):
        if gap.start() > at:
            yield at, gap.start(), False
        yield gap.start(), gap.end(), True
        at = gap.end()
    if at < len(text):
        yield at, len(text), False


def literal(text: str, *, breaks: bool = False) -> str:
    """A Typst string literal; with `breaks` long words may be broken at signs, very long ones anywhere."""
    if breaks and len(text) > 11:
        text = _breakable(text)
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char < " " or char in "\x7f\u2028\u2029\ufeff":
        return f"\\u{{{ord(char):x}}}"
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    return char


def _breakable(text: str) -> str:
    out = _AFTER.sub(lambda match: match[1] + _ZERO_WIDTH, text)
    return _ZERO_WIDTH.join(_chopped(part) for part in out.split(_ZERO_WIDTH))


def _chopped(part: str) -> str:
    """A piece without signs: cut anywhere if it is longer than any word."""
    step = 12 if part.isalpha() else 8
    if len(part) <= (2 * _LONG if part.isalpha() else _LONG):
        return part
    return _ZERO_WIDTH.join(part[index : index + step] for index in range(0, len(part), step))
