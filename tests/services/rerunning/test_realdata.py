"""Real runs: what stands against running them again is known before anything is started, for each run rightly."""

import os
from pathlib import Path

import pytest

from mlrbench_gui.domain.rerunning import Obstacle
from mlrbench_gui.infra.files.folder import FolderFiles
from mlrbench_gui.services.rerunning.planning import plan_rerun

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
DATA, KEY, NO_COMMAND = Obstacle.DATA, Obstacle.KEY, Obstacle.NO_COMMAND
OBSTACLES = {
    "end2end_claude/iclr2025_buildingtrust": {DATA, KEY},
    "end2end_claude/iclr2025_verifai": {DATA, KEY},
    "end2end_codex/iclr2025_data_problems": {DATA},
    "end2end_codex/iclr2025_dl4c": {DATA},
    "end2end_codex/iclr2025_question": {DATA},
    "end2end_codex/iclr2025_scsl": {DATA},
    "end2end_gemini-cli/iclr2025_dl4c": {NO_COMMAND},
    "end2end_gemini-cli/iclr2025_scope": {NO_COMMAND},
    "end2end_gemini-cli/iclr2025_scsl": {NO_COMMAND},
    "end2end_gemini-cli/iclr2025_verifai": {NO_COMMAND},
    "end2end_gemini-cli/iclr2025_wsl": {NO_COMMAND},
    "end2end_gemini/iclr2025_data_problems": {DATA},
    "end2end_gemini/iclr2025_mldpr": {DATA},
    "end2end_o4-mini/iclr2025_mldpr": {DATA},
    "end2end_o4-mini/iclr2025_scope": {DATA},
    "experiments_and_writeups/claude/iclr2025_data_problems": {DATA},
    "experiments_and_writeups/claude/iclr2025_mldpr": {DATA},
    "experiments_and_writeups/claude/iclr2025_question": {DATA},
    "experiments_and_writeups/codex/iclr2025_data_problems": {DATA},
    "experiments_and_writeups/codex/iclr2025_question": {DATA},
    "experiments_and_writeups/codex/iclr2025_scope": {DATA},
}
"""What the code of each run asks for beyond an image with its packages, as reading it shows."""


def runs() -> list[str]:
    root = Path(CHECKOUT or "") / "agent_results"
    folders = [*root.glob("end2end_*/*/"), *root.glob("experiments_and_writeups/*/*/")] if CHECKOUT else []
    return sorted(folder.relative_to(root).as_posix() for folder in folders)


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
def test_that_the_runs_of_the_list_are_here() -> None:
    assert set(OBSTACLES) <= set(runs())


@pytest.mark.parametrize("run", runs())
def test_that_the_reason_is_told(run: str) -> None:
    plan = plan_rerun(FolderFiles(Path(CHECKOUT or "") / "agent_results" / run))

    assert {found.obstacle for found in plan.hindrances} == OBSTACLES.get(run, set())
    assert all(found.path for found in plan.hindrances)
