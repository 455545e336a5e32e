"""Runs of stages as the window is given them: choices, an estimate, and the order of one."""

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.services.jobs.stages import given_files, stages_order
from mlrbench_gui.ui.shell.newrun.choices import AgentChoice, AgentKind, RunChoices, RunPlan, TaskChoice
from mlrbench_gui.ui.shell.wiring import StageRuns

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.jobs.kinds import JobOrder
    from mlrbench_gui.services.jobs.stages import StagesWish
    from mlrbench_gui.services.ports.workspace import Workspace
    from mlrbench_gui.services.running.estimating import Estimate

_LOCAL = "A model's file"
_SHOWN_COMMAND = 60


def stage_runs_of(context: "Context") -> StageRuns:
    """What the window may do with stages over an open workspace."""
    return StageRuns(
        partial(_choices, context), partial(_estimate, context), partial(_order, context), _no_engine
    )


def _choices(context: "Context") -> RunChoices:
    from mlrbench_gui.app.compose import rerun_image

    profiles = context.models.profiles.all() if context.models is not None else ()
    agents = (*map(_of_profile, profiles), _scripted(), _local())
    return RunChoices(_tasks(context.workspace), agents, rerun_image())


def _tasks(workspace: "Workspace") -> tuple[TaskChoice, ...]:
    """All that have a text, those of the catalogue with what it knows of them."""
    from mlrbench_gui.services.catalogue import catalogue
    from mlrbench_gui.services.running.inputs import known_tasks

    known = {
        task.id: TaskChoice(task.id, task.title, f"{task.venue} {task.year}", task.topic)
        for task in catalogue().tasks
    }
    return tuple(known.get(id_, TaskChoice(id_, id_)) for id_ in known_tasks(workspace))


def _of_profile(profile: "ModelProfile") -> AgentChoice:
    coder = profile.coder
    if coder is None:
        return AgentChoice(profile.name, AgentKind.OWN, f"{profile.model} at {profile.host}")
    command = " ".join(coder.command.split())
    shown = f"{command[:_SHOWN_COMMAND]}…" if len(command) > _SHOWN_COMMAND else command
    return AgentChoice(profile.name, AgentKind.OUTSIDE, f"{profile.model}; experiments by {shown}")


def _scripted() -> AgentChoice:
    from mlrbench_gui.infra.llm.scripted.server import PROFILE

    return AgentChoice(PROFILE, AgentKind.SCRIPTED, "Recorded answers, no model is asked")


def _local() -> AgentChoice:
    there = find_spec("xllamacpp") is not None
    lacks = "" if there else "A model's file needs `pip install mlrbench-gui[local-model]`."
    return AgentChoice(_LOCAL, AgentKind.LOCAL, "Runs on this machine; its scores are no judgement", lacks)


def _no_engine() -> str:
    """Why no experiment can be done here, empty where one can."""
    from mlrbench_gui.infra.sandbox.connecting import connect

    try:
        connect().close()
    except MissingPart as error:
        words = str(error)
        return f"{words[0].upper()}{words[1:]}."
    return ""


def _estimate(context: "Context", plan: RunPlan) -> "Estimate":
    from mlrbench_gui.services.running.chain import RunOrder
    from mlrbench_gui.services.running.estimating import estimate

    wish = plan.wish
    orders = [RunOrder(task, wish.stages, wish.mode, wish.gate) for task in plan.tasks]
    given = given_files(context, wish.inputs, plan.tasks)
    return estimate(context.workspace, _profile(context, wish), orders, given)


def _order(context: "Context", plan: RunPlan) -> "JobOrder":
    return stages_order(plan.tasks, plan.wish, _profile(context, plan.wish))


def _profile(context: "Context", wish: "StagesWish") -> "ModelProfile":
    from mlrbench_gui.app.compose import agent_profile, local_file

    if context.models is None:
        raise MissingPart("no model can be set here")
    return agent_profile(context.models, wish.agent, local_file(wish))
