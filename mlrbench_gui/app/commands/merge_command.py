"""`merge`: take over what other workspaces hold, and list what people decided or reviewed differently."""

import argparse
import sys
from collections.abc import Sequence

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import check_workspace, opened
from mlrbench_gui.domain.disputes import Dispute
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.services.people.standing import RunStanding, standing


def run(options: argparse.Namespace) -> int:
    """Merge all the others, or none of them where one cannot be used."""
    for other in options.others:
        check_workspace(other)  # before a workspace is made for it
    with opened(options.workspace, create=not options.dry_run) as context:
        report = context.workspace.merge(options.others, keep=not options.dry_run)
        unsettled = [] if options.dry_run else [item for item in standing(context) if item.open]
    if options.json:
        emit_json(options.json, _json(report, unsettled, dry_run=options.dry_run))
    if options.json != "-":
        _print(report, dry_run=options.dry_run)
        for item in unsettled:
            print(f"  {item.run}: submitted reviews differ, {item.open} of {item.differences} to adjudicate")
    sys.stdout.flush()
    return 0


def _json(report: MergeReport, unsettled: Sequence[RunStanding], *, dry_run: bool) -> dict[str, object]:
    conflicts = [
        {**dispute.model_dump(mode="json"), "new": dispute in report.new_disputes}
        for dispute in report.disputes
    ]
    reviews = [{"run": item.run, "differences": item.differences, "open": item.open} for item in unsettled]
    return {
        "dry_run": dry_run,
        "added": dict(report.added),
        "conflicts": conflicts,
        "reviews_to_adjudicate": reviews,
    }


def _print(report: MergeReport, *, dry_run: bool) -> None:
    told = [f"{number} {kind.replace('_', ' ')}" for kind, number in report.added.items() if number]
    would = "would add " if dry_run else "added "
    print(would + (", ".join(told) if told else "nothing: all of it is here"))
    if report.disputes:
        new = len(report.new_disputes)
        print(f"{len(report.disputes)} conflicts to settle, {new} of them new")
    for dispute in report.disputes:
        print(_line(dispute))


def _line(dispute: Dispute) -> str:
    """The words as they were said, the one that counts meanwhile last."""
    words = "; ".join(f"{word.author} {word.at:%Y-%m-%d %H:%M} {word.says}" for word in dispute.words)
    place = f"{dispute.paper}: " if dispute.paper else ""
    return f"  {dispute.run} {dispute.topic} of {place}{' '.join(dispute.told.split())}\n    {words}"
