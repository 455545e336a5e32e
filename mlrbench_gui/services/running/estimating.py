"""What a batch would ask before it begins: calls, tokens and cost at most, from the inputs that are there by now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.stages import STAGE_ORDER, StageState, made_run_name
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.prompts import load_prompt
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.inputs import Given, task_text
from mlrbench_gui.services.running.questions import PROMPTS

_BYTES_A_TOKEN = 3.5
_LIKELY: Mapping[Stage, int] = {
    Stage.IDEA: 700,
    Stage.LITERATURE: 1_500,
    Stage.PROPOSAL: 1_800,
    Stage.EXPERIMENT: 15_000,
}
"""Tokens that the product of a stage takes in later questions, where it is not there yet."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is left to ask. Replies count with all that they may have, mending not at all; `cost` None: no price known.

    `finished` stages are not asked again; `by_agent` are experiments, whose calls nobody can tell before.
    """

    calls: int
    finished: int
    by_agent: int
    prompt_tokens: int
    most_reply_tokens: int
    cost: float | None


def estimate(
    workspace: Workspace, profile: ModelProfile, orders: Sequence[RunOrder], given: Mapping[str, Given]
) -> Estimate:
    """Count the calls that these orders would make. Nothing is asked. Raises InputError for an unknown task."""
    calls, finished, by_agent, prompt = 0, 0, 0, 0
    for order in orders:
        text = task_text(workspace, order.task)
        done = _finished(workspace, profile, order)
        for stage in STAGE_ORDER:
            if stage not in order.stages:
                continue
            if stage in done and not order.again:
                finished += 1
            elif stage is Stage.EXPERIMENT:
                by_agent += 1
            else:
                calls += 1
                prompt += _prompt_tokens(profile, stage, text, given.get(order.task, Given()))
    reply = calls * profile.stage_tokens
    return Estimate(calls, finished, by_agent, prompt, reply, profile.cost(prompt, reply))


def _finished(workspace: Workspace, profile: ModelProfile, order: RunOrder) -> set[Stage]:
    run = made_run_name(profile.name, order.task, order.mode)
    return {r.stage for r in workspace.stages.of_run(run) if r.state is StageState.FINISHED}


def _prompt_tokens(profile: ModelProfile, stage: Stage, task: str, given: Given) -> int:
    """The prompt, the task, and what goes before the stage: as given where it was, else as it mostly is."""
    prompt = load_prompt(PROMPTS[stage], profile.prompts)
    size = len((prompt.system + prompt.user + task).encode())
    tokens = size / _BYTES_A_TOKEN
    for before in STAGE_ORDER[: STAGE_ORDER.index(stage)]:
        files: Mapping[RelPath, bytes] = given.experiment if before is Stage.EXPERIMENT else {}
        there = len(given.text(before).encode()) + sum(map(len, files.values()))
        tokens += there / _BYTES_A_TOKEN if there else _LIKELY[before]
    return round(tokens)
