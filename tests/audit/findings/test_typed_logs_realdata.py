"""Every open run whose log was typed is named, and none other. The list was made by reading transcripts and scripts."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.values import FindingKind, RunName, Severity
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
TYPED = {
    ("end2end_claude/iclr2025_verifai", "log.txt"),
    ("end2end_claude/iclr2025_verifai", "results/log.txt"),
    ("end2end_gemini/iclr2025_buildingtrust", "results/log.txt"),
    ("end2end_gemini/iclr2025_question", "results/log.txt"),
    ("end2end_gemini/iclr2025_scope", "results/run_log.txt"),
    ("end2end_o4-mini/iclr2025_dl4c", "claude_code/logs/experiment.log"),
    ("end2end_o4-mini/iclr2025_dl4c", "results/log.txt"),
    ("end2end_o4-mini/iclr2025_wsl", "results/log.txt"),
    ("end2end_o4-mini/iclr2025_wsl", "results_temp/wsl_experiment_20250511_190128/experiment.log"),
    ("experiments_and_writeups/claude/iclr2025_scope", "claude_code/results/log.txt"),
    ("experiments_and_writeups/claude/iclr2025_scope", "results/log.txt"),
    ("experiments_and_writeups/claude/iclr2025_wsl", "results/log.txt"),
}


def run_folders() -> Iterator[tuple[str, Path]]:
    root = Path(CHECKOUT or "") / "agent_results"
    for pattern in ("end2end_*/*/", "experiments_and_writeups/*/*/"):
        for folder in sorted(root.glob(pattern)):
            yield folder.relative_to(root).as_posix(), folder


def typed_of(run: tuple[str, Path]) -> set[tuple[str, str]]:
    name, folder = run
    audit = audit_run(RunName(name), FolderFiles(folder))
    return {
        (name, f.path or "")
        for f in audit.findings
        if f.kind is FindingKind.TYPED_LOG and f.severity is Severity.HIGH
    }


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
def test_that_every_open_run_with_a_typed_log_is_named_and_none_other() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        named = set[tuple[str, str]]().union(*workers.map(typed_of, run_folders()))

    assert named == TYPED
