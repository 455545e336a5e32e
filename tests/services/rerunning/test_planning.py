"""What would be run again, and what stands against it, before anything is started."""

import ast
import json
from pathlib import Path

import pytest

from mlrbench_gui.domain.rerunning import Obstacle
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.files.folder import FolderFiles
from mlrbench_gui.services.rerunning.hindrances import hindrances_of, packages_of
from mlrbench_gui.services.rerunning.planning import plan_rerun

SCRIPT = RelPath("code/a.py")


def obstacles(code: str) -> list[tuple[Obstacle, int | None]]:
    return [(found.obstacle, found.line) for found in hindrances_of({SCRIPT: ast.parse(code)})]


@pytest.mark.parametrize(
    ("code", "obstacle"),
    [
        ("import openai\n", Obstacle.KEY),
        ("from anthropic import Anthropic\n", Obstacle.KEY),
        ("rows = load_dataset('x')\n", Obstacle.DATA),
        ("model = AutoModel.from_pretrained('gpt2')\n", Obstacle.DATA),
        ("data = torchvision.datasets.MNIST('.', download=True)\n", Obstacle.DATA),
        ("nltk.download('punkt')\n", Obstacle.DATA),
        ("model = model.cuda()\n", Obstacle.GPU),
        ("model.to('cuda:0')\n", Obstacle.GPU),
    ],
)
def test_that_what_needs_the_outside_is_named_with_its_line(code: str, obstacle: Obstacle) -> None:
    assert obstacles(code) == [(obstacle, 1)]


@pytest.mark.parametrize(
    "code",
    [
        "model = model.to('cuda' if torch.cuda.is_available() else 'cpu')\nmodel.cuda()\n",
        "model = AutoModel.from_pretrained('./saved')\n",
        "try:\n    import openai\nexcept ImportError:\n    openai = None\n",
        "import numpy as np\nnp.random.seed(0)\n",
    ],
)
def test_that_what_can_do_without_the_outside_is_no_obstacle(code: str) -> None:
    assert obstacles(code) == []


def test_that_packages_are_those_that_are_neither_own_nor_standard() -> None:
    tree = ast.parse("import json, numpy.linalg\nfrom models import x\nimport matplotlib.pyplot as plt\n")

    assert packages_of({SCRIPT: tree}, {"models"}) == ("matplotlib", "numpy")


def test_that_the_sample_is_planned_without_its_own_outputs() -> None:
    run = resource("sample", "agent_results", "end2end_sample", "iclr2025_calibration")

    plan = plan_rerun(FolderFiles(run))

    assert [planned.command.words[1] for planned in plan.commands] == [
        "run_experiments.py",
        "simulate_study.py",
        "plot_figures.py",
    ]
    assert plan.hindrances == ()
    assert RelPath("results/metrics.json") not in plan.inputs
    assert RelPath("results/metrics.json") in {output.path for output in plan.outputs}
    assert "results" in plan.folders


def test_that_notebooks_are_not_started_as_scripts(tmp_path: Path) -> None:
    told = {"name": "Bash", "input": {"command": "cd /r && papermill a.ipynb b.ipynb && python c.py"}}
    use = {"type": "tool_use", "id": "t", **told}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}
    events = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [done]}]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": []}), encoding="utf-8")
    (tmp_path / "c.py").write_text("print(1)", encoding="utf-8")
    (tmp_path / "claude_output.json").write_text(json.dumps(events), encoding="utf-8")

    assert [planned.command.words for planned in plan_rerun(FolderFiles(tmp_path)).commands] == [
        ("python3", "c.py")
    ]
