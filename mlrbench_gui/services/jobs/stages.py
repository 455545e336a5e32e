"""Stages of the benchmark as a job: a step a task. What is finished is not done again, and no stored reply asked for.

One budget for all tasks and all attempts: what was spent before a pause, a failure or a crash counts.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError, ReplyUnusable
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.stages import GatePolicy, StageState
from mlrbench_gui.domain.values import Mode, Stage
from mlrbench_gui.domain.work import CancelToken, RunsChanged, Step
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.bounds import left_of
from mlrbench_gui.services.jobs.kinds import CONTAINERS, Hands, JobKind, JobOrder, endpoint
from mlrbench_gui.services.ports.boxes import ExperimentAgent
from mlrbench_gui.services.ports.models import ModelClient

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ReplyForm
    from mlrbench_gui.services.models.budget import Budget
    from mlrbench_gui.services.running.chain import RunOrder
    from mlrbench_gui.services.running.inputs import Given
    from mlrbench_gui.services.running.trying import Desk

STAGES = "run"


@dataclass(frozen=True, slots=True)
class StagesWish:
    """Which stages, how, by which profile, within which bounds; None is no bound of the job's own.

    `minutes` bounds the time of work, pauses not counted. `inputs` is a folder of given files, `local_model` a model's
    file in place of a profile. Experiments are done in `image` (None: the usual one), with `network` and `gpus`.
    """

    stages: tuple[Stage, ...]
    mode: Mode = Mode.STEPWISE
    gate: GatePolicy = GatePolicy.STRICT
    agent: str | None = None
    tokens: int | None = None
    money: float | None = None
    minutes: float | None = None
    inputs: str | None = None
    local_model: str | None = None
    image: str | None = None
    network: str | None = None
    gpus: int = 0


OpenModel = Callable[[StagesWish], AbstractContextManager[ModelClient]]
"""The client of the wished profile, the first where none is named."""

OpenAgent = Callable[
    ["StagesWish", ModelClient, "ReplyForm", "Budget"], AbstractContextManager[ExperimentAgent]
]
"""Who does the experiments of a job."""


def stages_order(tasks: Sequence[str], wish: StagesWish, profile: ModelProfile) -> JobOrder:
    """Run these stages on these tasks."""
    named = ", ".join(wish.stages)
    title = f"Run {named} of {tasks[0]}" if len(tasks) == 1 else f"Run {named} of {len(tasks)} tasks"
    engine = (CONTAINERS,) if Stage.EXPERIMENT in wish.stages else ()
    return JobOrder(STAGES, title, tuple(tasks), json.dumps(asdict(wish)), (endpoint(profile), *engine))


def stages_kind(ctx: Context, open_model: OpenModel, open_agent: OpenAgent) -> JobKind:
    """Stages by the models that the user has set, experiments by the agent of these."""
    return JobKind(STAGES, "run of stages", lambda job: _opened(ctx, job, open_model, open_agent))


def given_files(ctx: Context, folder: str | None, tasks: Sequence[str]) -> "Mapping[str, Given]":
    """What lies in the folder for these tasks. Raises InputError."""
    from mlrbench_gui.services.running.inputs import read_given

    if folder is None:
        return {}
    with closing(ctx.open_tree(Path(folder))) as tree:
        return read_given(tree, tasks)


def _opened(ctx: Context, job: Job, open_model: OpenModel, open_agent: OpenAgent) -> "_Stages":
    from mlrbench_gui.services.models.budget import Bounds, Budget
    from mlrbench_gui.services.models.probing import reply_form
    from mlrbench_gui.services.running.trying import Desk

    if ctx.models is None:
        raise InputError("no model can be set here")
    wish = _wish(json.loads(job.order))
    with ExitStack() as stack:
        client = stack.enter_context(open_model(wish))
        seconds = None if wish.minutes is None else 60.0 * wish.minutes
        bounds = left_of(Bounds(wish.tokens, _money(wish, client), seconds), job)
        budget = Budget(client.profile, bounds, ctx.clock)
        form = reply_form(client, ctx.models.forms, CancelToken())
        agent = None
        if Stage.EXPERIMENT in wish.stages:
            agent = stack.enter_context(open_agent(wish, client, form, budget))
        desk = Desk(ctx.workspace, client, form, budget, ctx.clock, ctx.audit_run, agent, press=ctx.press)
        given = given_files(ctx, wish.inputs, job.subjects)
        return _Stages(job, wish, desk, given, stack.pop_all())


def _wish(told: Mapping[str, object]) -> StagesWish:
    from pydantic import TypeAdapter

    return TypeAdapter(StagesWish).validate_python(told)


def _money(wish: StagesWish, client: ModelClient) -> float | None:
    return wish.money if wish.money is not None else client.profile.most_cost


@dataclass(slots=True)
class _Stages:
    job: Job
    wish: StagesWish
    desk: "Desk"
    given: "Mapping[str, Given]"
    stack: ExitStack
    independent: bool = True
    blocked: list[str] = field(default_factory=list)

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        from mlrbench_gui.services.running.chain import run_chain
        from mlrbench_gui.services.running.inputs import Given
        from mlrbench_gui.services.running.publishing import publish

        given = self.given.get(step, Given())
        outcome = run_chain(self.desk, self._order(step), given, cancel=hands.cancel, emit=hands.emit)
        changed = publish(self.desk.workspace, [outcome.run])
        hands.emit(RunsChanged(changed, "running"))
        for record in outcome.records:
            if record.note:
                hands.emit(Step(f"{step}, {record.stage}: {record.note}"))
        last = outcome.records[-1]
        if last.state is StageState.BLOCKED:
            self.blocked.append(step)
            hands.emit(Step(f"{step}: the gate lets no {last.stage} be made: {last.reason}"))
        elif last.state is not StageState.FINISHED:
            raise ReplyUnusable(f"{step}, {last.stage}: {last.reason}")

    def outcome(self) -> str:
        many = len(self.job.subjects)
        told = f"{many} task{'' if many == 1 else 's'} done"
        return f"{told}, {len(self.blocked)} stopped by the gate" if self.blocked else told

    def close(self) -> None:
        self.stack.close()

    def _order(self, task: str) -> "RunOrder":
        from mlrbench_gui.services.running.chain import RunOrder

        return RunOrder(task, self.wish.stages, self.wish.mode, self.wish.gate)
