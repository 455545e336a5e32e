"""The numbers of a table cell, whose markup, footnote marks and bracketed deviations are no numbers of their own."""

import re

from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.units import unit_at

_NOTE = re.compile(r"<sup>[^<\n]{0,12}</sup>|\\textsuperscript\{[^{}\n]{0,12}\}|\^\{?[*a-z†‡§]{1,3}\}?")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,80}>")
_SPANNING = re.compile(r"\\multi(?:column|row)\s*\{[^{}]*\}\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{?")
_EMPHASIS = re.compile(r"(?<!\w)_+(?=[-+.\d])|(?<=[\d%)])_+(?![\w{])")
_BELOW = re.compile(r"_\s*\{\s*\\pm")
_BRACKETED = re.compile(r"\(\s*(?=±|\\pm|\+/-)")
_UNIT_OF_COLUMN = re.compile(r"[(\[]\s*\\?(?P<unit>%|[A-Za-zµμ]{1,8})\s*[)\]]")
_PLAIN_UNITS = frozenset({"%", "s", "ms", "us", "min", "h", "KB", "MB", "GB"})


def cell_numbers(text: str) -> tuple[PrintedNumber, ...]:
    """The numbers of a cell, offsets counting in its text: `83.2 (±1.1)` is one number with its deviation."""
    bare = text
    for pattern in (_NOTE, _TAG, _SPANNING, _EMPHASIS):
        bare = pattern.sub(lambda hit: " " * len(hit.group()), bare)
    bare = _BELOW.sub(lambda hit: "±".rjust(len(hit.group())), bare)
    bare = _BRACKETED.sub(lambda hit: " " * len(hit.group()), bare)
    return find_numbers(bare, words=False)


def unit_of_column(label: str) -> str | None:
    """The unit that a header or row label gives to all of its numbers: `Accuracy (%)`, `Time [s]`."""
    for hit in _UNIT_OF_COLUMN.finditer(label):
        unit, _ = unit_at(f"1 {hit.group('unit')}", 1)
        if unit in _PLAIN_UNITS:
            return unit
    return None
