"""`snapshot`: a picture of a screen, rendered offscreen."""

import argparse


def run(options: argparse.Namespace) -> int:
    """Render the screen and print where the picture is."""
    from mlrbench_gui.app.snapshot import snapshot

    snapshot(options)
    print(options.output)
    return 0
