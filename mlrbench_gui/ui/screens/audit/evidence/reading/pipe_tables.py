"""Pipe tables of Markdown as cells, found by the line they stand on."""

import re

from mlrbench_gui.ui.screens.audit.evidence.reading.delimited import Table

_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_CELL = re.compile(r"((?:[^|\\]|\\.)*)(?:\||$)", re.DOTALL)


def table_at(text: str, line: int) -> Table | None:
    """The pipe table that covers the 1-based line, the rule line left out; None if the line is in none."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines) or not _is_row(lines[line - 1]):
        return None
    first = last = line - 1
    while first > 0 and _is_row(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and _is_row(lines[last + 1]):
        last += 1
    if last - first < 1 or not any(_RULE.match(row) for row in lines[first : last + 1]):
        return None
    kept = [number for number in range(first, last + 1) if not _RULE.match(lines[number])]
    rows = tuple(cells_of(lines[number]) for number in kept)
    return Table(rows, tuple(number + 1 for number in kept), max(map(len, rows), default=0))


def cells_of(line: str) -> tuple[str, ...]:
    r"""The cells of one row, outer bars aside; `\|` is a bar inside a cell."""
    inner = line.strip().removeprefix("|")
    cells = [match.group(1) for match in _CELL.finditer(inner) if match.group() or match.start() < len(inner)]
    if inner.endswith("|") and not inner.endswith("\\|") and cells and not cells[-1]:
        cells.pop()
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def _is_row(line: str) -> bool:
    return "|" in line and bool(line.strip())
