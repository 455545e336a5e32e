"""How wide a table's columns want to be and how they are aligned."""

import re

from mlrbench_gui.infra.pdf.document import Inlines, Table, plain_text

_NUMERIC = re.compile(
    r"^[\s*~≈<>≤≥$(\[+−–-]*\d[\d.,\s\u2009\u202f%±×xeEkKMB()+−–\\/:\[\]$pm-]*\s*(?:%|ms|s|MB|GB|h)?[\s*)†‡]*$"
)
_EMPTY = {"", "-", "–", "—", "n/a", "N/A", "NA", "nan", "NaN"}


def column_aligns(table: Table) -> list[str]:
    """The alignment of each column: as written, else numbers to the right and words to the left."""
    return [
        written or ("right" if index and _is_numeric(table, index) else "left")
        for index, written in enumerate(table.aligns)
    ]


def _is_numeric(table: Table, column: int) -> bool:
    texts = [plain_text(row[column]).strip() for row in table.rows[1:]]
    filled = [text for text in texts if text not in _EMPTY]
    return bool(filled) and all(_NUMERIC.match(text) for text in filled)


def cell_weights(table: Table) -> list[float]:
    """Shares of the page's width for tables that must wrap: by the longest word and the mean length of cells."""
    weights = []
    for column in range(len(table.aligns)):
        cells = [row[column] for row in table.rows]
        longest = max(_longest_word(cell) for cell in cells)
        whole = max(len(plain_text(cell)) for cell in cells)
        weights.append(2.0 + max(2.0, min(float(longest), 18.0), min(whole, 90) ** 0.75))
    return weights


def _longest_word(cell: Inlines) -> int:
    return max((len(word) for word in plain_text(cell).split()), default=1)
