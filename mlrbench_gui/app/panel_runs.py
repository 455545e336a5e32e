"""Judges' reviews as the window is given them: who can be asked, an estimate, and the order of one."""

from functools import partial
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.services.jobs.judging import judge_order
from mlrbench_gui.ui.shell.panel.choices import JudgeChoice, PanelPlan
from mlrbench_gui.ui.shell.wiring import PanelRuns

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.jobs.kinds import JobOrder
    from mlrbench_gui.services.judging.estimating import PanelEstimate


def panel_runs_of(context: "Context") -> PanelRuns:
    """What the window may do with judges over an open workspace."""
    return PanelRuns(
        partial(_choices, context),
        partial(_estimate, context),
        partial(_order, context),
        partial(_worth, context),
    )


def _choices(context: "Context") -> tuple[JudgeChoice, ...]:
    """The user's profiles, and the script."""
    from mlrbench_gui.infra.llm.scripted.server import PROFILE

    profiles = context.models.profiles.all() if context.models is not None else ()
    return (
        *(JudgeChoice(profile.name, f"{profile.model} at {profile.host}") for profile in profiles),
        JudgeChoice(PROFILE, "Recorded answers, no model is asked", script=True),
    )


def _worth(context: "Context") -> "dict[str, str]":
    """What the scores of each profile are worth, in words; nothing where no person's scores are there."""
    from mlrbench_gui.domain.calibration import own_judge
    from mlrbench_gui.services.judging.calibrating import calibration_of

    profiles = context.models.profiles.all() if context.models is not None else ()
    calibration = calibration_of(context.workspace) if profiles else None
    if calibration is None or not calibration.people:
        return {}
    return {item.name: calibration.words(own_judge(item.name, with_code=True)) for item in profiles}


def _estimate(context: "Context", plan: PanelPlan) -> "PanelEstimate":
    from mlrbench_gui.services.judging.estimating import estimate_panel
    from mlrbench_gui.services.judging.subjects import subjects_of

    wish = plan.wish
    subjects, lacking = subjects_of(context, plan.runs, wish.stages, with_code=wish.with_code)
    if not subjects:
        raise InputError(f"{lacking[0].run}: has {lacking[0].reason}, so that there is nothing to judge")
    return estimate_panel(context, _profiles(context, plan), subjects, wish.repeats)


def _order(context: "Context", plan: PanelPlan) -> "JobOrder":
    return judge_order(plan.runs, plan.wish, _profiles(context, plan))


def _profiles(context: "Context", plan: PanelPlan) -> "list[ModelProfile]":
    from mlrbench_gui.app.compose import agent_profile

    if context.models is None:
        raise MissingPart("no model can be set here")
    return [agent_profile(context.models, name) for name in plan.wish.judges]
