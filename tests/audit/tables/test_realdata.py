"""Real tables: two rows swapped in the evidence, and the cells that agreed no longer do."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from typing_extensions import override

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.comparison import CellState, ComparedTable
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata
CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
CASES = (
    ("end2end_claude/iclr2025_buildingtrust", "results/evaluation_results.json"),
    ("experiments_and_writeups/claude/iclr2025_mldpr", "results/iris_model_results.json"),
    ("end2end_gemini-cli/iclr2025_scope", "results/results.json"),
)


class Swapped(FolderFiles):
    """The files of a run, one of which is the given text."""

    def __init__(self, folder: Path, path: str, text: str) -> None:
        super().__init__(folder)
        self._path, self._text = path, text

    @override
    def read(self, path: RelPath) -> bytes:
        own = super().read(path)
        return self._text.encode() if path == self._path else own


def agreeing(tables: Sequence[ComparedTable], path: str) -> int:
    cells = (cell for table in tables for row in table.rows for cell in row)
    return sum(1 for cell in cells if cell.state is CellState.SAME and cell.path == path)


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
@pytest.mark.parametrize(("run", "path"), CASES)
def test_that_swapped_rows_of_a_real_file_are_noticed(run: str, path: str) -> None:
    folder = Path(CHECKOUT or "") / "agent_results" / run
    data = json.loads((folder / path).read_text(encoding="utf-8"))
    group = data.get("results", data)
    names = [key for key, value in group.items() if isinstance(value, dict)]
    group[names[0]], group[names[1]] = group[names[1]], group[names[0]]

    before = audit_run(RunName("a/b"), FolderFiles(folder)).tables
    after = audit_run(RunName("a/b"), Swapped(folder, path, json.dumps(data))).tables

    assert agreeing(before, path) > agreeing(after, path)
