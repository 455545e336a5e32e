"""Pipe tables and LaTeX tabulars with the span of every cell."""

import re
from dataclasses import dataclass
from itertools import pairwise

from mlrbench_gui.audit.text.paper import Cell

_DELIMITER = re.compile(r"^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$")
_MARKUP = re.compile(r"\\(?:textbf|textit|emph|mathbf|underline|text)\{|[*`]|(?<!\w)_|_(?!\w)|\$")


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
    header = tuple(plain_cell(text) for text, _ in _cells(lines[0][1]))
    rows = []
    for number, (offset, line) in enumerate(lines[2:]):
        rows.append(
            tuple(
                Cell(offset + at, offset + at + len(text), number, column, text)
                for column, (text, at) in enumerate(_cells(line))
            )
        )
    last_offset, last_line = lines[-1]
    return RawTable(lines[0][0], last_offset + len(last_line), header, tuple(rows))


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
    return re.sub(r"[{}]", "", _MARKUP.sub("", text)).replace("\\%", "%").strip()


_TABULAR = re.compile(r"\\begin\{tabular[x*]?\}.*?\\end\{tabular[x*]?\}", re.DOTALL)


def tabulars(text: str) -> list[RawTable]:
    """LaTeX tables in the text."""
    found = []
    for hit in _TABULAR.finditer(text):
        rows = _tabular_rows(text, hit.start(), hit.end())
        if len(rows) >= 2:
            header = tuple(plain_cell(cell.text) for cell in rows[0])
            body = tuple(
                tuple(Cell(c.start, c.end, i, c.column, c.text) for c in row)
                for i, row in enumerate(rows[1:])
            )
            found.append(RawTable(hit.start(), hit.end(), header, body))
    return found


def _tabular_rows(text: str, start: int, end: int) -> list[list[Cell]]:
    opening = re.compile(r"\\begin\{tabular[x*]?\}(?:\{[^{}]*\})*(?:\[[^\]]*\])?").match(text, start)
    at = opening.end() if opening else start
    body_end = text.rfind("\\end{tabular", start, end)
    rows: list[list[Cell]] = []
    for row in re.finditer(r"(.*?)(?:\\\\|\Z)", text[at:body_end], re.DOTALL):
        cells, offset = [], at + row.start(1)
        clean = re.sub(
            r"\\(?:hline|toprule|midrule|bottomrule)|\\cline\{[^}]*\}",
            lambda m: " " * len(m.group()),
            row.group(1),
        )
        for column, part in enumerate(clean.split("&")):
            content = part.strip()
            place = offset + (part.find(content) if content else 0)
            cells.append(Cell(place, place + len(content), len(rows), column, content))
            offset += len(part) + 1
        if any(cell.text for cell in cells):
            rows.append(cells)
    return rows
