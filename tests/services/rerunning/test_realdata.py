"""Real runs: what stands against running them again is known before anything is started."""

import os
from pathlib import Path

import pytest

from mlrbench_gui.domain.rerunning import Obstacle
from mlrbench_gui.infra.files.folder import FolderFiles
from mlrbench_gui.services.rerunning.planning import plan_rerun

pytestmark = pytest.mark.realdata


@pytest.mark.parametrize(
    ("run", "obstacle"),
    [
        ("end2end_claude/iclr2025_buildingtrust", Obstacle.KEY),
        ("end2end_codex/iclr2025_question", Obstacle.DATA),
        ("end2end_gemini-cli/iclr2025_wsl", Obstacle.NO_COMMAND),
        ("end2end_codex/iclr2025_bi_align", None),
    ],
)
def test_that_the_reason_is_told(run: str, obstacle: Obstacle | None) -> None:
    checkout = os.environ.get("MLRBENCH_CHECKOUT")
    if checkout is None:
        pytest.skip("MLRBENCH_CHECKOUT is not set")

    plan = plan_rerun(FolderFiles(Path(checkout) / "agent_results" / run))

    assert (obstacle in {found.obstacle for found in plan.hindrances}) is (obstacle is not None)
    assert bool(plan.hindrances) is (obstacle is not None)
