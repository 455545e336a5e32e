"""A whole window over the fakes, as the reader of a blind review may see them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.veiled_workspace import VeiledWorkspace
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.shell.window import MainWindow
from mlrbench_gui.ui.shell.wiring import PanelRuns, StageRuns, Wiring


@pytest.fixture
def new_window(
    context: Context, stage_runs: StageRuns, panel_runs: PanelRuns, qtbot: QtBot
) -> Iterator[Callable[[], MainWindow]]:
    """Makes a window as `app` does, with nothing but the fakes behind the curtain."""
    made: list[MainWindow] = []

    def make() -> MainWindow:
        veiled = replace(context, workspace=VeiledWorkspace(context.workspace, context.author))
        wiring = Wiring(
            veiled, lambda *_: ImportReport({}, {}, ()), lambda *_: (Path("report.pdf"),), ("pdf",),
            lambda *_: RunName(""), lambda: (), "python:3.11-slim", stage_runs, panel_runs,
        )  # fmt: skip
        window = MainWindow(Background())
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.attach(wiring, follow=False)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        qtbot.waitUntil(lambda: not window.background.busy(), timeout=20_000)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
    preferences().reset()


@pytest.fixture
def window(new_window: Callable[[], MainWindow]) -> MainWindow:
    """The window."""
    return new_window()
