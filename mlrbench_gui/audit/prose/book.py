"""The cells of a paper's own tables with what was decided of them: what its sentences repeat."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import About, Statement, TableSpot
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.prose.labels import own_words
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.paper import SectionKind
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_CHANGE_LABEL = re.compile(
    r"improvement|\bgain|\bchange\b|difference|\bdiff\b|reduction|speed-?up|\bdelta\b|Δ|increase|\bdrop\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BookCell:
    """One number of a table with its decision; `row` and `column` are the entities of its labels."""

    statement: Statement
    number: PrintedNumber
    spot: TableSpot
    decision: Decision
    row: frozenset[int]
    column: frozenset[int]

    @property
    def entities(self) -> frozenset[int]:
        return self.row | self.column

    @property
    def tells_change(self) -> bool:
        """Whether its row or column is one of changes: `Improvement (%)`."""
        return is_change_label(self.spot.header) or is_change_label(self.spot.row_label)

    @property
    def value(self) -> float:
        """What evidence holds for it, in the cell's own scale; the printed number where evidence holds nothing."""
        held = [h for h in self.decision.held if h.primary]
        if (
            self.decision.verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED)
            and held
            and not held[0].formula
        ):
            return held[0].candidate.value.value * float(held[0].candidate.agreement.factor)
        return self.number.number


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column of a table that tells one measure of several things: cells by the label of the thing."""

    table: int
    measure: str
    about: str
    cells: Mapping[str, BookCell]


class CellBook:
    """The cells of one paper's tables of results."""

    def __init__(self, decisions: Mapping[Statement, Decision], entities: Entities) -> None:
        self.cells = tuple(_cells(decisions, entities))
        self.lines = tuple(_lines(self.cells))


def is_change_label(label: str) -> bool:
    """Whether a label heads changes rather than values."""
    return _CHANGE_LABEL.search(label) is not None


def _cells(decisions: Mapping[Statement, Decision], entities: Entities) -> list[BookCell]:
    found = []
    for statement, decision in decisions.items():
        spot, number = statement.spot, statement.number
        if spot is None or number is None or statement.about is not About.RUN:
            continue
        if statement.section.kind is SectionKind.RELATED:
            continue
        row = entities.in_words(name_words(spot.row_label), spot.row_label)
        column = entities.in_words(name_words(spot.header), spot.header)
        found.append(BookCell(statement, number, spot, decision, row, column))
    return found


def _lines(cells: Sequence[BookCell]) -> list[Line]:
    """The measures of each table: its columns, or its rows where those are what measures are called."""
    tables: dict[int, list[BookCell]] = defaultdict(list)
    for cell in cells:
        tables[cell.spot.table].append(cell)
    lines = []
    for table, members in tables.items():
        by_rows = _has_measures_in_rows(members)
        found: dict[int, dict[str, BookCell]] = defaultdict(dict)
        for cell in members:
            thing = cell.spot.header if by_rows else cell.spot.row_label
            if thing and not is_change_label(thing):
                found[cell.spot.row if by_rows else cell.spot.column].setdefault(thing, cell)
        for line in found.values():
            first = next(iter(line.values())).spot
            measure = first.row_label if by_rows else first.header
            if len(line) >= 2 and own_words(measure):
                lines.append(Line(table, measure, f"{first.caption} {_title(line)}", line))
    return lines


def _has_measures_in_rows(cells: Sequence[BookCell]) -> bool:
    """Whether a table has one measure a row rather than one a column."""
    rows = {cell.spot.row_label for cell in cells}
    columns = {cell.spot.header for cell in cells if not is_change_label(cell.spot.header)}
    return _measures(rows) >= 0.5 and _measures(columns) < _measures(rows)


def _measures(labels: Collection[str]) -> float:
    return sum(1 for label in labels if MEASURE.search(label)) / max(1, len(labels))


def _title(members: Mapping[str, BookCell]) -> str:
    return next(iter(members.values())).statement.section.title
