"""`opinions`: ask a model for a second opinion on claims that the rules leave open, or print those that are kept."""

import argparse
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.opinions import Opinion, OpinionState
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.services.naming import resolve_run
from mlrbench_gui.services.opinions.asking import OpinionOrder, OpinionReport, ask_opinions
from mlrbench_gui.services.reviewing import load_view

if TYPE_CHECKING:
    from mlrbench_gui.services.context import Context

_STATES = {OpinionState.INVALID: "not readable", OpinionState.REFUSED: "no answer"}


def run(options: argparse.Namespace) -> int:
    """Ask and print what was said; a bound that was reached ends it early and is told."""
    with opened(options.workspace) as context:
        name = resolve_run(context.workspace.runs.names(), options.run)
        if options.kept:
            report = OpinionReport(context.workspace.opinions.of_run(name), 0, 0, None, 0, None)
        else:
            report = _ask(context, name, options)
        say(Finished())
        ids = {
            (item.current.paper, item.current.fingerprint): item.current.id
            for item in load_view(context, name).review.claims
        }
    if options.json:
        emit_json(options.json, _json(name, report))
    if options.json != "-":
        _print(report, [ids.get((item.paper, item.fingerprint), "gone") for item in report.given])
        if not options.kept:
            print(_summary(report))
    sys.stdout.flush()
    return 0


def _ask(context: "Context", name: RunName, options: argparse.Namespace) -> OpinionReport:
    if context.models is None:
        raise MissingPart("no model can be set here")
    order = OpinionOrder(
        name,
        claims=options.claims,
        most_claims=options.most_claims,
        most_tokens=options.most_tokens,
        most_cost=options.most_cost,
    )
    client = context.models.connect(context.models.profiles.get(options.profile))
    try:
        return ask_opinions(context, client, order, cancel=CancelToken(), emit=say)
    finally:
        client.close()


def _json(name: RunName, report: OpinionReport) -> dict[str, object]:
    return {
        "run": name,
        "opinions": [item.model_dump(mode="json") for item in report.given],
        "known": report.known,
        "left": report.left,
        "stopped": report.stopped,
        "tokens": report.tokens,
        "cost": report.cost,
    }


def _print(report: OpinionReport, ids: Sequence[str]) -> None:
    for item, claim in zip(report.given, ids, strict=True):
        print(f"{claim:<6} {_answer(item):<15} {item.model}")
        for line in textwrap.wrap(item.words, 100):
            print(f"       {line}")


def _answer(item: Opinion) -> str:
    return item.verdict.value if item.verdict is not None else _STATES[item.state]


def _summary(report: OpinionReport) -> str:
    cost = "at an unknown cost" if report.cost is None else f"for {report.cost:.4f}"
    told = [f"{len(report.given)} opinions, {report.tokens:,} tokens {cost}"]
    if report.known:
        told.append(f"{report.known} questions were answered before")
    if report.stopped is not None:
        told.append(f"{report.left} not asked: {report.stopped}")
    return "; ".join(told) + ". No verdict was changed."
