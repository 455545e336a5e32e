"""Stages and judges by workers on one shared workspace: as alone, no reply asked for twice, one bound for all."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.services.catalogue import catalogue

pytestmark = pytest.mark.cluster

KEY = "sk-canary-4711"
TASKS = tuple({task.title: task.id for task in catalogue().tasks}.values())[:10]
STAGES = ("--stages", "idea,proposal", "--agent", "heron")


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    """A model over HTTP behind a profile that this process and all that it starts know."""
    made = Script(key=KEY)
    with ScriptedServer(made) as server:
        models = tmp_path / "models.json"
        models.write_text(
            f"[{server.profile(name='heron', stage_tokens=2000).model_dump_json()}]", encoding="utf-8"
        )
        monkeypatch.setenv("MLRBENCH_MODELS", str(models))
        monkeypatch.setenv("MLRBENCH_SCRIPTED_KEY", KEY)
        yield made


def documents(place: Place) -> dict[tuple[str, str, str], str]:
    """The hash of each file of each finished stage."""
    with closing(open_workspace(place)) as workspace:
        return {
            (record.task, record.stage, output.path): output.sha256
            for record in workspace.stages.all()
            if record.state == "finished"
            for output in record.outputs
        }


def used(place: Place) -> tuple[int, int]:
    """Calls that are kept, and their tokens."""
    with closing(open_workspace(place)) as workspace:
        calls = workspace.calls.of_scopes("")
    return len(calls), sum(call.tokens.total for call in calls if call.tokens is not None)


def command(cluster: Any, *words: str) -> list[str]:
    made: list[str] = cluster.command(*words, "--cluster", cluster.address)
    return made


@pytest.mark.timeout(300)
def test_that_a_killed_workers_stages_are_redone_as_alone_and_no_kept_reply_is_asked_for_again(
    small: Path, cluster: Any, script: Script, tmp_path: Path
) -> None:
    alone = tmp_path / "alone.mlrb"
    assert main(["--workspace", str(alone), "run", *TASKS, *STAGES]) == 0
    begun, asked_alone = threading.Event(), len(script.asked)

    def answer(asked: Asked) -> str:
        if len(script.asked) >= asked_alone + 6:
            begun.set()
        return recorded_answer(asked)

    script.answer = answer
    cluster.scheduler()
    doomed, _ = cluster.worker(), cluster.worker()
    words = command(cluster, "run", *TASKS, *STAGES, "--json", "-")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as work:
        assert begun.wait(60)
        cluster.kill(doomed)
        said, wrong = work.communicate(timeout=200)
    assert work.returncode == 0, wrong
    told = json.loads(said)
    assert [run["task"] for run in told["runs"]] == list(TASKS)
    assert [stage["state"] for run in told["runs"] for stage in run["stages"]] == ["finished"] * 20
    assert (told["failures"], told["left"], told["stopped"]) == ([], [], None)
    assert documents(cluster.place) == documents(alone)
    assert used(cluster.place)[0] == 20
    assert len(script.asked) - asked_alone <= 20 + 1  # the one under way when its worker was killed
    assert KEY not in said + wrong


@pytest.mark.timeout(300)
def test_that_one_bound_holds_for_all_workers_and_for_the_same_command_again(
    small: Path, cluster: Any, script: Script
) -> None:
    cluster.scheduler()
    cluster.worker()
    cluster.worker()
    words = command(cluster, "run", *TASKS, *STAGES)
    for _ in range(2):
        bounded = subprocess.run(
            [*words, "--budget", "tokens=9000"], capture_output=True, text=True, check=False
        )
        assert bounded.returncode == 1, bounded.stderr
        assert "the next question could pass 9,000 tokens" in bounded.stdout
        calls, tokens = used(cluster.place)
        assert 0 < calls < 20
        assert 0 < tokens <= 9_000
    whole = subprocess.run(words, capture_output=True, text=True, check=False)
    assert whole.returncode == 0, whole.stderr
    assert (used(cluster.place)[0], len(script.asked)) == (20, 20)


@pytest.mark.timeout(300)
def test_that_workers_judge_and_what_is_answered_is_not_asked_again(
    small: Path, cluster: Any, script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster.scheduler()
    cluster.worker()
    words = ("--workspace", cluster.place.url, "judge", "all", "--panel", "heron", "--json", "-")
    panels = []
    for place in (("--cluster", cluster.address), ("--cluster", cluster.address), ()):
        capsys.readouterr()
        assert main([*words, *place]) == 0
        panels.append(json.loads(capsys.readouterr().out)["panels"])
        assert len(script.asked) == 3
    assert panels[0] == panels[1] == panels[2]
    assert len(panels[0]) == 3


def test_that_stages_and_judges_refuse_what_is_for_one_machine(
    small: Path, cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--cluster", "tcp://127.0.0.1:1")
    run, judge = ("run", TASKS[0], "--stages", "idea", "--agent", "scripted"), ("judge", "all")
    for words, told in (
        ((*run, "--inputs", str(tmp_path)), "--inputs is for one machine"),
        ((*run, "--shard", "1/2"), "--shard is for one machine"),
        ((*run, "--again"), "--again is for one machine"),
        ((*judge, "--pairwise"), "--pairwise is for one machine"),
    ):
        assert main(["--workspace", cluster.place.url, *words, *at]) == 2
        assert told in capsys.readouterr().err
    file = tmp_path / "w.mlrb"
    assert main(["--workspace", str(file), *run, *at]) == 2
    assert "is a file, which several machines cannot share" in capsys.readouterr().err
    assert not file.exists()
    assert main(["--workspace", cluster.place.url, *run, *at]) == 3
    assert "no scheduler answers" in capsys.readouterr().err
