"""`assign`: gives runs to reviewers, or takes them away."""

import argparse

from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.services.naming import resolve_runs
from mlrbench_gui.services.people.sharing import assign, share_out


def run(options: argparse.Namespace) -> int:
    """Write who has what, a line each."""
    if not options.to:
        raise InputError("--to names nobody; give names, such as Ada,Bo")
    with opened(options.workspace) as context:
        runs = resolve_runs(context.workspace.runs.names(), options.runs)
        if options.each is not None:
            given = share_out(context, runs, options.to, each=options.each)
        else:
            given = tuple((name, reviewer) for name in runs for reviewer in options.to)
            for name, reviewer in given:
                assign(context, name, reviewer, on=not options.off)
    for name, reviewer in sorted(given):
        print(f"{name}  {'taken from' if options.off else 'to'} {reviewer}")
    return 0
