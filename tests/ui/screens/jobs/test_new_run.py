"""The sheet of new runs: by keys alone, with an estimate before it begins, and nothing to start while it is wrong."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from mlrbench_gui.domain.jobs import JobState
from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.values import Mode, Stage

pytestmark = pytest.mark.ui
CTRL = Qt.KeyboardModifier.ControlModifier
Desk = Any


def opened(desk: Desk) -> Any:
    desk.press(Qt.Key.Key_N, CTRL)
    sheet = desk.window.work.new_run
    desk.until(sheet.isVisible)
    return sheet


def test_that_a_run_is_asked_for_estimated_and_started_by_keys_alone(desk: Desk) -> None:
    sheet = opened(desk)
    assert sheet.tasks.hasFocus()
    QTest.keyClicks(sheet.tasks, "reef harbor_tides")
    assert not sheet.go.isEnabled()
    assert sheet.said() == "Name tasks, and choose at least one stage."
    QTest.keyClick(sheet.stages[Stage.IDEA], Qt.Key.Key_Space)
    desk.until(lambda: sheet.said() == "2 calls")
    QTest.keyClick(sheet.tasks, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    desk.shows("Run idea", JobState.DONE)
    assert desk.script.begun == ["reef", "harbor_tides"]


def test_that_the_plan_holds_what_was_chosen(desk: Desk) -> None:
    sheet = opened(desk)
    sheet.tasks.setText("all")
    sheet.stages[Stage.PAPER].setChecked(True)
    sheet.mode.set_index(1)
    sheet.gate.set_index(2)
    sheet.money.setText("2.5")
    sheet.tokens.setText("9000")
    plan = sheet.plan()
    assert plan.tasks == ("harbor_tides", "reef", "wetland")
    wish = plan.wish
    assert (wish.stages, wish.mode, wish.gate) == ((Stage.PAPER,), Mode.END_TO_END, GatePolicy.OFF)
    assert (wish.agent, wish.tokens, wish.money) == ("heron", 9000, 2.5)


@pytest.mark.parametrize(("money", "tasks"), [("much", "reef"), ("-1", "reef"), ("", "no_such"), ("", "")])
def test_that_nothing_is_started_from_what_cannot_be_read(desk: Desk, money: str, tasks: str) -> None:
    sheet = opened(desk)
    sheet.stages[Stage.IDEA].setChecked(True)
    sheet.tasks.setText(tasks)
    sheet.money.setText(money)
    assert sheet.plan() is None
    assert not sheet.go.isEnabled()


def test_that_an_estimate_that_cannot_be_made_says_why(desk: Desk) -> None:
    sheet = opened(desk)
    sheet.tasks.setText("reef")
    sheet.stages[Stage.IDEA].setChecked(True)
    sheet.model.setCurrentText("scripted")
    desk.until(lambda: sheet.said() == "scripted: has no price")


def test_that_a_stage_that_nobody_can_do_here_is_not_offered(desk: Desk) -> None:
    sheet = opened(desk)
    assert not sheet.stages[Stage.EXPERIMENT].isEnabled()
    assert "experiments" in sheet.stages[Stage.EXPERIMENT].toolTip()


def test_that_each_gate_policy_says_what_it_means(desk: Desk) -> None:
    sheet = opened(desk)
    said = []
    for index in range(3):
        sheet.gate.set_index(index)
        sheet.gate.chosen.emit(index)
        said.append(sheet.findChild(QLabel, "gate-means").text())
    assert "does not reach" in said[0]
    assert "named" in said[1]
    assert "nothing is held back" in said[2]


def test_that_a_run_asked_for_on_the_runs_screen_opens_the_jobs(desk: Desk) -> None:
    desk.window.show_screen("runs")
    sheet = opened(desk)
    QTest.keyClicks(sheet.tasks, "reef")
    QTest.keyClick(sheet.stages[Stage.IDEA], Qt.Key.Key_Space)
    QTest.keyClick(sheet.tasks, Qt.Key.Key_Return)
    assert desk.window.current().screen_id == "jobs"
    desk.shows("Run idea", JobState.DONE)
