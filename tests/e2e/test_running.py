"""Stages run by the program as people start it: all tasks at once, and on again after a kill, with no call repeated."""

import json
import random
import signal
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.services.catalogue import catalogue

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


@pytest.mark.parametrize("after", [1, 12])
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


def products_of(place: Path) -> dict[tuple[str, str, str], str]:
    """The hash of each file of each finished stage; the file of the workspace is sound."""
    with closing(sqlite3.connect(place)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with closing(open_workspace(place)) as workspace:
        records = workspace.stages.all()
    assert {record.state for record in records} == {"finished"}
    made: dict[tuple[str, str, str], str] = {
        (r.task, r.stage, output.path): output.sha256 for r in records for output in r.outputs
    }
    assert len(made) == len(records)
    return made


@pytest.mark.timeout(300)
def test_that_a_run_killed_twenty_times_ends_as_one_that_was_not(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    tasks = [task.id for task in {task.title: task for task in catalogue().tasks}.values()][:60]
    moments = random.Random(20).sample(range(1, 130), 20)
    ready, aim = threading.Event(), [0]

    def answer(asked: Asked) -> str:
        if len(script.asked) >= aim[0]:
            ready.set()
        return recorded_answer(asked)

    script = Script(answer=answer, key=KEY)
    place, whole, kept = tmp_path / "w.mlrb", tmp_path / "whole.mlrb", set[str]()
    words = ["run", *tasks, "--stages", "idea,literature,proposal"]
    killed = [*command, "--workspace", str(place), *words]
    with ScriptedServer(script) as server:
        (tmp_path / "models.json").write_text(f"[{server.profile(name='heron').model_dump_json()}]", "utf-8")
        surroundings = environment | {
            "MLRBENCH_MODELS": str(tmp_path / "models.json"),
            "MLRBENCH_SCRIPTED_KEY": KEY,
        }
        for moment in sorted(moments):
            aim[0] = max(moment, len(script.asked) + 1)
            ready.clear()
            before = len(script.asked)
            with subprocess.Popen(
                killed, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as child:
                assert ready.wait(60)
                child.send_signal(signal.SIGKILL)
                child.wait(60)
            assert not kept & {recorded_answer(asked) for asked in script.asked[before:]}
            with closing(open_workspace(place, create=True)) as workspace:
                kept = {call.text for call in workspace.calls.of_scopes("")}
        before = len(script.asked)
        subprocess.run(killed, env=surroundings, check=True, capture_output=True, timeout=60)
        assert not kept & {recorded_answer(asked) for asked in script.asked[before:]}
        unkilled = [*command, "--workspace", str(whole), *words]
        subprocess.run(unkilled, env=surroundings, check=True, capture_output=True, timeout=60)
    with closing(open_workspace(place)) as workspace:
        assert len(workspace.calls.of_scopes("")) == len(workspace.stages.all()) == 180
        totals = workspace.totals()
    assert (totals["ideas"], totals["literature_reviews"], totals["proposals"]) == (60, 60, 60)
    assert products_of(place) == products_of(whole)


def test_that_an_interrupt_ends_it_at_once_with_130(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def answer(_asked: Asked) -> str:
        asked.set()
        go_on.wait(60)
        return ""

    with ScriptedServer(Script(answer=answer)) as server:
        (tmp_path / "models.json").write_text(f"[{server.profile(name='heron').model_dump_json()}]", "utf-8")
        words = [*command, "--workspace", str(tmp_path / "w.mlrb"), "run", "all", "--stages", "idea"]
        surroundings = environment | {"MLRBENCH_MODELS": str(tmp_path / "models.json")}
        with subprocess.Popen(words, env=surroundings, stderr=subprocess.PIPE, text=True) as child:
            assert asked.wait(60)
            child.send_signal(signal.SIGINT)
            _, said = child.communicate(timeout=30)
        go_on.set()
    assert child.returncode == 130
    assert said.count("\n") == 1
