"""CSV and its kin as cells: quoted line breaks kept, any bytes read, long files cut with a word about it."""

import csv
import io
from dataclasses import dataclass

from mlrbench_gui.domain.work import CancelToken

ROW_LIMIT = 200_000
_FIELD_LIMIT = 16 << 20
_DELIMITERS = ",\t;|"


@dataclass(frozen=True, slots=True)
class Table:
    """Records as read, the header record first. `lines[i]` is the 1-based line on which record i starts.

    `hidden`: True when the file holds more records than are shown; `problem` tells where reading broke off.
    """

    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    columns: int
    hidden: bool = False
    problem: str = ""


def parse_delimited(data: bytes, name: str = "", cancel: CancelToken | None = None) -> Table:
    """Read records of CSV, TSV or semicolon files. Never fails on content. Raises Cancelled."""
    csv.field_size_limit(_FIELD_LIMIT)
    text = data.decode("utf-8-sig", "replace").replace("\0", "␀")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, name))
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    problem, hidden, start = "", False, 1
    try:
        for record in reader:
            if len(rows) >= ROW_LIMIT:
                hidden = True
                break
            rows.append(tuple(record))
            lines.append(start)
            start = reader.line_num + 1
            if cancel is not None and len(rows) % 4096 == 0:
                cancel.check()
    except csv.Error as error:
        problem = f"line {reader.line_num}: {error}"
    return Table(tuple(rows), tuple(lines), max(map(len, rows), default=0), hidden, problem)


def _delimiter(text: str, name: str) -> str:
    if name.lower().endswith(".tsv"):
        return "\t"
    first = text.split("\n", 1)[0]
    counts = {mark: first.count(mark) for mark in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda mark: counts[mark])
    return best if counts[best] else ","
