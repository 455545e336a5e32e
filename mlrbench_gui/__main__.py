"""Entry of `python -m mlrbench_gui` and of the `mlrbench-gui` script."""

import sys

from mlrbench_gui.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
