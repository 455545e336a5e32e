"""Runs whose results people found faked carry a high finding of made-up or failed experiments."""

import csv
import os
from pathlib import Path

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.values import FindingKind, RunName, Severity
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
GROUP = "end2end_o4-mini"
GRAVE = {
    FindingKind.SIMULATED_RESULTS,
    FindingKind.HARD_CODED_NUMBERS,
    FindingKind.TYPED_LOG,
    FindingKind.TYPED_RESULTS,
    FindingKind.EXPERIMENT_FAILED,
}
NOT_HERE = {"iclr2025_bi_align", "iclr2025_buildingtrust", "iclr2025_data_problems", "iclr2025_question"}


def faked_tasks() -> list[str]:
    if not CHECKOUT:
        return []
    path = Path(CHECKOUT) / "human_eval" / "Hallucination Check.csv"
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [
            row["Workshop_name"]
            for row in csv.DictReader(lines)
            if row["LLM"] == "MLR Agent" and row["is_Faked_Experimental_Result"] == "Yes"
        ]


def folder_of(task: str) -> Path:
    return Path(CHECKOUT or "") / "agent_results" / GROUP / task


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
def test_that_the_rows_without_a_run_here_are_known() -> None:
    assert {task for task in faked_tasks() if not folder_of(task).is_dir()} == NOT_HERE


@pytest.mark.parametrize("task", [task for task in faked_tasks() if folder_of(task).is_dir()])
def test_that_a_run_with_faked_results_has_a_grave_finding(task: str) -> None:
    audit = audit_run(RunName(f"{GROUP}/{task}"), FolderFiles(folder_of(task)))

    assert any(f.kind in GRAVE and f.severity is Severity.HIGH for f in audit.findings)
