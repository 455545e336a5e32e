"""`snapshot`: a picture of a screen, rendered offscreen."""

import argparse

from mlrbench_gui.app.commands._file_only import file_of


def run(options: argparse.Namespace) -> int:
    """Render the screen and print where the picture is."""
    from mlrbench_gui.app.snapshot import snapshot

    file_of(options.workspace, "a picture of a screen")
    snapshot(options)
    print(options.output)
    return 0
