"""`export`: a run as a folder in the layout of the benchmark."""

import argparse

from mlrbench_gui.app.compose import opened
from mlrbench_gui.infra.files.writing import write_folder
from mlrbench_gui.services.exporting import export_run
from mlrbench_gui.services.naming import resolve_run


def run(options: argparse.Namespace) -> int:
    """Write the run's folder and print where it is."""
    with opened(options.workspace) as context:
        name = resolve_run(context.workspace.runs.names(), options.run)
        print(export_run(context.workspace, name, options.output, write_folder))
    return 0
