"""The numbers of what a notebook's cells left: printed lines, shown values, and tables."""

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from typing_extensions import override

from mlrbench_gui.audit.ledger.log_values import add_log
from mlrbench_gui.audit.ledger.values import Collector, Place, Source
from mlrbench_gui.audit.notebooks.reading import Notebook, Output
from mlrbench_gui.audit.numbers.cells import cell_numbers, unit_of_column

_CELLS = ("td", "th")


def add_outputs(collector: Collector, notebook: Notebook) -> None:
    """The numbers of all outputs, as those of a log."""
    for output in notebook.outputs:
        if output.is_html:
            _add_tables(collector, output)
        else:
            _add_lines(collector, output)


def _add_lines(collector: Collector, output: Output) -> None:
    lines = Collector(collector.path, collector.names, Source.LOG, collector.limit - len(collector.values))
    add_log(lines, output.text)
    collector.left_out += lines.left_out
    for value in lines.values:
        place = Place("pointer", output.line_pointer(value.place.first))
        collector.values.append(replace(value, place=place))


def _add_tables(collector: Collector, output: Output) -> None:
    """The cells by row label and header; the first row is the header, the first column the label."""
    reader = _Tables()
    reader.feed(output.text)
    reader.close()
    place = Place("pointer", output.pointer)
    for table in reader.tables:
        header = table[0] if table else []
        for row in table[1:]:
            for name, cell in zip(header[1:], row[1:], strict=False):
                for number in cell_numbers(cell):
                    unit = number.unit or unit_of_column(name)
                    parts = (row[0], name)
                    collector.add(parts, number.number, place, unit=unit, text=cell, source=Source.LOG)


@dataclass
class _Tables(HTMLParser):
    """The cells' texts of each table of a page."""

    tables: list[list[list[str]]] = field(default_factory=list)
    _is_open: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a table, a row or a cell."""
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in _CELLS and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
            self._is_open = True

    @override
    def handle_endtag(self, tag: str) -> None:
        """Close a cell."""
        self._is_open = self._is_open and tag not in (*_CELLS, "tr", "table")

    @override
    def handle_data(self, data: str) -> None:
        """Text counts within cells alone."""
        if self._is_open:
            self.tables[-1][-1][-1] += data.strip()
