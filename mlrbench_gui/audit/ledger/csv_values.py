"""Values of CSV and TSV files: cells named by their row's texts and the header, and what groups of rows make."""

import csv
import io
import math
from functools import partial

from mlrbench_gui.audit.ledger._series import Row, add_records, add_series
from mlrbench_gui.audit.ledger.values import WHOLE, Collector, Place

__all__ = ["Row", "add_csv", "read_table"]

_ROWS = 20_000
_CELL_ROWS = 600
csv.field_size_limit(16 * 1024 * 1024)


def read_table(text: str) -> tuple[list[str], list[Row]]:
    """The header and the rows of a table, both empty where there is none. Raises ValueError if it cannot be read."""
    delimiter = "\t" if text.split("\n", 1)[0].count("\t") > text.split("\n", 1)[0].count(",") else ","
    try:
        records = [
            record
            for _, record in zip(
                range(_ROWS), csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), strict=False
            )
        ]
    except csv.Error as error:
        raise ValueError(str(error)) from None
    if len(records) < 2:
        return [], []
    header = [name.strip() for name in records[0]]
    return header, [_row(header, record, number) for number, record in enumerate(records[1:], start=2)]


def add_csv(collector: Collector, text: str) -> None:
    """All numbers of the table. Raises ValueError if it is no table."""
    header, rows = read_table(text)
    if not rows:
        return
    for row in rows[:_CELL_ROWS]:
        _add_cells(collector, header, row)
    add_records(collector, (), rows, WHOLE)
    for column, name in enumerate(header, start=1):
        series = [row.numbers[name] for row in rows if name in row.numbers]
        if len(series) == len(rows) > 2:
            add_series(collector, (name,), series, partial(_column_place, column))


def _column_place(column: int, item: int | None) -> Place:
    return WHOLE if item is None else Place("cell", "", item + 2, column)


def _row(header: list[str], record: list[str], number: int) -> Row:
    texts: dict[str, str] = {}
    numbers: dict[str, float] = {}
    for name, cell in zip(header, record, strict=False):
        value = _number(cell)
        if value is None:
            texts[name] = cell.strip()
        else:
            numbers[name] = value
    columns = {name: i for i, name in enumerate(header, start=1)}
    return Row(texts, numbers, lambda key: Place("cell", "", number, columns.get(key, 1)))


def _number(cell: str) -> float | None:
    text = cell.strip().rstrip("%")
    if not text or len(text) > 40 or "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) or text.lower() in ("nan", "inf", "-inf") else None


def _add_cells(collector: Collector, header: list[str], row: Row) -> None:
    label = tuple(text for text in row.texts.values() if 0 < len(text) <= 60)[:4]
    counters = tuple(
        f"{key} {row.numbers[key]:g}"
        for key in header[:2]
        if key in row.numbers and row.numbers[key].is_integer()
    )
    for key, value in row.numbers.items():
        own = tuple(c for c in counters if not c.startswith(f"{key} "))
        collector.add((*label, *own, key), value, row.place(key), text=f"{value:g}")
