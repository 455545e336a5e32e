"""What the decisions on a paper's cells make of its tables: each as one value, with the evidence beside every cell."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from math import isfinite, isnan

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.labels import label_columns
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.paper import Cell, PaperText, Table
from mlrbench_gui.audit.text.tables import plain_cell
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.domain.comparison import AlignedLine, Axis, CellState, ComparedCell, ComparedTable
from mlrbench_gui.domain.values import RelPath, Verdict

_STATES = {
    Verdict.CONTRADICTED: CellState.DIFFERS,
    Verdict.SUPPORTED: CellState.SAME,
    Verdict.NARRATIVE_ONLY: CellState.PROSE,
    Verdict.UNSUPPORTED: CellState.MISSING,
    Verdict.UNVERIFIABLE: CellState.MISSING,
}
_DECIDING = (CellState.DIFFERS, CellState.MISSING, CellState.PROSE, CellState.SAME)
"""Of several numbers of a cell the worst one decides its state."""
_LONG = 1e12
_TITLE = 300


@dataclass(frozen=True, slots=True)
class CellClaim:
    """A claim of a cell: its id, its statement and what was decided."""

    id: str
    statement: Statement
    decision: Decision

    @property
    def state(self) -> CellState:
        return _STATES[self.decision.verdict]


def compare_tables(
    papers: Mapping[RelPath, PaperText], claims: Sequence[CellClaim]
) -> tuple[ComparedTable, ...]:
    """All tables of the papers, in their order."""
    of_table: dict[tuple[RelPath, int], list[CellClaim]] = defaultdict(list)
    for claim in claims:
        if claim.statement.spot is not None:
            of_table[(claim.statement.paper, claim.statement.spot.table)].append(claim)
    return tuple(
        _compared(path, number, paper, of_table.get((path, number), []))
        for path, paper in papers.items()
        for number in range(len(paper.tables))
    )


def _compared(path: RelPath, number: int, paper: PaperText, claims: Sequence[CellClaim]) -> ComparedTable:
    table = paper.tables[number]
    width = max(len(table.header), *(len(row) for row in table.rows), 1)
    rows = tuple(_row(paper.text, table, row, width, claims) for row in table.rows)
    states = Counter(cell.state for cell in chain.from_iterable(rows))
    paths = Counter(cell.path for cell in chain.from_iterable(rows) if cell.path is not None)
    title = " ".join(plain_cell(table.caption or table.section.title).split())
    return ComparedTable(
        paper=path,
        number=number + 1,
        span=(table.start, table.end),
        title=title[:_TITLE],
        header=(*table.header, *[""] * (width - len(table.header))),
        label_columns=tuple(label_columns(table)),
        rows=rows,
        lines=_lines(table, rows),
        same=states[CellState.SAME],
        differing=states[CellState.DIFFERS],
        unaligned=states[CellState.MISSING] + states[CellState.PROSE],
        evidence_paths=tuple(path for path, _ in sorted(paths.items(), key=lambda item: (-item[1], item[0]))),
    )


def _row(
    text: str, table: Table, row: Sequence[Cell], width: int, claims: Sequence[CellClaim]
) -> tuple[ComparedCell, ...]:
    by_column = {cell.column: cell for cell in row}
    end = row[-1].end if row else table.end
    cells = []
    for column in range(width):
        cell = by_column.get(column)
        if cell is None:
            cells.append(ComparedCell(span=(end, end), text="", state=CellState.WORDS))
        else:
            own = [c for c in claims if cell.start <= c.statement.start < cell.end]
            cells.append(_cell(text, cell, own))
    return tuple(cells)


def _cell(text: str, cell: Cell, claims: Sequence[CellClaim]) -> ComparedCell:
    span, plain = (cell.start, cell.end), plain_cell(cell.text)
    if not claims:
        return ComparedCell(span=span, text=plain, state=CellState.WORDS)
    claim = min(claims, key=lambda c: _DECIDING.index(c.state))
    held = next((h for h in claim.decision.held if h.primary), None)
    if held is None or claim.statement.number is None or claim.state is CellState.MISSING:
        return ComparedCell(span=span, text=plain, state=claim.state, claim=claim.id)
    number, value = claim.statement.number, held.candidate.value
    told, difference = _told(number, held, text)
    return ComparedCell(
        span=span,
        text=plain,
        state=claim.state,
        claim=claim.id,
        shown=told,
        value=value.value if isfinite(value.value) else told,
        difference=difference,
        path=value.path,
        locator=value.place.locator(),
        name=value.name.title(),
        copied_from=_copied_from(claim),
    )


def _told(number: PrintedNumber, held: Held, text: str) -> tuple[str, float | None]:
    """The evidence's value in the paper's scale, and what the paper has more."""
    if not isfinite(held.candidate.value.value):
        return "NaN" if isnan(held.candidate.value.value) else "infinite", None
    scaled = Decimal(repr(held.candidate.value.value)) * held.candidate.agreement.factor
    if held.value is not None:
        scaled = Decimal(repr(held.value))
    digits = max(0, -_exponent(number.step)) + 1
    unit = text[number.end : number.unit_end].replace("\\", "")
    return f"{_rounded(scaled, digits)}{unit}", float(round(number.value - scaled, digits + 1))


def _exponent(step: Decimal) -> int:
    exponent = step.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _rounded(value: Decimal, digits: int) -> str:
    """One digit more than the paper prints, without a zero there."""
    if abs(value) >= _LONG:
        return f"{float(value):.6g}"
    printed = f"{float(value):.{digits}f}"
    shorter = printed.removesuffix("0").removesuffix(".")
    return shorter if shorter not in ("", "-") else printed


def _copied_from(claim: CellClaim) -> RelPath | None:
    """The agent's Markdown that has the number which the evidence denies."""
    if claim.state is not CellState.DIFFERS:
        return None
    prose = (h.candidate.value for h in claim.decision.held if h.agrees and not h.primary)
    return next((value.path for value in prose if value.source.is_prose), None)


def _lines(table: Table, rows: Sequence[Sequence[ComparedCell]]) -> tuple[AlignedLine, ...]:
    """Columns whose cells rest on one measure; rows where these name the measures and the columns things measured."""
    headers = sum(1 for header in table.header[1:] if MEASURE.search(header))
    labels = sum(1 for row in table.rows if row and MEASURE.search(row[0].text))
    if labels * max(len(table.header) - 1, 1) > headers * max(len(table.rows), 1):
        lines = [_line(Axis.ROW, i, row) for i, row in enumerate(rows)]
    else:
        lines = [_line(Axis.COLUMN, i, column) for i, column in enumerate(zip(*rows, strict=True))]
    return tuple(line for line in lines if line is not None)


def _line(axis: Axis, index: int, cells: Sequence[ComparedCell]) -> AlignedLine | None:
    """The words that the names of a line's evidence have in common, if they have any."""
    held = [cell for cell in cells if cell.path is not None and cell.state is not CellState.PROSE]
    if len(held) < min(2, len(cells)):
        return None
    parts = [cell.name.split(" · ") for cell in held]
    shared = [part for part in parts[0] if all(part in other for other in parts)]
    if not shared:
        return None
    path = Counter(cell.path for cell in held if cell.path is not None).most_common(1)[0][0]
    states = Counter(cell.state for cell in held)
    return AlignedLine(
        axis=axis,
        index=index,
        measure=" · ".join(shared),
        path=path,
        same=states[CellState.SAME],
        differs=states[CellState.DIFFERS],
    )
