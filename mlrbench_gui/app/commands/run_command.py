"""`run`: stages of the benchmark on tasks, by a model of the user's or the scripted one."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.commands._shared_only import check_shared
from mlrbench_gui.app.compose import agent_model, agent_profile, experiment_agent, opened, say
from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.work import CancelToken, Event, Finished, Progress
from mlrbench_gui.services.experimenting.tool_loop import AgentBounds, Workplace
from mlrbench_gui.services.models.budget import Bounds, Budget
from mlrbench_gui.services.models.probing import reply_form
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.running.batch import BatchReport, run_batch
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.estimating import Estimate, estimate
from mlrbench_gui.services.running.inputs import Given, known_tasks, read_given
from mlrbench_gui.services.running.spending import purse_of
from mlrbench_gui.services.running.trying import Desk

if TYPE_CHECKING:
    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.services.context import Context, Models
    from mlrbench_gui.services.sharding import Share

_ALL = "all"
_FOR_ONE_MACHINE = ("shard", "inputs", "local_model", "limits", "again")


def run(options: argparse.Namespace) -> int:
    """Run the stages and print how each run ended; 1 where one ended early, 2 for a bad task, 3 for no model."""
    if options.cluster:
        check_shared(options, _FOR_ONE_MACHINE)
    with opened(options.workspace, create=True) as context:
        if context.models is None:
            raise MissingPart("no model can be set here")
        orders = _orders(context, options)
        share = _share(context, options, orders)
        if share is not None:
            orders = [order for order in orders if order.task in share.names]
            print(f"part {options.shard.part} of {options.shard.parts}: {len(orders)} tasks", file=sys.stderr)
        given = _given(context, options, [order.task for order in orders])
        if options.dry_run:
            return _tell_estimate(context, context.models, options, orders, given)
        report = (_run_on_cluster if options.cluster else _run)(
            context, context.models, options, orders, given
        )
        if share is not None:
            share.keep(len(report.outcomes))
    say(Finished())
    if options.json:
        emit_json(options.json, _json(report))
    if options.json != "-":
        _print(report)
    sys.stdout.flush()
    return _code(report)


def _orders(context: "Context", options: argparse.Namespace) -> list[RunOrder]:
    named = [task for task in options.tasks if task != _ALL]
    tasks = (*named, *known_tasks(context.workspace)) if len(named) < len(options.tasks) else named
    return [
        RunOrder(task, options.stages, options.mode, GatePolicy(options.gate), options.again)
        for task in dict.fromkeys(tasks)
    ]


def _share(context: "Context", options: argparse.Namespace, orders: Sequence[RunOrder]) -> "Share | None":
    """This machine's part of the tasks, noted in the workspace; an estimate notes nothing."""
    if options.shard is None:
        return None
    from mlrbench_gui.services.sharding import Whole, own_share

    how = (options.agent or "", options.mode, *options.stages)
    whole = Whole("run", how, tuple(order.task for order in orders))
    store = context.workspace.shards
    return own_share(store, context.clock, options.shard, whole, note=not options.dry_run)


def _given(context: "Context", options: argparse.Namespace, tasks: Sequence[str]) -> Mapping[str, Given]:
    if options.inputs is None:
        return {}
    tree = context.open_tree(options.inputs)
    try:
        return read_given(tree, tasks)
    finally:
        tree.close()


def _run(
    context: "Context",
    models: "Models",
    options: argparse.Namespace,
    orders: Sequence[RunOrder],
    given: Mapping[str, Given],
) -> BatchReport:
    cancel = CancelToken()
    with agent_model(models, options.agent, options.local_model) as client:
        if client.profile.note:
            print(f"mlrbench-gui: {client.profile.name} is {client.profile.note}", file=sys.stderr)
        purse = purse_of(context.workspace, client.profile, orders)
        budget = Budget(client.profile, _bounds(client.profile, options.budget), context.clock, purse)
        form = reply_form(client, models.forms, cancel)
        bounds, limits = bounds_of_experiments(options.limits, client.profile.stage_tokens)
        place = Workplace(options.image, limits, options.network, options.gpus)
        with experiment_agent(
            context.workspace, client, (form, models.forms), budget, place, bounds
        ) as agent:
            desk = Desk(
                context.workspace,
                client,
                form,
                budget,
                context.clock,
                context.audit_run,
                agent,
                context.press,
            )
            return run_batch(desk, orders, given, workers=options.jobs, cancel=cancel, emit=_say)


def _run_on_cluster(
    context: "Context",
    models: "Models",
    options: argparse.Namespace,
    orders: Sequence[RunOrder],
    _given: Mapping[str, Given],
) -> BatchReport:
    from mlrbench_gui.app.commands._run_together import run_together

    profile = agent_profile(models, options.agent)
    return run_together(context, options, profile, _bounds(profile, options.budget), orders, _say)


def _bounds(profile: "ModelProfile", asked: Mapping[str, float]) -> Bounds:
    """What was asked for; else what the profile allows in money and time."""
    tokens, minutes = asked.get("tokens"), asked.get("minutes")
    return Bounds(
        None if tokens is None else int(tokens),
        asked.get("money", profile.most_cost),
        profile.most_seconds if minutes is None else 60 * minutes,
    )


def bounds_of_experiments(asked: Mapping[str, float], reply_tokens: int) -> tuple[AgentBounds, Limits]:
    """What was asked for; else the defaults."""
    usual, box = AgentBounds(reply_tokens=reply_tokens), Workplace("").limits
    seconds = 60 * asked.get("minutes", box.seconds / 60)
    bounds = replace(
        usual,
        turns=int(asked.get("turns", usual.turns)),
        seconds=seconds,
        command_seconds=60 * asked.get("command", usual.command_seconds / 60),
    )
    return bounds, Limits(
        memory_mb=int(asked.get("memory", box.memory_mb)),
        cpus=asked.get("cpus", box.cpus),
        processes=int(asked.get("processes", box.processes)),
        seconds=seconds,
        output_mb=int(asked.get("disk", box.output_mb)),
        output_files=int(asked.get("files", box.output_files)),
        printed_mb=int(asked.get("printed", box.printed_mb)),
    )


def _say(event: Event) -> None:
    """A moving line on a terminal; elsewhere a line for each task that ended."""
    if isinstance(event, Progress) and not sys.stderr.isatty():
        print(f"{event.done} of {event.total} {event.text}", file=sys.stderr)
    say(event)


def _tell_estimate(
    context: "Context",
    models: "Models",
    options: argparse.Namespace,
    orders: Sequence[RunOrder],
    given: Mapping[str, Given],
) -> int:
    found = estimate(
        context.workspace, agent_profile(models, options.agent, options.local_model), orders, given
    )
    if options.json:
        emit_json(options.json, {"dry_run": asdict(found)})
    if options.json != "-":
        _print_estimate(found)
    return 0


def _print_estimate(found: Estimate) -> None:
    cost = "at an unknown cost" if found.cost is None else f"for {found.cost:.4f} at most"
    print(
        f"{found.calls} calls, {found.finished} stages finished before, {found.by_agent} experiments by an agent"
    )
    print(f"about {found.prompt_tokens:,} tokens sent, {found.most_reply_tokens:,} answered at most, {cost}")


def _json(report: BatchReport) -> dict[str, object]:
    return {
        "runs": [
            {
                "run": outcome.run,
                "task": outcome.order.task,
                "ended": outcome.ended,
                "stages": [record.model_dump(mode="json") for record in outcome.records],
            }
            for outcome in report.outcomes
        ],
        "failures": [asdict(failure) for failure in report.failures],
        "left": list(report.left),
        "stopped": None if report.stopped is None else str(report.stopped),
        "account": asdict(report.account),
    }


def _print(report: BatchReport) -> None:
    for outcome in report.outcomes:
        states = "  ".join(f"{record.stage} {record.state}" for record in outcome.records)
        print(f"{outcome.run}  {states}")
        for told in (*(record.note for record in outcome.records), outcome.ended):
            if told:
                print(f"  {told}")
    for failure in report.failures:
        print(f"  {failure.reason}")
    print(f"{len(report.outcomes)} runs; {_used(report.account)}")
    if report.stopped is not None:
        print(f"{len(report.left)} not done: {report.stopped}")


def _used(used: Account) -> str:
    cost = "an unknown cost" if used.cost is None else f"{used.cost:.4f}"
    return f"{used.calls} calls, {used.tokens:,} tokens, {cost}"


def _code(report: BatchReport) -> int:
    if isinstance(report.stopped, MissingPart):
        print(f"mlrbench-gui: {report.stopped}", file=sys.stderr)
        return 3
    if report.failures:
        print(f"mlrbench-gui: {report.failures[0].reason}", file=sys.stderr)
        return 2
    return 1 if report.stopped is not None or any(outcome.ended for outcome in report.outcomes) else 0
