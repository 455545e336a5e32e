"""Another process imports into the workspace of an open window: the window says so, and follows."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from mlrbench_gui.app.demo import SAMPLE_RUN
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName

pytestmark = [pytest.mark.e2e, pytest.mark.ui, pytest.mark.timeout(60)]

IMPORTS_ON_DEMAND = """
import sys
from pathlib import Path
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.services.importing import import_path

def held(tree, put_blob, cancel, emit):
    yield from read_records(tree, put_blob, cancel, emit)
    print("reading", flush=True)
    sys.stdin.readline()

with opened(Path(sys.argv[1])) as context:
    import_path(context.workspace, Path(sys.argv[2]), open_tree=context.open_tree,
                read_records=held, cancel=CancelToken(), emit=ignore)
print("done", flush=True)
"""


def another_run(folder: Path) -> RunName:
    """The sample run under another name, alone."""
    run = folder / "agent_results" / "end2end_other" / "iclr2025_tides"
    shutil.copytree(resource("sample", "agent_results", *SAMPLE_RUN.split("/")), run)
    return RunName("end2end_other/iclr2025_tides")


def test_that_the_window_tells_of_an_import_by_another_process_and_shows_its_runs(
    start: Any, sample_workspace: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    other = another_run(tmp_path / "other")
    program = start(sample_workspace, follow=True)
    window = program.window
    words = [sys.executable, "-c", IMPORTS_ON_DEMAND, str(sample_workspace), str(tmp_path / "other")]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "reading\n"
        program.until(lambda: "import" in window.status.notice().lower())
        assert [row.run.name for row in window.runs.model.rows()] == [SAMPLE_RUN]
        child.stdin.write("\n")
        child.stdin.close()
        assert child.stdout.readline() == "done\n"
        child.wait()
    assert child.returncode == 0
    program.until(lambda: window.status.notice() == "")
    program.until(lambda: other in {row.run.name for row in window.runs.model.rows()})
    assert window.errors.text() == ""


def test_that_a_decision_during_anothers_import_is_kept(
    start: Any, sample_workspace: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    """The reader reads on and decides while the other process reads its files."""
    another_run(tmp_path / "other")
    program = start(sample_workspace, follow=True)
    program.open_run()
    words = [sys.executable, "-c", IMPORTS_ON_DEMAND, str(sample_workspace), str(tmp_path / "other")]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "reading\n"
        program.saved(lambda: program.press(Qt.Key.Key_3))
        child.stdin.write("\n")
        child.stdin.close()
        child.wait()
    assert child.returncode == 0
    assert len(program.context.workspace.decisions.entries(SAMPLE_RUN)) == 1


def test_that_a_killed_import_is_no_longer_told(
    start: Any, sample_workspace: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    another_run(tmp_path / "other")
    program = start(sample_workspace, follow=True)
    words = [sys.executable, "-c", IMPORTS_ON_DEMAND, str(sample_workspace), str(tmp_path / "other")]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "reading\n"
        program.until(lambda: program.window.status.notice() != "")
        child.kill()
        child.wait()
    program.until(lambda: program.window.status.notice() == "")
    assert [row.run.name for row in program.window.runs.model.rows()] == [SAMPLE_RUN]
