"""Every open run whose log was typed is named, and none other. The list was made by reading transcripts and scripts."""

import os
from pathlib import Path

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.values import FindingKind, RunName, Severity
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
TYPED = {
    "end2end_claude/iclr2025_verifai": {"log.txt", "results/log.txt"},
    "end2end_gemini/iclr2025_buildingtrust": {"results/log.txt"},
    "end2end_gemini/iclr2025_question": {"results/log.txt"},
    "end2end_gemini/iclr2025_scope": {"results/run_log.txt"},
    "end2end_o4-mini/iclr2025_dl4c": {"claude_code/logs/experiment.log", "results/log.txt"},
    "end2end_o4-mini/iclr2025_wsl": {
        "results/log.txt",
        "results_temp/wsl_experiment_20250511_190128/experiment.log",
    },
    "experiments_and_writeups/claude/iclr2025_scope": {"claude_code/results/log.txt", "results/log.txt"},
    "experiments_and_writeups/claude/iclr2025_wsl": {"results/log.txt"},
}


def root() -> Path:
    return Path(CHECKOUT or "") / "agent_results"


def runs() -> list[str]:
    folders = (
        [*root().glob("end2end_*/*/"), *root().glob("experiments_and_writeups/*/*/")] if CHECKOUT else []
    )
    return sorted(folder.relative_to(root()).as_posix() for folder in folders)


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
def test_that_the_runs_of_the_list_are_here() -> None:
    assert set(TYPED) <= set(runs())


@pytest.mark.parametrize("run", runs())
def test_that_the_typed_logs_of_a_run_are_named_and_none_other(run: str) -> None:
    audit = audit_run(RunName(run), FolderFiles(root() / run))

    named = {
        f.path for f in audit.findings if f.kind is FindingKind.TYPED_LOG and f.severity is Severity.HIGH
    }
    assert named == TYPED.get(run, set())
