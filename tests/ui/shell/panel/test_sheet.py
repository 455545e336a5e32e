"""Judges asked for from the window: chosen by key, estimated as things are chosen, and started as a job."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.judging.estimating import PanelEstimate
from mlrbench_gui.ui.shell.panel.choices import PanelPlan
from mlrbench_gui.ui.shell.panel.sheet import PanelSheet
from mlrbench_gui.ui.shell.wiring import PanelRuns

pytestmark = pytest.mark.ui
RUNS = (RunName("end2end_otter/harbor_tides"), RunName("end2end_otter/reef"))


@pytest.fixture
def sheet(qtbot: QtBot, panel_runs: PanelRuns) -> PanelSheet:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    made = PanelSheet(window)

    def estimate(plan: PanelPlan) -> None:
        made.show_estimate(panel_runs.estimate(plan))

    made.estimate_wanted.connect(estimate)
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    made.ask(RUNS)
    made.offer(panel_runs.choices())
    return made


def test_that_the_first_judge_and_the_overall_stage_are_offered_and_estimated(
    qtbot: QtBot, sheet: PanelSheet
) -> None:
    assert sheet.title.text() == "Judge 2 runs"
    qtbot.waitUntil(lambda: sheet.figures.values()["calls"] == "2")
    assert sheet.figures.values()["most cost"] == "0.50"
    plan = sheet.plan()
    assert plan is not None
    assert (plan.wish.judges, plan.wish.stages, plan.wish.with_code) == (
        ("heron",),
        (JudgeStage.OVERALL,),
        False,
    )


def test_that_the_sheet_is_open_before_anything_was_read_and_filled_in_after(
    qtbot: QtBot, panel_runs: PanelRuns, sheet: PanelSheet
) -> None:
    fresh = PanelSheet(sheet.window())
    fresh.ask(RUNS)
    assert fresh.isVisible()
    assert fresh.says.text() == "Reading who can judge…"
    assert fresh.plan() is None
    assert not fresh.go.isEnabled()
    fresh.form.bounds.fields["tokens"].setFocus()
    fresh.offer(panel_runs.choices())
    assert QApplication.focusWidget() is fresh.form.bounds.fields["tokens"]
    assert fresh.plan() is not None
    fresh.form.tell_worth(panel_runs.worth())
    assert fresh.form.judges["heron"].toolTip() == "heron-2 at a.host; not calibrated"
    assert "calibrated" not in fresh.form.judges["gull"].toolTip()


def test_that_a_panel_is_chosen_and_started_by_key(qtbot: QtBot, sheet: PanelSheet) -> None:
    QTest.keyClick(sheet.form.judges["gull"], Qt.Key.Key_Space)
    QTest.keyClick(sheet.form.stages[JudgeStage.PAPER], Qt.Key.Key_Space)
    sheet.form.sees.set_index(1)
    sheet.form.repeats.set_index(2)
    sheet.form.bounds.fields["tokens"].setText("5000")
    with qtbot.waitSignal(sheet.start_wanted) as asked:
        QTest.keyClick(sheet.form.bounds.fields["tokens"], Qt.Key.Key_Return)
    assert asked.args is not None
    wish = asked.args[0].wish
    assert (wish.judges, wish.repeats, wish.with_code) == (("heron", "gull"), 3, True)
    assert wish.stages == (JudgeStage.PAPER, JudgeStage.OVERALL)
    assert wish.bounds.tokens == 5000
    assert not sheet.isVisible()


def test_that_what_is_missing_is_said_and_nothing_starts(qtbot: QtBot, sheet: PanelSheet) -> None:
    sheet.form.judges["heron"].setChecked(False)
    assert sheet.says.text() == "Choose at least one judge."
    assert not sheet.go.isEnabled()
    sheet.form.judges["heron"].setChecked(True)
    sheet.form.bounds.fields["money"].setText("much")
    assert "Money: a bound is a number" in sheet.says.text()
    with qtbot.assertNotEmitted(sheet.start_wanted):
        QTest.keyClick(sheet.form.bounds.fields["money"], Qt.Key.Key_Return)


def test_that_the_script_is_told_to_be_no_judgement_and_an_unknown_price_too(
    qtbot: QtBot, sheet: PanelSheet
) -> None:
    sheet.form.judges["scripted"].setChecked(True)
    qtbot.waitUntil(lambda: "no judgement" in sheet.says.text())
    sheet.form.judges["scripted"].setChecked(False)
    sheet.form.judges["gull"].setChecked(True)
    sheet.form.bounds.fields["money"].setText("2")
    qtbot.waitUntil(lambda: "names no price" in sheet.says.text())
    assert sheet.figures.values()["most cost"] == "unknown"


def test_that_choices_stay_when_the_sheet_is_opened_again(sheet: PanelSheet, panel_runs: PanelRuns) -> None:
    sheet.form.judges["gull"].setChecked(True)
    sheet.form.judges["heron"].setChecked(False)
    sheet.close_sheet()
    sheet.ask(RUNS[:1])
    sheet.offer(panel_runs.choices())
    assert sheet.title.text() == f"Judge {RUNS[0]}"
    assert sheet.form.chosen() == ("gull",)
    sheet.show_estimate(PanelEstimate(0, 3, 0, 0, 0.0))
    assert sheet.says.text() == "Nothing is left to ask."
