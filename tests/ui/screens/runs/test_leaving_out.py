"""Runs and reviews are left out of statistics from the list of runs, by key, with a reason, and taken back."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.sharing import exclusions
from mlrbench_gui.services.ports.rows import RunLeftOut
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.screens.runs.listing import Column
from mlrbench_gui.ui.screens.runs.model import cell_words
from mlrbench_gui.ui.shell.window import MainWindow

pytestmark = [
    pytest.mark.ui,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),  # offscreen, for any menu
]
K = Qt.Key
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Desk:
    """The window with the list of runs in front, and hands for the keyboard."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifier)

    def calm(self) -> None:
        self.qtbot.waitUntil(lambda: not self.window.background.busy(), timeout=20_000)

    def choose(self, downs: int) -> None:
        """Open the menu and take the entry that many below the first."""
        leaving = self.window.runs.leaving
        self.press(K.Key_X)
        self.calm()
        assert leaving.menu is not None
        self.qtbot.waitUntil(leaving.menu.isVisible)
        for _ in range(downs):
            QTest.keyClick(leaving.menu, K.Key_Down)
        QTest.keyClick(leaving.menu, K.Key_Return)

    def give(self, reason: str) -> None:
        field = self.window.runs.leaving.reason.field
        self.qtbot.waitUntil(field.isVisible)
        QTest.keyClicks(field, reason)
        QTest.keyClick(field, K.Key_Return)
        self.calm()


@pytest.fixture
def desk(window: MainWindow, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(window, qtbot)
    made.calm()
    yield made
    preferences().reset()


def test_that_a_run_is_left_out_counted_again_and_taken_back(desk: Desk, context: Context) -> None:
    desk.choose(0)
    desk.give("its log is of another run")
    (out,) = exclusions(context)
    assert (out.what, out.reason) == (ExcludedKind.RUN, "its log is of another run")
    assert "Ctrl+Z takes it back" in desk.window.status.message()
    desk.press(K.Key_Z, CTRL)
    desk.calm()
    assert exclusions(context) == ()
    desk.press(K.Key_Z, CTRL)
    assert "Nothing was left out here" in desk.window.status.message()

    desk.choose(0)
    desk.give("once more")
    desk.choose(0)
    desk.give("it was right")
    assert exclusions(context) == ()


def test_that_a_judges_review_is_left_out_and_without_a_reason_nothing_is(
    desk: Desk, context: Context
) -> None:
    desk.choose(1)
    field = desk.window.runs.leaving.reason.field
    desk.qtbot.waitUntil(field.isVisible)
    QTest.keyClick(field, K.Key_Return)
    assert exclusions(context) == ()
    desk.give("read another file")
    (out,) = exclusions(context)
    assert (out.what, out.key) == (ExcludedKind.REVIEW, "reviews/heron-2.json")


def test_that_what_judges_scores_are_worth_stands_beside_them(desk: Desk) -> None:
    model, summary = desk.window.runs.model, desk.window.runs.summary
    at = list(Column).index(Column.MEAN)
    tip = model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == model.worth != ""
    said = [part.text() for part in summary.findChildren(QLabel)]
    assert model.worth in said


def test_that_every_count_that_lacks_something_says_so(
    sample: Any, desk: Desk, workspace: Any, qtbot: QtBot
) -> None:
    out = RunLeftOut("log of another run", claims=2, judges=1, people=1)
    row = replace(sample.row(), left_out=out)
    assert cell_words(row, Column.RUN).endswith(", left out of statistics")
    assert cell_words(row, Column.CLAIMS).endswith("(2 left out)")
    assert cell_words(row, Column.JUDGES).endswith("(1 left out)")
    workspace.stored[row.run.name] = row
    desk.window.runs.reload()
    desk.calm()
    said = [part.text() for part in desk.window.runs.summary.findChildren(QLabel) if part.text()]
    assert {"the run: log of another run", "2 claims", "1 judge's review", "1 person's review"} <= set(said)
