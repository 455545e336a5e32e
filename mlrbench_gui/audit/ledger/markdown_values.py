"""Numbers of the agent's Markdown: cells of tables, and numbers of sentences named by the words around them."""

from bisect import bisect_left

from mlrbench_gui.audit.ledger.values import Collector, Place, Source
from mlrbench_gui.audit.numbers.cells import cell_numbers, unit_of_column
from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.provenance.notes import WrittenNote
from mlrbench_gui.audit.text.labels import label_columns, number_labels, row_labels
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import BlockKind, PaperText
from mlrbench_gui.audit.text.sentences import sentence_spans

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CAPTION)
_WORDS_BEFORE = 90


def add_markdown(
    collector: Collector, text: str, *, table_source: Source, note: WrittenNote | None = None
) -> None:
    """Cells as `table_source`, numbers of running text as the collector's own source.

    With a `note` code wrote the file: all numbers that do not stand in that code as they stand here are its report.
    """
    paper = read_paper(text)
    lines = _Lines(text, note)
    _add_tables(collector, paper, lines, table_source)
    for block in paper.blocks:
        if block.kind in _PROSE:
            for start, end in sentence_spans(text, block.start, block.end):
                _add_sentence(collector, text[start:end], start, lines, (block.section.title, block.lead))


class _Lines:
    """The lines of a text by offset, asked in any order."""

    def __init__(self, text: str, note: WrittenNote | None) -> None:
        self._text, self._note = text, note
        self._ends = [i for i, c in enumerate(text) if c == "\n"]

    def at(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return bisect_left(self._ends, offset) + 1

    def source(self, start: int, end: int, otherwise: Source) -> Source:
        """The source of the number between two offsets: a report if code put it there."""
        if self._note is None:
            return otherwise
        first = self._text.rfind("\n", 0, start) + 1
        stop = self._text.find("\n", end)
        line = self._text[first : stop if stop >= 0 else len(self._text)]
        is_literal = self._note.is_literal(line, start - first, end - first)
        return otherwise if is_literal else Source.REPORT


def _add_tables(collector: Collector, paper: PaperText, lines: _Lines, source: Source) -> None:
    for table in paper.tables:
        labels = label_columns(table)
        for row, label in zip(table.rows, row_labels(table), strict=True):
            for cell in row:
                if cell.column in labels:
                    continue
                header = table.header[cell.column] if cell.column < len(table.header) else ""
                numbers = cell_numbers(cell.text)
                place = Place("line", "", lines.at(cell.start), cell.column + 1)
                for number, names in zip(numbers, number_labels(label, cell.text, numbers), strict=True):
                    collector.add(
                        (table.section.title, *(name for name in names if name), header),
                        number.number,
                        place,
                        source=lines.source(cell.start, cell.end, source),
                        unit=number.unit or unit_of_column(header),
                        text=cell.text,
                        soft=1,
                    )


def _add_sentence(
    collector: Collector, sentence: str, start: int, lines: _Lines, lead: tuple[str, ...]
) -> None:
    last = 0
    for number in find_numbers(sentence):
        near = sentence[max(last, number.start - _WORDS_BEFORE) : number.start]
        after = sentence[number.unit_end : number.unit_end + 40]
        last = number.unit_end
        place = Place("line", "", lines.at(start + number.start))
        parts = (*lead, after, near)
        collector.add(
            parts,
            number.number,
            place,
            source=lines.source(start + number.start, start + number.end, collector.source),
            unit=number.unit,
            text=number.text,
            soft=len(parts) - 1,
        )
