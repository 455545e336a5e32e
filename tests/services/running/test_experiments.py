"""An experiment in a run: what was broken off is kept and goes on, what it lacks is told, and who does it counts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from mlrbench_gui.domain.coders import CoderProfile
from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord, StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Stage
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.publishing import publish

TASK = "iclr2025_wsl"
RUN = RunName(f"end2end_scripted/{TASK}")
ORDER = RunOrder(TASK, (Stage.IDEA, Stage.PROPOSAL, Stage.EXPERIMENT), Mode.END_TO_END)
HALF = {RelPath("agent_log.jsonl"): b'{"kind": "head"}\n', RelPath("code/half.py"): b"1\n"}
WHOLE = {RelPath("agent_log.jsonl"): b'{"kind": "head"}\n', RelPath("code/whole.py"): b"1\n"}
Bench = Any


class Changing:
    """An agent whose records are another's with something changed."""

    def __init__(self, agent: Any, **change: object) -> None:
        self.agent, self.change = agent, change

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:
        record: ExperimentRecord = self.agent.run(inputs, cancel, emit)
        return replace(record, **self.change)  # type: ignore[arg-type]


def test_that_what_a_stopped_experiment_did_is_kept_and_the_same_try_goes_on(
    bench: Callable[..., Bench], worker: Callable[..., Any]
) -> None:
    made = bench()
    stopped = Changing(worker(HALF, "it was cancelled"), stopped=Cancelled("cancelled"))
    with pytest.raises(Cancelled):
        made.chain(ORDER, agent=stopped)
    kept = made.workspace.stages.of_run(RUN)[-1]
    assert (kept.state, kept.reason, kept.attempt) == (StageState.STOPPED, "it was cancelled", 0)
    assert made.workspace.stages.files(kept) == HALF
    assert {"agent_log.jsonl", "code/half.py"} <= set(made.workspace.runs.files(RUN).paths())

    outcome = made.chain(ORDER, agent=worker(WHOLE))
    assert (outcome.ended, outcome.records[-1].attempt) == (None, 0)


def test_that_a_stopped_try_does_not_take_the_place_of_one_that_was_finished(
    bench: Callable[..., Bench], worker: Callable[..., Any]
) -> None:
    made = bench()
    assert made.chain(ORDER, agent=worker(WHOLE)).ended is None
    stopped = Changing(worker(HALF, "it was cancelled"), stopped=Cancelled("cancelled"))
    with pytest.raises(Cancelled):
        made.chain(replace(ORDER, again=True), agent=stopped)
    assert "code/whole.py" in made.workspace.runs.files(RUN).paths()
    assert "code/half.py" not in made.workspace.runs.files(RUN).paths()


def test_that_a_failed_try_does_not_take_the_place_of_one_that_was_finished_but_of_another_failed_one(
    bench: Callable[..., Bench], worker: Callable[..., Any]
) -> None:
    made = bench()

    def paths(files: Mapping[RelPath, bytes], reason: str = "") -> set[RelPath]:
        ended = made.chain(replace(ORDER, again=True), agent=worker(files, reason)).ended
        assert ended == (reason or None)
        publish(made.workspace, [RUN])
        return {path for path in made.workspace.runs.files(RUN).paths() if path.startswith("code/")}

    assert paths({RelPath("code/first.py"): b"1"}, "it failed") == {"code/first.py"}
    assert paths({RelPath("code/next.py"): b"1"}, "it failed again") == {"code/next.py"}
    assert paths(WHOLE) == {"code/whole.py"}
    assert paths(HALF, "it failed once more") == {"code/whole.py"}


def test_that_what_a_finished_experiment_lacks_stands_in_its_record(
    bench: Callable[..., Bench], worker: Callable[..., Any]
) -> None:
    outcome = bench().chain(ORDER, agent=Changing(worker(WHOLE), note="no transcript"))
    assert outcome.ended is None
    assert (outcome.records[-1].state, outcome.records[-1].note) == (StageState.FINISHED, "no transcript")


def test_that_another_coding_agent_does_the_experiment_anew(
    bench: Callable[..., Bench], worker: Callable[..., Any]
) -> None:
    agent = worker(WHOLE)
    bench().chain(ORDER, agent=agent)
    coder = CoderProfile.model_validate({"command": "mycli", "transcript": "events"})
    for _ in range(2):
        bench(coder=coder).chain(ORDER, agent=agent)
    assert len(agent.asked) == 2
