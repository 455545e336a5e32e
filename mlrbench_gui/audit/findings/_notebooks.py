"""Notebooks whose outputs need not follow from the code as it stands: cells were run out of order or not at all."""

from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.notebooks.reading import CodeCell, Notebook
from mlrbench_gui.domain.values import FindingKind, Severity


def notebook_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a notebook that holds outputs, at the first cell that breaks the order."""
    for path, notebook in sorted(facts.files.notebooks.items()):
        if not notebook.outputs or notebook.is_in_order:
            continue
        cell = _first_break(notebook)
        how = "was not executed" if cell.count is None else f"has the execution count {cell.count}"
        message = (
            f"Outputs of this notebook may rest on hidden state: cell {cell.index + 1} {how}, "
            "so the cells did not run from the first to the last."
        )
        place = Place("pointer", f"/cells/{cell.index}")
        yield Draft(FindingKind.OTHER, Severity.LOW, path, place, message)


def _first_break(notebook: Notebook) -> CodeCell:
    last = 0
    cells = [cell for cell in notebook.cells if not cell.is_empty]
    for cell in cells:
        if cell.count is None or cell.count <= last:
            return cell
        last = cell.count
    return cells[-1]
