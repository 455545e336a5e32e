"""Killed in the middle: what was confirmed is there, the file is sound, and nothing stays locked."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(60)]
needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")

BY_SERVICES = """
import sys
from itertools import cycle
from pathlib import Path
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetNote
from mlrbench_gui.services.reviewing import load_view, record

with opened(Path(sys.argv[1])) as context:
    view = load_view(context, sys.argv[2])
    print("ready", flush=True)
    for number, claim in enumerate(cycle(view.review.claims)):
        text = view.texts[claim.current.paper]
        note = SetNote(anchor=anchor_of(claim.current, text, text_sha256(text)), text=str(number))
        print(record(context, view, [note]).entries[-1].id, flush=True)
"""

BY_WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.gui import application, wiring_of
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.shell.window import MainWindow

app = application()
with opened(Path(sys.argv[1])) as context:
    window = MainWindow(Background())
    window.attach(wiring_of(context))
    window.show()

    def decide():
        window.actions_table.trigger("audit.flag")

    def confirmed(_at):
        print(window.audit.view.review.entries[-1].id, flush=True)
        decide()

    def shown(_run):
        window.audit.run_shown.disconnect(shown)
        print("ready", flush=True)
        decide()

    window.audit.run_shown.connect(shown)
    window.audit.saved.connect(confirmed)
    window.open_run(sys.argv[2])
    app.exec()
"""

IMPORTS = """
import sys
from pathlib import Path
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.services.importing import import_path

def slowly(tree, put_blob, cancel, emit):
    for record in read_records(tree, put_blob, cancel, emit):
        print("record", flush=True)
        yield record

with opened(Path(sys.argv[1]), create=True) as context:
    print("ready", flush=True)
    import_path(context.workspace, Path(sys.argv[2]), open_tree=context.open_tree,
                read_records=slowly, cancel=CancelToken(), emit=ignore)
"""


def confirmed_before_kill(code: str, words: list[str], lines: int) -> list[str]:
    """Start the code, kill it after so many lines, and give every line that it got out."""
    with subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        seen = [child.stdout.readline().strip() for _ in range(lines + 1)]
        assert all(seen), "the child ended by itself"
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().splitlines()
        child.wait()
    return [*seen, *rest][1:]


def check_sound(path: Path) -> None:
    """The file is whole, and another process may write at once."""
    with sqlite3.connect(path, timeout=0) as base:
        assert base.execute("PRAGMA quick_check").fetchone() == ("ok",)
        base.execute("BEGIN IMMEDIATE")
        base.rollback()
    base.close()


@needs_kill
@pytest.mark.parametrize("lines", [1, 7, 40])
@pytest.mark.parametrize("code", [BY_SERVICES, BY_WINDOW], ids=["services", "window"])
def test_that_every_confirmed_decision_survives_a_kill(code: str, lines: int, sample_workspace: Path) -> None:
    confirmed = confirmed_before_kill(code, [str(sample_workspace), SAMPLE_RUN], lines)
    assert len(confirmed) >= lines
    check_sound(sample_workspace)
    with opened(sample_workspace) as context:
        kept = [entry.id for entry in context.workspace.decisions.entries(SAMPLE_RUN)]
        assert context.workspace.busy_with() is None
    torn = confirmed.pop() if len(confirmed[-1]) < len(confirmed[0]) else ""
    assert kept[: len(confirmed)] == confirmed
    assert all(entry.startswith(torn) for entry in kept[len(confirmed) : len(confirmed) + 1])


@needs_kill
@pytest.mark.parametrize("lines", [1, 4])
def test_that_a_killed_import_keeps_nothing_and_blocks_no_one(
    lines: int, tmp_path: Path, sample_folder: Path
) -> None:
    path = tmp_path / "new.mlrb"
    confirmed_before_kill(IMPORTS, [str(path), str(sample_folder)], lines)
    with opened(path) as context:
        assert context.workspace.runs.names() == ()
        assert context.workspace.busy_with() is None
    check_sound(path)


@needs_kill
@pytest.mark.ui
def test_that_a_window_takes_the_review_up_after_a_kill(start: Any, sample_workspace: Path) -> None:
    confirmed = confirmed_before_kill(BY_WINDOW, [str(sample_workspace), SAMPLE_RUN], 3)
    program = start(sample_workspace)
    program.open_run()
    assert len(program.view.review.entries) >= len(confirmed) - 1
    before = len(program.view.review.entries)
    program.saved(lambda: program.press(Qt.Key.Key_3))
    assert len(program.view.review.entries) == before + 1
