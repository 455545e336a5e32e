"""`info`: what the workspace holds, what people differ on, and what of shared-out work is missing."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.sharding import PlanState, plans_of
from mlrbench_gui.services.people.standing import RunStanding, standing
from mlrbench_gui.services.ports.workspace import Workspace


def run(options: argparse.Namespace) -> int:
    """Print the numbers; parts that are missing stand last, where they are seen."""
    with opened(options.workspace) as context:
        told = _told(context.workspace) | _reviews(standing(context))
        plans = plans_of(context.workspace.shards.all())
    if options.json:
        parts = [{**asdict(plan), "complete": plan.complete} for plan in plans]
        emit_json(options.json, {"workspace": str(options.workspace), **told, "shards": parts})
    if options.json != "-":
        for what, number in told.items():
            of = f" of {told['runs']}" if what in {"audited", "up_to_date"} else ""
            print(f"{what.replace('_', ' '):<10} {number}{of}")
        for plan in plans:
            print(plan.told())
    sys.stdout.flush()
    return 0


def tell_gaps(workspace: Workspace) -> None:
    """A line on stderr for each whole of which something is missing: a mean over a part must not look like all."""
    for plan in plans_of(workspace.shards.all()):
        if not plan.complete:
            print(f"mlrbench-gui: {_gap(plan)}", file=sys.stderr)


def _gap(plan: PlanState) -> str:
    return f"not all of the work is here: {plan.told()}; merge the rest first"


def _reviews(runs: Sequence[RunStanding]) -> dict[str, int]:
    """Runs with a submitted review of a person, and differences of such reviews on which nothing is agreed."""
    return {
        "reviewed": sum(bool(item.submitted) for item in runs),
        "to_settle": sum(item.open for item in runs),
    }


def _told(workspace: Workspace) -> dict[str, int]:
    rows = workspace.runs.rows()
    audited = [row for row in rows if row.audited_at is not None]
    return {
        "runs": len(rows),
        "audited": len(audited),
        "up_to_date": sum(not row.stale for row in audited),
        "decided": sum(row.decided for row in rows),
        "conflicts": len(workspace.disputes()),
    }
