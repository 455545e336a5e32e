"""What names the rows of a table: its label columns, groups of rows, and labels that stand for several rows."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.numbers.cells import cell_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.paper import Cell, Table
from mlrbench_gui.audit.text.tables import plain_cell

_LETTER = re.compile(r"[^\W\d_]")
_LISTINGS = (re.compile(r"\((?P<list>[^()]*[/,|][^()]*)\)"), re.compile(r"^(?P<list>[^()]*[/,|][^()]*)$"))
_OWN_LABEL = 40
_NO_VALUE = frozenset({"n/a", "na", "none", "nan", "null", "inf", "oom", "tbd"})


def label_columns(table: Table) -> list[int]:
    """Columns that name rows: the first, those of words, and those of numbers that tell equal names apart."""
    width = max((len(row) for row in table.rows), default=0)
    labels = [column for column in range(width) if column == 0 or _is_wordy(_texts(table, column))]
    if width == 2 and 1 in labels and any(cell_numbers(text) for text in _texts(table, 1)):
        labels.remove(1)
    column = 1
    while column + 1 < width and column in {*labels, labels[-1] + 1} and not _are_unique(table, labels):
        if column not in labels and _tells_apart(_texts(table, column)):
            labels.append(column)
        elif column not in labels:
            break
        column += 1
    return sorted(labels)


def row_labels(table: Table) -> tuple[str, ...]:
    """The name of each row: the title of its group, then its own labels; a label left blank is that of the row above.

    A label that is but a number is named by its column: `epoch 3`.
    """
    columns = label_columns(table)
    names: list[str] = []
    group = ""
    above: dict[int, str] = {}
    for row in table.rows:
        texts = {cell.column: plain_cell(cell.text) for cell in row}
        title = _group_title(row, texts)
        if title:
            group, above = title, {}
            names.append(title)
            continue
        own = {column: _named(table, column, texts.get(column, "")) for column in columns}
        if any(own.values()):
            own = {column: text or above.get(column, "") for column, text in own.items()}
        above = own
        names.append(" ".join(text for text in (group, *own.values()) if text))
    return tuple(names)


def number_labels(label: str, cell: str, numbers: Sequence[PrintedNumber]) -> tuple[tuple[str, str], ...]:
    """What names each number of a cell: the row's label and, in a cell of several, the number's own name.

    `train: 80, test: 20` names its own numbers; `min / max` beside `3 / 9` gives one part to each.
    """
    if len(numbers) > 1:
        starts = (0, *(number.unit_end for number in numbers))
        own = [_words(cell[at : number.start]) for at, number in zip(starts, numbers, strict=False)]
        if all(own):
            return tuple((label, words) for words in own)
        dealt = _dealt(label, len(numbers))
        if dealt is not None:
            return dealt
    return ((label, ""),) * len(numbers)


def _words(text: str) -> str:
    words = plain_cell(text).strip(" :,;=()[]/|-")
    return words if _LETTER.search(words) and len(words) <= _OWN_LABEL else ""


def _dealt(label: str, count: int) -> tuple[tuple[str, str], ...] | None:
    """A label that lists as many names as there are numbers, in brackets or as a whole; what is around stays."""
    for hit in (hit for listing in _LISTINGS for hit in listing.finditer(label)):
        parts = [part.strip() for part in re.split(r"[/,|]", hit.group("list"))]
        if len(parts) == count and all(_LETTER.search(part) for part in parts):
            around = f"{label[: hit.start()]} {label[hit.end() :]}".strip()
            return tuple((around, part) for part in parts)
    return None


def is_valueless(text: str) -> bool:
    """Whether the cell stands for no value: a dash, `n/a`, nothing."""
    plain = plain_cell(text).strip("()[] ").lower()
    return not re.search(r"[^\W_]", plain) or plain in _NO_VALUE


def _texts(table: Table, column: int) -> list[str]:
    return [cell.text for row in table.rows for cell in row if cell.column == column]


def _is_wordy(texts: Sequence[str]) -> bool:
    said = [text for text in texts if not is_valueless(text)]
    wordy = sum(1 for text in said if _LETTER.search(text) and not cell_numbers(text))
    return wordy > len(said) / 2


def _are_unique(table: Table, columns: Sequence[int]) -> bool:
    keys = [tuple(plain_cell(cell.text) for cell in row if cell.column in columns) for row in table.rows]
    return len(set(keys)) == len(keys)


def _tells_apart(texts: Sequence[str]) -> bool:
    """Whether the column holds a condition: few different numbers that are whole or come back from row to row."""
    numbers = [found[0] for text in texts if len(found := cell_numbers(text)) == 1]
    values = {number.value for number in numbers}
    return len(numbers) == len(texts) and 1 < len(values) <= len(numbers) / 2


def _named(table: Table, column: int, text: str) -> str:
    if not text or _LETTER.search(text):
        return text
    header = table.header[column] if column < len(table.header) else ""
    return f"{header} {text}".strip()


def _group_title(row: Sequence[Cell], texts: dict[int, str]) -> str:
    """The text of a row that has but one, at its start: it heads the rows below."""
    told = [column for column, text in texts.items() if text]
    alone = len(told) == 1 and told[0] == 0 and (len(row) > 2 or "\\multicolumn" in row[0].text)
    return texts[0] if alone and _LETTER.search(texts[0]) and not cell_numbers(texts[0]) else ""
