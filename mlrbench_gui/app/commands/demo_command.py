"""`demo`: the bundled sample run, in the window or as its report and a picture."""

import argparse

from mlrbench_gui.app.commands._file_only import file_of
from mlrbench_gui.app.demo import run_demo


def run(options: argparse.Namespace) -> int:
    """Open the sample run, or print where its report and picture are."""
    file_of(options.workspace, "the demo")
    return run_demo(options)
