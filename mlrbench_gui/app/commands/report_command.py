"""`report`: writes the annotated review report of one run."""

import argparse
from dataclasses import replace

from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.services.naming import resolve_run
from mlrbench_gui.services.reporting.nameless import nameless
from mlrbench_gui.services.reporting.write import write_report


def run(options: argparse.Namespace) -> int:
    """Write the asked formats into the folder and print where they are."""
    with opened(options.workspace) as opened_context:
        context = opened_context
        if options.without_names:
            context = replace(context, report_writers=nameless(context.report_writers))
        name = resolve_run(context.workspace.runs.names(), options.run)
        paths = write_report(context, name, options.output, options.format, cancel=CancelToken(), emit=say)
        say(Finished())
    for path in paths:
        print(path)
    return 0
