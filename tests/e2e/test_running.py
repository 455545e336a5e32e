"""Stages run by the program as people start it: all tasks at once, and on again after a kill, with no call repeated."""

import json
import signal
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
KEY = "sk-canary-4711"


def test_that_idea_and_proposal_run_stepwise_over_all_tasks(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    words = ["--workspace", str(tmp_path / "w.mlrb"), "run", "all", "--stages", "idea,proposal"]
    done = subprocess.run(
        [*command, *words, "--mode", "stepwise", "--agent", "scripted", "--json", "-"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(told["runs"]) == 201
    assert (told["failures"], told["left"], told["stopped"]) == ([], [], None)
    assert {stage["state"] for run in told["runs"] for stage in run["stages"]} == {"finished"}
    assert told["account"]["calls"] == 402
    with closing(open_workspace(tmp_path / "w.mlrb")) as workspace:
        totals = workspace.totals()
    assert (totals["ideas"], totals["proposals"]) == (201, 201)


@pytest.mark.parametrize("after", [1, 7, 12, 18])
def test_that_a_killed_run_goes_on_and_repeats_no_call_whose_reply_was_kept(
    command: list[str], environment: dict[str, str], tmp_path: Path, after: int
) -> None:
    tasks = [
        f"iclr2025_{name}" for name in ("wsl", "bi_align", "buildingtrust", "data_problems", "dl4c", "mldpr")
    ]
    reached = threading.Event()

    def answer(asked: Asked) -> str:
        if len(script.asked) >= after:
            reached.set()
        return recorded_answer(asked)

    script = Script(answer=answer, key=KEY)
    with ScriptedServer(script) as server:
        models = tmp_path / "models.json"
        models.write_text(f"[{server.profile(name='heron').model_dump_json()}]", encoding="utf-8")
        surroundings = environment | {"MLRBENCH_MODELS": str(models), "MLRBENCH_SCRIPTED_KEY": KEY}
        place = tmp_path / "w.mlrb"
        words = [*command, "--workspace", str(place), "run", *tasks]
        words += ["--stages", "idea,literature,proposal", "--json", "-"]
        with subprocess.Popen(
            words, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as first:
            assert reached.wait(60)
            first.send_signal(signal.SIGKILL)
            first.wait(60)
        with closing(open_workspace(place)) as workspace:
            kept = len(workspace.calls.of_scopes(""))
        asked = len(script.asked)
        done = subprocess.run(
            words, env=surroundings, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert len(script.asked) - asked == 18 - kept
    told = json.loads(done.stdout)
    assert [stage["state"] for run in told["runs"] for stage in run["stages"]] == ["finished"] * 18
    with closing(open_workspace(place)) as workspace:
        assert len(workspace.calls.of_scopes("")) == 18
        assert len(workspace.stages.all()) == 18
