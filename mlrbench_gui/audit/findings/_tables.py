"""Faults of a paper's tables as wholes: cells that the evidence of the same row and column denies."""

from collections.abc import Iterator
from itertools import chain

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.paper import PaperText, SectionKind
from mlrbench_gui.domain.comparison import CellState, ComparedCell, ComparedTable
from mlrbench_gui.domain.values import FindingKind, Severity

_HEADLINES = (SectionKind.ABSTRACT, SectionKind.CONCLUSION)
_SEVERAL = 2


def mismatch_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding for each table with cells that differ beyond rounding, at the cell that differs most."""
    for table in facts.tables:
        if table.differing:
            yield _finding(table, facts.papers[table.paper])


def _finding(table: ComparedTable, paper: PaperText) -> Draft:
    wrong = [
        (row, column, cell)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
        if cell.state is CellState.DIFFERS
    ]
    row, column, worst = max(wrong, key=lambda item: (_distance(item[2]), -item[0], -item[1]))
    names = ", ".join(name for name in (_row_name(table, row), table.header[column]) if name)
    told = _message(table, worst, names)
    is_main = len(wrong) >= _SEVERAL or any(_is_headline(cell, paper) for _, _, cell in wrong)
    place = Place("line", "", paper.text.count("\n", 0, worst.span[0]) + 1, column + 1)
    severity = Severity.HIGH if is_main else Severity.MEDIUM
    return Draft(FindingKind.TABLE_MISMATCH, severity, table.paper, place, told, table.paper)


def _message(table: ComparedTable, worst: ComparedCell, names: str) -> str:
    held = table.same + table.differing
    copied = {c.copied_from for c in chain.from_iterable(table.rows) if c.copied_from is not None}
    prose = f" The paper has such numbers from {', '.join(sorted(copied))}." if copied else ""
    cells = "cell differs" if table.differing == 1 else "cells differ"
    return (
        f"{table.differing} of {held} {cells} from the evidence in table {table.number}. The worst is {names}: "
        f"the paper has {worst.text}, {worst.path} has {worst.shown}.{prose}"
    )


def _row_name(table: ComparedTable, row: int) -> str:
    return " ".join(table.rows[row][c].text for c in table.label_columns if c < len(table.rows[row])).strip()


def _distance(cell: ComparedCell) -> float:
    """How far off the paper is, as a share of the larger of both values."""
    if cell.difference is None or not isinstance(cell.value, float):
        return 0.0
    return abs(cell.difference) / max(abs(cell.difference), abs(cell.value), 1e-12)


def _is_headline(cell: ComparedCell, paper: PaperText) -> bool:
    """Whether abstract or conclusion tell the number too."""
    said = (paper.text[block.start : block.end] for block in paper.blocks if block.section.kind in _HEADLINES)
    return len(cell.text) > 1 and any(cell.text.strip("*") in text for text in said)
