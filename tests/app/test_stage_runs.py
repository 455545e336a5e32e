"""What the window knows of runs of stages: every task with a text, the scripted model, and an estimate in words."""

from pathlib import Path

import pytest

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.stage_runs import stage_runs_of
from mlrbench_gui.domain.values import Stage
from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.shell.newrun import RunPlan


def test_that_choices_estimate_and_order_come_from_the_open_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
    with opened(tmp_path / "w.mlrb", create=True) as context:
        runs = stage_runs_of(context)
        choices = runs.choices()
        assert len(choices.tasks) == 201
        assert choices.models == ("scripted",)
        plan = RunPlan(choices.tasks, StagesWish((Stage.IDEA, Stage.PROPOSAL), agent="scripted"))
        assert runs.estimate(plan).startswith("402 calls: about ")
        order = runs.order(plan)
    assert (order.title, len(order.subjects)) == ("Run idea, proposal of 201 tasks", 201)
