"""Numbers of the agent's Markdown: cells of tables, and numbers of sentences named by the words around them."""

from bisect import bisect_left

from mlrbench_gui.audit.ledger.values import Collector, Place, Source
from mlrbench_gui.audit.numbers.cells import cell_numbers
from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.text.labels import label_columns, row_labels
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import BlockKind, PaperText
from mlrbench_gui.audit.text.sentences import sentence_spans

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CAPTION)
_WORDS_BEFORE = 90


def add_markdown(collector: Collector, text: str, *, table_source: Source) -> None:
    """Cells as `table_source`, numbers of running text as the collector's own source."""
    paper = read_paper(text)
    lines = _LineNumbers(text)
    _add_tables(collector, paper, lines, table_source)
    for block in paper.blocks:
        if block.kind in _PROSE:
            for start, end in sentence_spans(text, block.start, block.end):
                _add_sentence(collector, text[start:end], start, lines, (block.section.title, block.lead))


class _LineNumbers:
    """Line numbers of offsets, asked in any order."""

    def __init__(self, text: str) -> None:
        self._ends = [i for i, c in enumerate(text) if c == "\n"]

    def at(self, offset: int) -> int:
        return bisect_left(self._ends, offset) + 1


def _add_tables(collector: Collector, paper: PaperText, lines: _LineNumbers, source: Source) -> None:
    for table in paper.tables:
        labels = label_columns(table)
        for row, label in zip(table.rows, row_labels(table), strict=True):
            for cell in row:
                numbers = cell_numbers(cell.text) if cell.column not in labels else ()
                if len(numbers) != 1:
                    continue
                number = numbers[0]
                header = table.header[cell.column] if cell.column < len(table.header) else ""
                place = Place("line", "", lines.at(cell.start), cell.column + 1)
                collector.add(
                    (table.section.title, label, header),
                    number.number,
                    place,
                    source=source,
                    unit=number.unit,
                    text=cell.text,
                    soft=1,
                )


def _add_sentence(
    collector: Collector, sentence: str, start: int, lines: _LineNumbers, lead: tuple[str, ...]
) -> None:
    last = 0
    for number in find_numbers(sentence):
        near = sentence[max(last, number.start - _WORDS_BEFORE) : number.start]
        after = sentence[number.unit_end : number.unit_end + 40]
        last = number.unit_end
        place = Place("line", "", lines.at(start + number.start))
        parts = (*lead, after, near)
        collector.add(parts, number.number, place, unit=number.unit, text=number.text, soft=len(parts) - 1)
