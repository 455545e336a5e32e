"""Runs of stages as the window is given them: choices, an estimate in words, and the order of one."""

from functools import partial
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.values import Stage
from mlrbench_gui.services.jobs.stages import stages_order
from mlrbench_gui.ui.shell.newrun import RunChoices, RunPlan
from mlrbench_gui.ui.shell.wiring import StageRuns

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.jobs.kinds import JobOrder

_STAGES = (Stage.IDEA, Stage.LITERATURE, Stage.PROPOSAL, Stage.PAPER)
"""Stages that a model alone can do."""


def stage_runs_of(context: "Context") -> StageRuns:
    """What the window may do with stages over an open workspace."""
    return StageRuns(partial(_choices, context), partial(_estimate, context), partial(_order, context))


def _choices(context: "Context") -> RunChoices:
    from mlrbench_gui.infra.llm.scripted.server import PROFILE
    from mlrbench_gui.services.running.inputs import known_tasks

    profiles = context.models.profiles.all() if context.models is not None else ()
    names = (*(profile.name for profile in profiles), PROFILE)
    return RunChoices(known_tasks(context.workspace), names, _STAGES, PROFILE)


def _estimate(context: "Context", plan: RunPlan) -> str:
    from mlrbench_gui.services.running.chain import RunOrder
    from mlrbench_gui.services.running.estimating import estimate

    wish = plan.wish
    orders = [RunOrder(task, wish.stages, wish.mode, wish.gate) for task in plan.tasks]
    found = estimate(context.workspace, _profile(context, wish.agent), orders, {})
    before = f"{found.finished} stages are finished already. " if found.finished else ""
    if not found.calls:
        return f"{before}Nothing is left to ask."
    cost = "at an unknown price" if found.cost is None else f"for {found.cost:.2f} at most"
    sent, answered = f"{found.prompt_tokens:,}", f"{found.most_reply_tokens:,}"
    calls = f"{found.calls:,} call{'' if found.calls == 1 else 's'}"
    return f"{before}{calls}: about {sent} tokens sent, {answered} answered at most, {cost}."


def _order(context: "Context", plan: RunPlan) -> "JobOrder":
    return stages_order(plan.tasks, plan.wish, _profile(context, plan.wish.agent))


def _profile(context: "Context", name: str | None) -> "ModelProfile":
    from mlrbench_gui.app.compose import agent_profile

    if context.models is None:
        raise MissingPart("no model can be set here")
    return agent_profile(context.models, name)
