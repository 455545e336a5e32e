"""Real tables: two rows or columns swapped in the evidence, and the cells that agreed no longer do."""

import csv
import io
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
COLUMN_CASES = (
    (
        "experiments_and_writeups/claude/iclr2025_mldpr",
        "results/iris_model_results.json",
        "accuracy",
        "roc_auc",
    ),
    ("end2end_gemini-cli/iclr2025_scope", "results/results.json", "eval_loss", "eval_runtime"),
    ("end2end_gemini/iclr2025_mldpr", "results/model_performances.json", "accuracy", "loss"),
    (
        "experiments_and_writeups/claude/iclr2025_bi_align",
        "results/comparison_table.csv",
        "Average Reward",
        "Average Trust",
    ),
    (
        "experiments_and_writeups/claude/iclr2025_data_problems",
        "output/evaluation/method_comparison.csv",
        "avg_recall@1",
        "avg_recall@5",
    ),
    ("end2end_codex/iclr2025_question", "results/results.csv", "accuracy", "f1"),
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


def keys_swapped(value: object, one: str, other: str) -> object:
    """The JSON value with two keys exchanged wherever both stand."""
    if isinstance(value, list):
        return [keys_swapped(item, one, other) for item in value]
    if not isinstance(value, dict):
        return value
    names = {one: other, other: one} if one in value and other in value else {}
    return {names.get(key, key): keys_swapped(item, one, other) for key, item in value.items()}


def columns_swapped(text: str, path: str, one: str, other: str) -> str:
    if path.endswith(".json"):
        return json.dumps(keys_swapped(json.loads(text), one, other))
    rows = list(csv.reader(io.StringIO(text)))
    names = {one: other, other: one}
    rows[0] = [names.get(name, name) for name in rows[0]]
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
@pytest.mark.parametrize(("run", "path", "one", "other"), COLUMN_CASES)
def test_that_swapped_columns_of_a_real_file_are_noticed(run: str, path: str, one: str, other: str) -> None:
    folder = Path(CHECKOUT or "") / "agent_results" / run
    text = columns_swapped((folder / path).read_text(encoding="utf-8"), path, one, other)

    before = audit_run(RunName("a/b"), FolderFiles(folder)).tables
    after = audit_run(RunName("a/b"), Swapped(folder, path, text)).tables

    assert agreeing(before, path) > agreeing(after, path)


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
