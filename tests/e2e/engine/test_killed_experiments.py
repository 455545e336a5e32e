"""Killed at any moment of its experiments, the program goes on: same result, no reply asked for twice, nothing left."""

import json
import random
import signal
import sqlite3
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing, suppress

import pytest

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.server import Script
from mlrbench_gui.services.catalogue import catalogue
from tests.e2e.engine.conftest import Program

pytestmark = [pytest.mark.e2e, pytest.mark.docker, pytest.mark.timeout(900)]
KILLS, CALLS = 20, 6
MORE = 1
"""Questions of a round that are answered after its moment: 20 rounds of 3 + 1 are less than 20 tasks of 6."""
TASKS = dict(list({task.title: task.id for task in catalogue().tasks}.items())[:20])
LOG = RelPath("agent_log.jsonl")
LONG = "experiment,paper"


class Moments:
    """Lets a test wait until so many questions of a round came; few more are answered in it, however fast all goes.

    So no machine is done with all its work before the last round.
    """

    def __init__(self) -> None:
        self._count, self._aim = 0, 1
        self._there = threading.Event()
        self._next = threading.Event()
        self.free()

    def aim(self, count: int) -> None:
        """Begin a round."""
        last, self._next = self._next, threading.Event()
        self._count, self._aim = 0, count
        self._there.clear()
        last.set()

    def free(self) -> None:
        """Let all questions be answered from now on."""
        self._next.set()

    def answer(self, asked: Asked) -> str:
        ended = self._next
        self._count += 1
        if self._count >= self._aim:
            self._there.set()
        if self._count > self._aim + MORE:
            ended.wait()
        return recorded_answer(asked)

    def reached(self, child: "subprocess.Popen[bytes]") -> bool:
        """Whether the moment came; False where the program ended before."""
        while not self._there.wait(0.05):
            if child.poll() is not None:
                return False
        return True


def assert_none_twice(program: Program, before: int, kept: Counter[str]) -> None:
    """No question since then is one whose reply was kept before."""
    for asked in program.script.asked[before:]:
        fences = dict(asked.fences())
        stage = "experiment" if "task.md" in fences else "paper"
        text = fences.get("task.md") or fences["task"]
        (task,) = (task for title, task in TASKS.items() if text.startswith(f"# {title}\n"))
        assert asked.answered >= kept[f"{program.run_name(task)}/{stage}/0"], (task, stage)


def kept_of(program: Program) -> Counter[str]:
    """How many replies are kept, by the scope that they were asked for; the file is sound."""
    with program.opened() as workspace:
        kept = Counter(call.scope for call in workspace.calls.of_scopes(""))
    with closing(sqlite3.connect(program.workspace)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return kept


def results_of(program: Program, names: Iterable[str]) -> dict[tuple[str, str], object]:
    """What runs hold, by task and path; of the record of what was done all but its times, which its hash tells too."""
    found: dict[tuple[str, str], object] = {}
    with program.opened() as workspace:
        for task in names:
            files = workspace.runs.files(program.run_name(task))
            log = files.sha256(LOG).encode()
            kept = {path: files.read(path) for path in files.paths() if path != LOG}
            found |= {(task, path): data.replace(log, b"log") for path, data in kept.items()}
            lines = [json.loads(line) for line in files.read(LOG).decode().splitlines()]
            for number, line in enumerate(lines):
                untimed = {k: v for k, v in line.items() if k not in {"at", "seconds", "run"}}
                found[task, f"{LOG}:{number}"] = json.dumps(untimed).replace(program.agent, "agent")
    return found


def test_that_runs_killed_twenty_times_in_their_experiments_end_as_runs_that_were_not(
    program: Callable[..., Program],
) -> None:
    moments, source = Moments(), random.Random(20)
    killed, whole = program(Script(answer=moments.answer)), program()
    tasks = tuple(TASKS.values())
    for one in (killed, whole):
        one.told(*tasks, stages="idea,literature,proposal")
    words = killed.of_run(*tasks, stages=LONG, more=("--jobs", "2"))
    kept, kills, left_at_once = kept_of(killed), 0, 0
    for _ in range(KILLS):
        moments.aim(source.randint(1, 3))
        before = len(killed.script.asked)
        with subprocess.Popen(
            words, env=killed.surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as child:
            if moments.reached(child):
                with suppress(subprocess.TimeoutExpired):
                    child.wait(source.uniform(0.0, 0.6))
            kills += child.poll() is None
            child.send_signal(signal.SIGKILL)
        assert_none_twice(killed, before, kept)
        kept = kept_of(killed)
        left_at_once += bool(killed.left())

    moments.free()
    before = len(killed.script.asked)
    told = killed.told(*tasks, stages=LONG)

    assert_none_twice(killed, before, kept)
    assert (kills, killed.left()) == (KILLS, [])
    assert left_at_once > 0, "no kill met an open box"
    stages = {scope.split("/")[-2] for scope in kept}
    assert stages >= set(LONG.split(",")), "no kill came as late as the papers"
    assert {stage["state"] for run in told["runs"] for stage in run["stages"]} == {"finished"}
    whole.told(*tasks, stages=LONG)
    assert results_of(killed, tasks) == results_of(whole, tasks)
    assert kept_of(killed).total() == kept_of(whole).total() == len(tasks) * (3 + CALLS)
