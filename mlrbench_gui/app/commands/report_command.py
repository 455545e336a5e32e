"""`report`: writes the annotated review report of one run."""

import argparse

from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.services.naming import resolve_run


def run(options: argparse.Namespace) -> int:
    """Write the asked formats into the folder and print where they are."""
    from mlrbench_gui.infra.export.writers import all_writers
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.services.reporting.write import write_report

    with opened(options.workspace) as context:
        name = resolve_run(context.workspace.runs.names(), options.run)
        cancel = CancelToken()
        audit_stored(context, name, cancel=cancel, emit=say)
        paths = write_report(
            context, name, options.output, options.format, writers=all_writers(context.press), cancel=cancel, emit=say
        )
        say(Finished())
    for path in paths:
        print(path)
    return 0
