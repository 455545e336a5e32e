"""`jobs`: the queue of a workspace without a window: what stands in it, start, resume, cancel, clear."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._bounds import panel_bounds
from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import agent_profile, opened, rerun_image, say
from mlrbench_gui.domain import jobs as rules
from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.jobs import RESUMABLE, Job, JobState
from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.work import Finished
from mlrbench_gui.services.jobs.audits import AUDIT, audit_order
from mlrbench_gui.services.jobs.judging import JUDGE, JudgesWish, judge_order
from mlrbench_gui.services.jobs.opinions import OPINIONS, opinions_order
from mlrbench_gui.services.jobs.reruns import rerun_order
from mlrbench_gui.services.jobs.stages import STAGES, StagesWish, stages_order
from mlrbench_gui.services.jobs.waiting import wait_for
from mlrbench_gui.services.naming import resolve_runs
from mlrbench_gui.services.running.inputs import known_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.jobs.kinds import JobOrder
    from mlrbench_gui.services.jobs.scheduler import Scheduler

_SHOWN_ID = 8


def run(options: argparse.Namespace) -> int:
    """Do the asked verb; 1 where a job that was waited for did not come to a good end."""
    with opened(options.workspace, create=getattr(options, "kind", "") == STAGES) as context:
        if context.jobs is None:
            raise MissingPart("no queue of jobs is here")
        queue = context.jobs
        queue.refresh()
        match options.verb:
            case "list":
                return _list(queue, options)
            case "start":
                return _to_the_end(queue, [queue.submit(order) for order in _orders(context, options)])
            case "resume":
                return _resume(queue, options.jobs)
            case "cancel":
                for job in _named(queue, options.jobs):
                    queue.cancel(job.id)
                    print(f"{job.id[:_SHOWN_ID]}  cancelled    {job.title}")
                return 0
            case _:
                print(f"{queue.forget_ended()} jobs that were over are cleared")
                return 0


def _list(queue: "Scheduler", options: argparse.Namespace) -> int:
    jobs = [standing.job for standing in queue.standings()]
    if options.json:
        emit_json(options.json, [job.model_dump(mode="json") for job in jobs])
    if options.json != "-":
        for job in jobs:
            print(_line(job, rules.seconds(job, queue.clock())))
    sys.stdout.flush()
    return 0


def _orders(context: "Context", options: argparse.Namespace) -> list["JobOrder"]:
    if options.kind == STAGES:
        return [_stages_of(context, options)]
    runs = resolve_runs(context.workspace.runs.names(), options.runs)
    if options.kind == JUDGE:
        return [_judges_of(context, runs, options)]
    if options.kind == AUDIT:
        return [audit_order(runs)]
    if options.kind == OPINIONS:
        return [_opinions_of(context, run) for run in runs]
    from mlrbench_gui.services.rerunning.rerun import RerunOrder

    return [rerun_order(runs, RerunOrder(rerun_image()))]


def _stages_of(context: "Context", options: argparse.Namespace) -> "JobOrder":
    if context.models is None:
        raise MissingPart("no model can be set here")
    tokens = options.budget.get("tokens")
    wish = StagesWish(
        options.stages,
        options.mode,
        GatePolicy(options.gate),
        options.agent,
        None if tokens is None else int(tokens),
        options.budget.get("money"),
        options.budget.get("minutes"),
        inputs=_absolute(options.inputs),
        local_model=_absolute(options.local_model),
        image=options.image,
        network=options.network,
        gpus=options.gpus,
    )
    tasks = known_tasks(context.workspace) if options.runs == ["all"] else tuple(dict.fromkeys(options.runs))
    return stages_order(tasks, wish, agent_profile(context.models, options.agent, options.local_model))


def _judges_of(context: "Context", runs: "Sequence[RunName]", options: argparse.Namespace) -> "JobOrder":
    if context.models is None:
        raise MissingPart("no model can be set here")
    models = context.models
    profiles = [agent_profile(models, name) for name in options.panel or (None,)]
    bounds = panel_bounds(options.budget)
    wish = JudgesWish(options.stages, options.panel, options.repeat, options.with_code, bounds)
    return judge_order(runs, wish, profiles)


def _absolute(path: "Path | None") -> str | None:
    """A job may go on from another folder."""
    return None if path is None else str(path.resolve())


def _opinions_of(context: "Context", run: "RunName") -> "JobOrder":
    from mlrbench_gui.services.opinions.asking import OpinionOrder

    if context.models is None:
        raise MissingPart("no model can be set here")
    return opinions_order(OpinionOrder(run), context.models.profiles.get(None))


def _resume(queue: "Scheduler", ids: Sequence[str]) -> int:
    """Those that are named, failed and cancelled ones too; else all that wait for somebody."""
    waiting = [item.job for item in queue.standings() if item.job.state in RESUMABLE]
    jobs = _named(queue, ids) if ids else waiting
    for job in jobs:
        queue.go_on(job.id)
    if not jobs:
        print("no job waits to be resumed")
    return _to_the_end(queue, jobs)


def _to_the_end(queue: "Scheduler", jobs: Sequence[Job]) -> int:
    ended = wait_for(queue, [job.id for job in jobs], say)
    say(Finished())
    for job in ended:
        print(_line(job, job.worked_s))
    sys.stdout.flush()
    return int(any(job.state is not JobState.DONE for job in ended))


def _named(queue: "Scheduler", ids: Sequence[str]) -> list[Job]:
    """The jobs whose ids begin so. Raises InputError for a beginning that fits none or several."""
    jobs = [standing.job for standing in queue.standings()]
    found = []
    for text in ids:
        fitting = [job for job in jobs if job.id.startswith(text)]
        if len(fitting) != 1:
            many = "no job begins" if not fitting else f"{len(fitting)} jobs begin"
            raise InputError(f"{text}: {many} with that; see `jobs list`")
        found += fitting
    return found


def _line(job: Job, seconds: float) -> str:
    steps = f"{len(job.finished)} of {len(job.steps)}" if job.steps else ""
    told = job.reason or job.outcome
    return f"{job.id[:_SHOWN_ID]}  {job.state:<11}  {steps:>10}  {seconds:7.1f} s  {job.title}" + (
        f": {told}" if told else ""
    )
