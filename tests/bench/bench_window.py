"""Process start to the first frame, against a bare PySide6 window started in the same run; medians of three.

Empty: the window with its rail, bars and ground is painted; the workspace is opened behind it and its start screen
is a row of its own. Demo: the sample run's paper, claims and evidence are painted.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.rows import Row

TRIES = 3
_BARE = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, end)
def end():
    print("painted", time.time() - began, flush=True)
    os._exit(0)
app = QApplication([])
window = Window()
window.resize(1440, 900)
window.show()
app.exec()
"""
_OURS = """
from pathlib import Path
from mlrbench_gui.app.cli import main
from mlrbench_gui.app import gui
from PySide6.QtCore import QTimer
def say(what):
    print(what, time.time() - began, flush=True)
def end(what):
    say(what)
    print("stall", desk.window.stall.worst / 1000, flush=True)
    os._exit(0)
def seen(what):
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: end(what)))
def screen(name):
    if name == wanted:
        seen(name)
    elif name == "audit":
        desk.window.screens.run_shown.connect(lambda _run: seen("run"))
app = gui.application()
wanted, run = sys.argv[3], (sys.argv[4:] or [None])[0]
desk = gui.begin(app, Path(sys.argv[2]), run=run)
desk.window.up.connect(lambda: say("painted"))
desk.window.screen_shown.connect(screen)
app.exec()
"""
_HEAD = "import os, sys, time; began = float(sys.argv[1])\n"


def rows(_checkout: Path | None) -> Iterator[Row]:
    """Starts alternate, so that a busy moment of the machine falls on both."""
    from mlrbench_gui.app.demo import make_demo

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = _environment(name)
        run = make_demo(folder / "demo.mlrb")
        empty = (str(folder / "empty.mlrb"), "first-start")
        demo = (str(folder / "demo.mlrb"), "-", run)
        for arguments in (empty, demo):
            _start(_OURS, environment, *arguments)  # compiles modules, sets the paper, makes the file
        tries = [
            (
                _start(_BARE, environment),
                _start(_OURS, environment, *empty),
                _start(_OURS, environment, *demo),
            )
            for _ in range(TRIES)
        ]
    bare = statistics.median(one["painted"] for one, _, _ in tries)
    up = statistics.median(one["painted"] for _, one, _ in tries)
    start = statistics.median(one["first-start"] for _, one, _ in tries)
    shown = statistics.median(one["run"] for _, _, one in tries)
    stall = max(one["stall"] for _, *both in tries for one in both)
    against = f"against {bare:.2f} s bare"
    yield Row(
        "window up, empty workspace", up / bare, 2.5, "x", f"{up:.2f} s {against}; start screen {start:.2f} s"
    )
    yield Row("demo workspace shown", shown / bare, 5.0, "x", f"{shown:.2f} s {against}")
    yield Row(
        "worst stall while a workspace is taken in", stall * 1000, 100.0, "ms", f"of {2 * TRIES} starts"
    )


def _environment(folder: str) -> dict[str, str]:
    """Settings of their own, and compiled modules kept, as an installation has them."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), folder)
    return kept | own | {"PYTHONPYCACHEPREFIX": f"{folder}/compiled"}


def _start(code: str, environment: dict[str, str], *arguments: str) -> dict[str, float]:
    """Start a process and give the seconds after which each thing was seen."""
    done = subprocess.run(
        [sys.executable, "-c", _HEAD + code, str(time.time()), *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return {what: float(seconds) for what, seconds in map(str.split, done.stdout.splitlines())}
