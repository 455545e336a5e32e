"""Workspaces opened lately: newest first, each once, none that is gone, not too many."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from mlrbench_gui.ui.shell.recent import LIMIT, recent_workspaces, remember_workspace

pytestmark = pytest.mark.ui


@pytest.fixture(autouse=True)
def _forgotten(qapp: object) -> Iterator[None]:
    QSettings().remove("workspaces/recent")
    yield
    QSettings().remove("workspaces/recent")


def made(folder: Path, name: str) -> Path:
    path = folder / f"{name}.mlrb"
    path.touch()
    remember_workspace(path)
    return path.resolve()


def test_that_the_newest_stands_first_and_each_but_once(tmp_path: Path) -> None:
    assert recent_workspaces() == ()
    first, second = made(tmp_path, "first"), made(tmp_path, "second")
    assert recent_workspaces() == (second, first)
    remember_workspace(first)
    assert recent_workspaces() == (first, second)


def test_that_a_file_that_is_gone_is_left_out(tmp_path: Path) -> None:
    kept, gone = made(tmp_path, "kept"), made(tmp_path, "gone")
    gone.unlink()
    assert recent_workspaces() == (kept,)


def test_that_no_more_than_a_few_are_kept(tmp_path: Path) -> None:
    paths = [made(tmp_path, f"workspace {number}") for number in range(LIMIT + 3)]
    assert recent_workspaces() == tuple(reversed(paths[3:]))
