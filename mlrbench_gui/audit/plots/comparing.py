"""What is drawn against the tables of a paper: the same names on both sides, then number against number.

A drawn number is held against a cell only where its tick and label are the cell's row and column, and the axis says
nothing else than the table; where several cells of a paper have these names, one that agrees is enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.numbers.grammar import parse_number
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement, is_coarser
from mlrbench_gui.audit.plots.figures import DrawnFigure, Point, Series
from mlrbench_gui.audit.text.labels import label_columns, row_labels
from mlrbench_gui.audit.text.paper import PaperText, Table
from mlrbench_gui.audit.text.words import GENERIC, joined, name_words

_BEYOND_ROUNDING = 0.01
_SAME_RATIO = 0.005
_NEAR = 0.25
"""How far a drawn number may lie from a cell whose header says more than the label, to be the same quantity."""
_PANELS = ("bar", "heat")
_PLAIN = frozenset(name_words("score performance percent rate average mean comparison (%)")) | GENERIC


@dataclass(frozen=True, slots=True)
class Meeting:
    """A drawn number and the cell of the same name; `table` is the table's place in the paper, from 0."""

    series: Series
    point: Point
    table: int
    row: str
    column: str
    printed: PrintedNumber
    is_close: bool = True

    @property
    def distance(self) -> float:
        """How far the drawn number lies from the printed one, in its scale, as a share of the larger."""
        drawn = self.point.value * float(agreement(self.printed, self.point.value).factor)
        return abs(drawn - self.printed.number) / max(abs(drawn), abs(self.printed.number), 1e-12)

    @property
    def agrees(self) -> bool:
        """Whether the drawn number gives the printed one, or is it with fewer digits."""
        value = self.point.value
        if agreement(self.printed, value).agrees or is_coarser(_as_typed(self.series, value), self.printed):
            return True
        return self.distance <= _BEYOND_ROUNDING


def _as_typed(series: Series, value: float) -> str:
    """A literal with the digits of the longest one beside it: 0.5 beside 0.65 is 0.50."""
    places = max(len(f"{p.value:g}".partition(".")[2]) for p in series.points)
    return f"{value:.{places}f}" if series.is_literal else repr(value)


def meetings_of(figure: DrawnFigure, paper: PaperText) -> list[Meeting]:
    """Each drawn number with the cell of its name: one that agrees, or else the only one."""
    grids = [(n, table, row_labels(table), set(label_columns(table))) for n, table in enumerate(paper.tables)]
    found: list[Meeting] = []
    for series in figure.series:
        if series.kind not in _PANELS:
            continue
        for point in series.points:
            same = [
                m
                for n, table, rows, labels in grids
                for m in _in_table(series, point, n, table, rows, labels)
            ]
            agreeing = [m for m in same if m.agrees]
            found += agreeing[:1] or (same if len(same) == 1 else [])
    far = {(m.series, m.table, m.column) for m in found if not m.is_close and m.distance > _NEAR}
    return [m for m in found if m.is_close or (m.series, m.table, m.column) not in far]


def share_of(series: Series, paper: PaperText) -> str:
    """What a table says of a series in percent: the cell of its row whose column is most like its axis, in words."""
    measure = set(name_words(series.axis)) - _PLAIN
    found: list[tuple[int, str]] = []
    for number, table in enumerate(paper.tables, start=1):
        for label, row in zip(row_labels(table), table.rows, strict=True):
            for cell in row if _same(label, series.label) else ():
                header = table.header[cell.column] if cell.column < len(table.header) else ""
                own = set(name_words(header)) - _PLAIN
                if own & measure and "%" in f"{cell.text} {header}" and parse_number(cell.text) is not None:
                    told = f"table {number} has {cell.text} for {label}, {header}"
                    found.append((len(own & measure) - len(own - measure), told))
    return max(found, key=lambda item: item[0])[1] if found else ""


def mismatches(meetings: Sequence[Meeting]) -> list[Meeting]:
    """The numbers that are drawn otherwise than the table has them; none if all are only told in another unit."""
    wrong = [m for m in meetings if not m.agrees]
    if len(meetings) < 2 or not wrong:
        return []
    ratios = [m.point.value / m.printed.number for m in meetings if m.printed.number and m.point.value]
    if len(wrong) == len(meetings) and len(ratios) > 1:
        largest = max(ratios, key=abs)
        if max(ratios) - min(ratios) <= _SAME_RATIO * abs(largest) and abs(largest - 1) > 0.05:
            return []
    return wrong


def _in_table(
    series: Series, point: Point, number: int, table: Table, rows: Sequence[str], labels: set[int]
) -> Iterator[Meeting]:
    around = f"{table.caption} {table.section.title}"
    for label, row in zip(rows, table.rows, strict=True):
        for cell in row:
            header = table.header[cell.column] if cell.column < len(table.header) else ""
            met = "" if cell.column in labels else _meet(series, point, label, header, around)
            printed = parse_number(cell.text) if met else None
            if printed is not None:
                yield Meeting(series, point, number, label, header, printed, met == "close")


def _meet(series: Series, point: Point, row: str, header: str, around: str) -> str:
    """Whether tick and label are row and column in either order, or the tick one and the axis the other.

    `close` where the names say the same, `loose` where the table's says more, empty where they do not meet.
    """
    both = bool(series.label and point.tick)
    measure = series.axis if set(name_words(series.axis)) - _PLAIN else series.title
    pairs = (
        ((point.tick, series.label), (series.label, point.tick))
        if both
        else ((point.tick or series.label, measure),)
    )
    found = {
        _measures(measured, other)
        for name, measured in pairs
        for entity, other in ((row, header), (header, row))
        if _same(name, entity)
    } - {""}
    if not found or (both and not _tells_axis(series, point, (row, header, around))):
        return ""
    return "close" if "close" in found else "loose"


def _tells_axis(series: Series, point: Point, texts: Sequence[str]) -> bool:
    """Whether the table speaks of what the axis measures, where the axis says anything of its own."""
    axis = set(name_words(series.axis)) - _PLAIN
    return axis <= {word for text in (*texts, series.label, point.tick) for word in name_words(text)}


def _same(left: str, right: str) -> bool:
    """Whether two labels name the same thing: all words alike."""
    a, b = set(name_words(left)), set(name_words(right))
    return bool(a) and (a == b or joined(left) == joined(right))


def _measures(measure: str, header: str) -> str:
    """How a column or row is of this measure: it says the same, or has all of its words and more."""
    own, other = set(name_words(measure)) - _PLAIN, set(name_words(header)) - _PLAIN
    if joined(measure) and joined(measure) == joined(header):
        return "close"
    if not own or not own <= other:
        return ""
    return "close" if own == other else "loose"
