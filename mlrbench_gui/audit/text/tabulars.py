"""LaTeX tabulars and HTML tables: cells over several columns or rows, with the span of each."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.text.tables import GridCell, RawTable, raw_table

_TABULAR = re.compile(r"\\begin\{(?P<kind>tabular[x*y]?|longtable)\}.*?\\end\{(?P=kind)\}", re.DOTALL)
TABLE_BEGINS = re.compile(r"\s*(?:\\begin\{(?P<kind>tabular[x*y]?|longtable)\}|<table\b)", re.IGNORECASE)
"""The first line of a LaTeX or HTML table."""
_OPENING = re.compile(
    r"\\begin\{(?:tabular[x*y]?|longtable)\}(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})*(?:\[[^\]]*\])?"
)
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|centering)\b(?:\[[^\]]*\])?|"
    r"\\(?:cline|cmidrule|addlinespace)(?:\([^)]*\))?(?:\[[^\]]*\])?(?:\{[^}]*\})?|(?<!\\)%[^\n]*"
)
_ROW_END = re.compile(r"\\\\(?:\s*\[[^\]\n]{0,12}\])?|\Z")
_COLUMN_BORDER = re.compile(r"(?<!\\)&")
_MULTI_COLUMN = re.compile(r"\\multicolumn\s*\{\s*(\d{1,2})\s*\}")
_HTML = re.compile(r"<table\b.*?</table>", re.DOTALL | re.IGNORECASE)
_HTML_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?=<tr\b|</tr>|</table>)", re.DOTALL | re.IGNORECASE)
_HTML_CELL = re.compile(
    r"<t[dh]\b(?P<attributes>[^>]*)>(?P<text>.*?)(?=</?t[dhr]\b|</table>|\Z)", re.DOTALL | re.IGNORECASE
)
_SPAN = re.compile(r"\b(?P<axis>col|row)span\s*=\s*[\"']?(?P<n>\d{1,2})", re.IGNORECASE)
_MOST = 40_000
"""No table of a paper is longer; a `<table` without an end must not take the whole text."""


def tabulars(text: str) -> list[RawTable]:
    """LaTeX and HTML tables in the text, by place."""
    found = []
    for pattern, rows_of in ((_TABULAR, _latex_rows), (_HTML, _html_rows)):
        for hit in pattern.finditer(text):
            if hit.end() - hit.start() > _MOST:
                continue
            rows = [row for row in rows_of(text, hit.start(), hit.end()) if any(cell.text for cell in row)]
            if len(rows) >= 2:
                found.append(raw_table(hit.start(), hit.end(), rows))
    return sorted(found, key=lambda table: table.start)


def _latex_rows(text: str, start: int, end: int) -> Iterator[list[GridCell]]:
    opening = _OPENING.match(text, start)
    at = opening.end() if opening else start
    body = text[at : text.rfind("\\end{", start, end)]
    clean = _RULES.sub(lambda hit: " " * len(hit.group()), body)
    first = 0
    for stop in _ROW_END.finditer(clean):
        yield _latex_cells(clean[first : stop.start()], at + first)
        first = stop.end()


def _latex_cells(row: str, offset: int) -> list[GridCell]:
    cells: list[GridCell] = []
    column = at = 0
    for border in (*(hit.start() for hit in _COLUMN_BORDER.finditer(row)), len(row)):
        part = row[at:border]
        content = part.strip()
        several = _MULTI_COLUMN.match(content)
        width = max(1, int(several.group(1))) if several else 1
        cells.append(GridCell(offset + at + (part.find(content) if content else 0), column, content, width))
        column += width
        at = border + 1
    return cells


def _html_rows(text: str, start: int, end: int) -> Iterator[list[GridCell]]:
    """A cell over several rows stands in the first of them; the columns below it stay free."""
    held: dict[int, int] = {}
    for row in _HTML_ROW.finditer(text, start, end):
        cells: list[GridCell] = []
        column = 0
        below = {at: left - 1 for at, left in held.items() if left > 1}
        for hit in _HTML_CELL.finditer(text, row.start(1), row.end(1)):
            while held.get(column, 0) > 0:
                column += 1
            spans = {
                m.group("axis").lower(): int(m.group("n")) for m in _SPAN.finditer(hit.group("attributes"))
            }
            width = max(1, spans.get("col", 1))
            content = hit.group("text").strip()
            place = hit.start("text") + (hit.group("text").find(content) if content else 0)
            cells.append(GridCell(place, column, content, width))
            if spans.get("row", 1) > 1:
                below |= dict.fromkeys(range(column, column + width), spans["row"] - 1)
            column += width
        held = below
        yield cells


_CAPTION = re.compile(r"\\caption(?:\[[^\]]*\])?\{(?P<text>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_FLOAT = 2000


def latex_caption(text: str, start: int, end: int) -> str:
    """The caption of the float around this table, as written; nothing where no float is around it."""
    opened = text.rfind("\\begin{table", max(0, start - _FLOAT), start)
    if opened < 0 or "\\end{table" in text[opened:start]:
        return ""
    closed = text.find("\\end{table", end, end + _FLOAT)
    hit = _CAPTION.search(text, opened, closed if closed >= 0 else start)
    return hit.group("text").strip() if hit else ""
