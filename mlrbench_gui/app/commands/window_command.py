"""No command: the window opens on the workspace."""

import argparse

from mlrbench_gui.app.commands._file_only import file_of


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed; its exit code."""
    from mlrbench_gui.app.gui import run_window

    return run_window(file_of(options.workspace, "the window"))
