"""The paper's own tables as boards: each cell with the evidence that its verdict rests on."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.rankings.boards import (
    Board,
    Entry,
    Measure,
    Standing,
    board_of,
    cuts_of,
    inner_cuts_of,
)
from mlrbench_gui.audit.text.labels import is_valueless, label_columns, row_labels
from mlrbench_gui.audit.text.paper import Cell, PaperText, SectionKind, Table
from mlrbench_gui.audit.text.tables import plain_cell
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_LETTER = re.compile(r"[^\W\d_]")
_ON_EVIDENCE = (Verdict.SUPPORTED, Verdict.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell with its full name: its row's labels and its column's header."""

    cell: Cell
    parts: tuple[str, ...]


def table_boards(
    paper: PaperText, decisions: Mapping[Statement, Decision], entities: Entities
) -> tuple[Board, ...]:
    """Boards of all results tables, either way round; their numbers are those of the paper."""
    at = {s.start: (s, d) for s, d in decisions.items() if s.spot is not None and s.number is not None}
    boards: list[Board] = []
    for index, table in enumerate(paper.tables):
        if table.section.kind in (SectionKind.RELATED, SectionKind.REFERENCES):
            continue
        boards += _boards(index, table, at, entities)
    return tuple(boards)


def _boards(
    index: int, table: Table, at: Mapping[int, tuple[Statement, Decision]], entities: Entities
) -> Iterator[Board]:
    cut: dict[int, dict[Measure, dict[str, Entry]]] = defaultdict(lambda: defaultdict(dict))
    empty: dict[int, Counter[str]] = defaultdict(Counter)
    where = f"the paper's table {table.number or index + 1}"
    for place in _places(table):
        decided = at.get(place.cell.start) or at.get(place.cell.start + _lead(place.cell.text))
        for depth, label, measure in (*cuts_of(place.parts), *inner_cuts_of(place.parts, entities)):
            if decided is not None:
                cut[depth][measure].setdefault(label, _entry(*decided, place.parts, where))
            elif is_valueless(place.cell.text):
                empty[depth][label] += 1
    for depth, rows in cut.items():
        board = board_of(where, rows, rank=0)
        if board is not None:
            held = Counter(label for row in rows.values() for label in row)
            valueless = frozenset(label for label, count in empty[depth].items() if count > held[label])
            labels = tuple(dict.fromkeys((*board.labels, *sorted(valueless))))
            yield replace(
                board,
                labels=labels,
                table=index,
                section=table.section.title,
                about=table.caption,
                valueless=valueless,
            )


def _lead(text: str) -> int:
    hit = re.match(r"[*_$\s\\]*", text)
    return hit.end() if hit else 0


def _places(table: Table) -> Iterator[_Place]:
    columns = label_columns(table)
    names: Sequence[tuple[str, ...]]
    names = _own_labels(table, columns) if len(columns) > 1 else [(name,) for name in row_labels(table)]
    for row, labels in zip(table.rows, names, strict=True):
        for cell in row:
            if cell.column not in columns and cell.text:
                header = table.header[cell.column] if cell.column < len(table.header) else ""
                yield _Place(cell, (*labels, plain_cell(header)))


def _own_labels(table: Table, columns: Sequence[int]) -> list[tuple[str, ...]]:
    """The text of each label column; one left blank is that of the row above."""
    names: list[tuple[str, ...]] = []
    above = dict.fromkeys(columns, "")
    for row in table.rows:
        texts = {cell.column: plain_cell(cell.text) for cell in row}
        for column in columns:
            text = texts.get(column, "") or above[column]
            header = table.header[column] if column < len(table.header) else ""
            above[column] = text if not text or _LETTER.search(text) else f"{header} {text}".strip()
        names.append(tuple(above[column] for column in columns))
    return names


def _entry(statement: Statement, decision: Decision, parts: tuple[str, ...], where: str) -> Entry:
    """The value of the evidence in the paper's scale; the printed number where none carries the cell."""
    title = " · ".join(part for part in parts if part)
    printed = statement.number.number if statement.number is not None else 0.0
    held = next((h for h in decision.held if h.primary), None)
    if decision.verdict in _ON_EVIDENCE and held is not None:
        raw = held.candidate.value.value * float(held.candidate.agreement.factor)
        value = held.value if held.value is not None else raw
        return Entry(value, title, held.candidate.value.path, Standing.MACHINE, held.candidate.value)
    if decision.verdict is Verdict.NARRATIVE_ONLY:
        evidence = held.candidate.value if held is not None else None
        return Entry(printed, title, evidence.path if evidence else where, Standing.PROSE, evidence)
    return Entry(printed, title, where, Standing.NOTHING)
