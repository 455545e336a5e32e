"""No command: the window opens on the workspace."""

import argparse


def run(options: argparse.Namespace) -> int:
    """Show the window until it is closed; its exit code."""
    from mlrbench_gui.app.gui import run_window

    return run_window(options.workspace)
