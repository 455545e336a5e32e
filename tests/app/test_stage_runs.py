"""What the window knows of runs of stages: tasks, agents of each kind, whether experiments can be done, an estimate."""

import json
from pathlib import Path

import pytest

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.stage_runs import stage_runs_of
from mlrbench_gui.domain.values import Stage
from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.shell.newrun.choices import AgentKind, RunPlan

OWN = {"name": "gull", "base_url": "http://127.0.0.1:1/v1", "model": "gull-2"}
OUTSIDE = {**OWN, "name": "tern", "coder": {"command": "mycli {prompt}", "transcript": "events"}}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
    (tmp_path / "models.json").write_text(json.dumps([OWN, OUTSIDE]))
    return tmp_path / "w.mlrb"


def test_that_choices_estimate_and_order_come_from_the_open_workspace(place: Path) -> None:
    with opened(place, create=True) as context:
        runs = stage_runs_of(context)
        choices = runs.choices()
        assert len(choices.tasks) == 201
        assert all(task.title and task.venue and task.topic for task in choices.tasks)
        plan = RunPlan(
            tuple(task.id for task in choices.tasks),
            StagesWish((Stage.IDEA, Stage.PROPOSAL, Stage.EXPERIMENT), agent="scripted"),
        )
        found = runs.estimate(plan)
        assert (found.calls, found.by_agent, found.cost) == (402, 201, 0.0)
        order = runs.order(plan)
    assert order.title == "Run idea, proposal, experiment of 201 tasks"
    assert len(order.subjects) == 201


def test_that_agents_of_each_kind_are_offered_and_say_what_they_are(place: Path) -> None:
    with opened(place, create=True) as context:
        agents = stage_runs_of(context).choices().agents
    assert [agent.kind for agent in agents] == [
        AgentKind.OWN,
        AgentKind.OUTSIDE,
        AgentKind.SCRIPTED,
        AgentKind.LOCAL,
    ]
    assert agents[1].about == "gull-2; experiments by mycli {prompt}"


def test_that_one_sentence_says_why_no_experiment_can_be_done_without_an_engine(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{place.parent}/none.sock")
    with opened(place, create=True) as context:
        told = stage_runs_of(context).engine()
    assert told == (
        f"Container engine: no socket at {place.parent}/none.sock; install and start Docker, or set DOCKER_HOST."
    )
