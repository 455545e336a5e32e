"""Experiments that meet what foreign code, engines and models do: the state and sentence of each, and nothing left."""

import json
import subprocess
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import docker
import pytest

from mlrbench_gui.domain.agent_log import AgentAction, AgentEnd, LogLine, read_line
from mlrbench_gui.domain.stages import StageRecord
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.infra.llm.scripted.server import Script
from tests.e2e.engine.conftest import Program
from tests.own_engine import OwnEngine

pytestmark = [pytest.mark.e2e, pytest.mark.docker, pytest.mark.timeout(400)]
TASK, UP_TO_EXPERIMENT = "iclr2025_wsl", "idea,literature,proposal,experiment"
LOG = RelPath("agent_log.jsonl")
SMALL = ("--limits", "memory=256,cpus=1,processes=64,minutes=3,command=0.08,disk=16,files=50,printed=8")
ON = "echo on"


def python(code: str) -> str:
    return f"python3 -c '{code}'"


BOMB = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
HOSTILE: Mapping[str, tuple[str, str]] = {
    python('import socket; socket.create_connection(("1.1.1.1", 53), 5)'): (
        "exited",
        "Network is unreachable",
    ),
    "head -c 40000000 /dev/zero > results/big": ("exited", "No space left on device"),
    "rm results/big && echo free": ("exited", "free"),
    python(BOMB): ("timed_out", ""),
    "yes | head -c 5000000000": ("printed_too_much", "characters truncated] ..."),
    "trap '' TERM INT HUP; echo begun; while :; do sleep 1; done": ("timed_out", "begun"),
    python("x = bytearray(600_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1"): ("out_of_memory", ""),
    "echo x > /etc/x; echo x > task.md": ("exited", "Read-only file system"),
    "ln -s /etc/passwd results/passwd; ln -s /proc/1/environ results/e.json; mkfifo results/pipe; echo linked": (
        "exited",
        "linked",
    ),
    "(while :; do date +%N > results/now; done) & echo '{\"a\": 1}' > results/r.json": ("exited", ""),
    ON: ("exited", "on"),
}


def answering(*commands: str) -> Callable[[Asked], str]:
    """A model whose agent runs these commands, one a turn, and is done."""
    calls = [{"tool": "shell", "arguments": {"command": command}} for command in commands]
    calls.append({"tool": "done", "arguments": {"summary": "all"}})

    def answer(asked: Asked) -> str:
        is_agent = "task.md" in dict(asked.fences())
        return json.dumps(calls[min(asked.answered, len(calls) - 1)]) if is_agent else recorded_answer(asked)

    return answer


def experiments_of(program: Program) -> list[StageRecord]:
    with program.opened() as workspace:
        return [r for r in workspace.stages.of_run(program.run_name(TASK)) if r.stage is Stage.EXPERIMENT]


def log_of(program: Program, record: StageRecord) -> list[LogLine]:
    with program.opened() as workspace:
        lines = workspace.stages.files(record)[LOG].decode().splitlines()
    return [line for line in map(read_line, lines) if line is not None]


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_that_hostile_commands_are_each_held_and_told_and_the_experiment_goes_on(
    program: Callable[..., Program],
) -> None:
    heron = program(Script(answer=answering(*HOSTILE)))

    heron.told(TASK, stages=UP_TO_EXPERIMENT, more=SMALL)

    (record,) = experiments_of(heron)
    assert (record.state, record.reason) == ("finished", "")
    *lines, end = log_of(heron, record)
    actions = [line for line in lines if isinstance(line, AgentAction)][: len(HOSTILE)]
    for action, (command, (how, words)) in zip(actions, HOSTILE.items(), strict=True):
        assert (action.arguments["command"], action.end) == (command, how), action.output[:500]
        assert words in action.output
        assert len(action.output) < 2_000_000
    assert isinstance(end, AgentEnd)
    refused = " ".join(end.refused)
    for words in ("passwd: is a link to /etc/passwd", "link to /proc/1/environ", "pipe: is no regular file"):
        assert words in refused
    left = {output.path for output in record.outputs}
    assert "results/r.json" in left
    assert left.isdisjoint({"results/passwd", "results/e.json", "results/pipe", "task.md"})
    assert heron.left() == []


def test_that_a_missing_image_ends_it_with_3_and_the_remedy_and_the_next_run_goes_on(
    program: Callable[..., Program],
) -> None:
    heron = program()

    failed = heron.done(heron.of_run(TASK, stages=UP_TO_EXPERIMENT, more=("--image", "no-such-image-here:1")))

    assert failed.returncode == 3
    assert "image no-such-image-here:1: is not there and cannot be pulled; run `docker pull" in failed.stderr
    assert (experiments_of(heron), heron.left()) == ([], [])
    heron.told(TASK, stages=UP_TO_EXPERIMENT)
    assert [record.state for record in experiments_of(heron)] == ["finished"]
    assert heron.script.faults.asked == 3 + 5


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.WRONG_KEY, "the key was refused (401)"),
        (Fault.FAILING, "failed (500), after 4 tries; try later"),
        (Fault.CUT_STREAM, "its answer broke off, after 4 tries; try later"),
    ],
)
def test_that_a_model_which_fails_in_the_middle_stops_the_experiment_and_no_kept_reply_is_asked_for_again(
    program: Callable[..., Program], fault: Fault, words: str
) -> None:
    heron = program(Script(faults=Faults(dict.fromkeys(range(6, 40), fault))))

    failed = heron.done(heron.of_run(TASK, stages=UP_TO_EXPERIMENT))

    assert failed.returncode == 3, failed.stderr
    assert words in told(failed)["stopped"]
    (stopped,) = experiments_of(heron)
    assert stopped.state == "stopped"
    assert [line.tool for line in log_of(heron, stopped) if isinstance(line, AgentAction)] == [
        "write",
        "shell",
    ]
    assert "results/metrics.json" in {output.path for output in stopped.outputs}
    assert heron.left() == []
    heron.script.faults = Faults()
    heron.told(TASK, stages=UP_TO_EXPERIMENT)
    assert [record.state for record in experiments_of(heron)] == ["stopped", "finished"]
    assert heron.script.faults.asked == 3


def test_that_a_budget_reached_in_the_middle_of_an_experiment_stops_it_before_it_is_passed(
    program: Callable[..., Program],
) -> None:
    heron = program(stage_tokens=1500)
    heron.told(TASK, stages="idea,literature,proposal")
    asked = heron.script.faults.asked

    bounded = heron.done(heron.of_run(TASK, stages="experiment", more=("--budget", "tokens=9000")))

    assert bounded.returncode == 1, bounded.stderr
    assert "the next question could pass 9,000 tokens" in told(bounded)["stopped"]
    (stopped,) = experiments_of(heron)
    assert (stopped.state, heron.left()) == ("stopped", [])
    assert 0 < stopped.account.tokens <= 9000
    heron.told(TASK, stages="experiment")
    assert [record.state for record in experiments_of(heron)] == ["stopped", "finished"]
    assert heron.script.faults.asked - asked == 5


def test_that_an_engine_stopped_in_the_middle_ends_it_with_3_and_nothing_is_left_when_it_is_back(
    program: Callable[..., Program], own_engine: OwnEngine
) -> None:
    made = program(Script(answer=answering("touch results/begun; sleep 20", ON)))
    heron = replace(made, surroundings=made.surroundings | {"DOCKER_HOST": own_engine.address})
    words = heron.of_run(TASK, stages=UP_TO_EXPERIMENT)
    with subprocess.Popen(
        words, env=heron.surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        begun = until_begun(heron, child)
        own_engine.stop()
        _, said = child.communicate(timeout=120)
    try:
        assert begun, said
        assert (child.returncode, "Traceback" in said) == (3, False), said
        assert "see that Docker runs, and start the stage again" in said
        assert [record.state for record in experiments_of(heron)] in ([], ["stopped"])
        gone = heron.done(words)
        assert gone.returncode == 3
        assert "DOCKER_HOST" in gone.stderr
    finally:
        own_engine.start()
    heron.told(TASK, stages=UP_TO_EXPERIMENT)
    assert experiments_of(heron)[-1].state == "finished"
    assert heron.script.faults.asked == 3 + 3
    assert heron.left() == []


def until_begun(program: Program, child: "subprocess.Popen[str]") -> bool:
    """Wait until the first command of the program's experiment runs; False where the program ended before."""
    wait = threading.Event()
    with closing(docker.DockerClient(base_url=program.surroundings["DOCKER_HOST"])) as client:
        while child.poll() is None:
            for box in client.containers.list():
                if box.exec_run(["test", "-e", "results/begun"]).exit_code == 0:
                    return True
            wait.wait(0.1)
    return False
