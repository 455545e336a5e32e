"""Tables with the span of every cell: pipe tables, and what all kinds of tables have in common."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mlrbench_gui.audit.numbers.cells import cell_numbers
from mlrbench_gui.audit.text.paper import Cell

_DELIMITER = re.compile(r"^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$")
_MARKUP = re.compile(
    r"\\(?:textbf|textit|emph|mathbf|mathrm|underline|uline|text|texttt|textsc|textsuperscript|makecell|shortstack)\{|"
    r"\\multi(?:column|row)\s*\{[^{}]*\}\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}|</?[A-Za-z][^<>\n]{0,80}>|[*`]|(?<!\w)_|_(?!\w)|\$"
)
_DEEPEST = 3
_BREAK = re.compile(r"<br\s*/?>|\\\\")


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell as it stands in the text: its offset, its first column, how many columns it covers."""

    start: int
    column: int
    text: str
    width: int = 1


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table before it knows its caption: span, header texts, rows of cells."""

    start: int
    end: int
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def is_delimiter(line: str) -> bool:
    """Whether the line is the `|---|---|` under a header."""
    return "|" in line and "-" in line and _DELIMITER.match(line) is not None


def pipe_table(lines: list[tuple[int, str]]) -> RawTable:
    """The table in these lines (offset, text): header, delimiter, rows."""
    rows = [
        [GridCell(offset + at, column, text) for column, (text, at) in enumerate(_cells(line))]
        for offset, line in (lines[0], *lines[2:])
    ]
    last_offset, last_line = lines[-1]
    return raw_table(lines[0][0], last_offset + len(last_line), rows)


def raw_table(start: int, end: int, rows: Sequence[Sequence[GridCell]]) -> RawTable:
    """The table of these rows, the first of which are its header."""
    depth = _header_depth(rows)
    body = tuple(
        tuple(Cell(c.start, c.start + len(c.text), number, c.column, c.text) for c in row)
        for number, row in enumerate(rows[depth:])
    )
    return RawTable(start, end, _header(rows[:depth]), body)


def _header_depth(rows: Sequence[Sequence[GridCell]]) -> int:
    """How many rows head the table: one more for each row of words below a row with merged or repeated labels."""
    depth = 1
    while depth + 1 < len(rows) and depth < _DEEPEST:
        above = [cell for cell in rows[depth - 1] if cell.column]
        below = [plain_cell(cell.text) for cell in rows[depth] if cell.column]
        labels = [plain_cell(cell.text) for cell in above]
        named = [label for label in labels if label]
        is_merged = any(cell.width > 1 for cell in above) or (
            len(named) > 0 and ("" in labels or len(set(named)) < len(named))
        )
        told = [text for text in below if text]
        if not is_merged or len(told) < 2 or any(cell_numbers(text) or _is_blank(text) for text in told):
            break
        depth += 1
    return depth


def _is_blank(text: str) -> bool:
    return re.search(r"[^\W_]", text) is None or text.lower() in ("n/a", "na", "none", "nan")


def _header(rows: Sequence[Sequence[GridCell]]) -> tuple[str, ...]:
    """One label a column: a merged cell names all of its columns, and labels above each other are joined."""
    width = max((cell.column + cell.width for row in rows for cell in row), default=0)
    labels: list[list[str]] = [[] for _ in range(width)]
    for depth, row in enumerate(rows):
        above = depth + 1 < len(rows)
        last = ""
        texts = dict[int, str]()
        for cell in row:
            for column in range(cell.column, cell.column + cell.width):
                texts[column] = plain_cell(cell.text)
        for column in range(width):
            text = texts.get(column, "")
            last = text or (last if above and column > 1 else "")
            if last and last not in labels[column]:
                labels[column].append(last)
    return tuple(" · ".join(parts) for parts in labels)


def _cells(line: str) -> list[tuple[str, int]]:
    """Trimmed texts with their offsets in the line; an escaped pipe is no border."""
    borders = [i for i, c in enumerate(line) if c == "|" and (i == 0 or line[i - 1] != "\\")]
    stripped = line.strip()
    first = line.find(stripped) if stripped else 0
    edges = [-1, *borders, len(line)]
    if borders and borders[0] == first:
        edges = edges[1:]
    if borders and stripped.endswith("|") and len(edges) > 1:
        edges = edges[:-1]
    cells = []
    for left, right in pairwise(edges):
        raw = line[left + 1 : right]
        text = raw.strip()
        cells.append((text, left + 1 + (raw.find(text) if text else 0)))
    return cells


def plain_cell(text: str) -> str:
    """The words of a cell without markup."""
    plain = re.sub(r"[{}]", "", _MARKUP.sub("", _BREAK.sub(" ", text)))
    return re.sub(r"\\([%&#_])", r"\1", plain).strip()
