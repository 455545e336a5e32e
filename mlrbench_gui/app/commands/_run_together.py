"""`run --cluster` and `judge --cluster`: stages and reviews by the workers of a cluster on a shared workspace."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlrbench_gui.app.cluster_desk import card_of
from mlrbench_gui.services.errands import Errand, TogetherReport, Used, do_together
from mlrbench_gui.services.jobs.judging import JUDGE, JudgesWish, judge_order
from mlrbench_gui.services.jobs.stages import STAGES, StagesWish, stages_order
from mlrbench_gui.services.models.budget import Bounds, Purse
from mlrbench_gui.services.running.batch import BatchReport, Failure
from mlrbench_gui.services.running.chain import RunOrder, kept_outcome
from mlrbench_gui.services.running.spending import purse_of

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.domain.work import Emit
    from mlrbench_gui.services.context import Context


def run_together(
    context: "Context",
    options: argparse.Namespace,
    profile: "ModelProfile",
    bounds: Bounds,
    orders: Sequence[RunOrder],
    emit: "Emit",
) -> BatchReport:
    """What came of these orders: what workers made stands in the tables."""
    tasks = [order.task for order in orders]
    wish = StagesWish(
        options.stages,
        options.mode,
        orders[0].policy,
        options.agent,
        bounds.tokens,
        bounds.cost,
        None if bounds.seconds is None else bounds.seconds / 60,
        image=options.image,
        network=options.network,
        gpus=options.gpus,
    )
    purse = purse_of(context.workspace, profile, orders)
    work = Errand(
        STAGES, stages_order(tasks, wish, profile).wishes, "", Used(purse.tokens, purse.cost or 0.0)
    )
    report = _together(context, options, work, tasks, bounds, emit)
    done = set(report.done)
    return BatchReport(
        tuple(kept_outcome(context.workspace, profile.name, order) for order in orders if order.task in done),
        tuple(Failure(*item) for item in report.failures.items()),
        report.left,
        report.stopped,
    )


def judge_together(
    context: "Context",
    options: argparse.Namespace,
    wish: JudgesWish,
    runs: "Sequence[RunName]",
    spent: Purse,
    emit: "Emit",
) -> TogetherReport:
    """Ask the panel about these runs; each worker seats it anew, and what it is told stands in the tables."""
    work = Errand(JUDGE, judge_order(runs, wish, ()).wishes, "", Used(spent.tokens, spent.cost or 0.0))
    return _together(context, options, work, runs, wish.bounds, emit)


def _together(
    context: "Context",
    options: argparse.Namespace,
    work: Errand,
    steps: Sequence[str],
    bounds: Bounds,
    emit: "Emit",
) -> TogetherReport:
    from mlrbench_gui.infra.cluster.crew import crew_at

    with crew_at(options.cluster, options.tls, card_of(context)) as crew:
        return do_together(crew, work, steps, bounds, context.clock, emit)
