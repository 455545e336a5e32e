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


def chosen(sheet: Any, *stages: Stage) -> Any:
    """The sheet with all tasks and these stages."""
    sheet.picker.choose_shown()
    for stage in stages:
        sheet.form.stages[stage].setChecked(True)
    return sheet


def test_that_a_run_is_asked_for_estimated_and_started_by_keys_alone(desk: Desk) -> None:
    sheet = opened(desk)
    search = sheet.picker.search
    assert search.hasFocus()
    QTest.keyClicks(search, "reef")
    QTest.keyClick(search, Qt.Key.Key_Return)
    QTest.keyClicks(search, "harbour")
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert sheet.picker.list.hasFocus()
    QTest.keyClick(sheet.picker.list, Qt.Key.Key_Space)
    assert sheet.picker.count.text() == "2 of 3 chosen"
    assert not sheet.go.isEnabled()
    assert sheet.said() == "Choose at least one stage."
    QTest.keyClick(sheet.form.stages[Stage.IDEA], Qt.Key.Key_Space)
    desk.until(lambda: sheet.forecast.figures.values()["calls"] == "2")
    desk.press(Qt.Key.Key_Return, CTRL)
    assert not sheet.isVisible()
    desk.shows("Run idea", JobState.DONE)
    assert desk.script.begun == ["harbor_tides", "reef"]


def test_that_every_part_of_the_sheet_is_reached_by_tab(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.EXPERIMENT)
    form = sheet.form
    wanted = {
        *(sheet.picker.search, sheet.picker.topic, sheet.picker.list, form.agent, form.inputs, sheet.go),
        *(form.image, form.network, form.gpus, *form.stages.values(), *form.bounds.fields.values()),
    }
    met = set()
    for _ in range(60):
        focus = desk.window.focusWidget()
        met.add(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert wanted <= met


def test_that_words_and_topic_narrow_the_tasks_and_all_shown_are_chosen_at_once(desk: Desk) -> None:
    picker = opened(desk).picker
    picker.search.setText("LIFE water")
    assert [task.id for task in picker.list.rows_model.rows] == ["reef"]
    assert picker.all.text() == "Choose these 1"
    picker.search.setText("")
    picker.topic.setCurrentText("Water")
    QTest.keyClick(picker.list, Qt.Key.Key_A, CTRL)
    assert picker.chosen() == ("harbor_tides", "reef")
    picker.topic.setCurrentIndex(0)
    picker.search.setText("no such words")
    assert not picker.list.isVisible()
    assert picker.chosen() == ("harbor_tides", "reef")
    QTest.keyClick(picker.none, Qt.Key.Key_Return)
    assert picker.count.text() == "0 of 3 chosen"


def test_that_the_list_tells_what_is_chosen_without_being_seen(desk: Desk) -> None:
    picker = opened(desk).picker
    QTest.keyClick(picker.list, Qt.Key.Key_Space)
    told = [picker.list.rows_model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert told == [
        "chosen: Tides of a harbour, harbor_tides",
        "not chosen: Life of a reef, reef",
    ]


def test_that_the_plan_holds_what_was_chosen(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.EXPERIMENT, Stage.PAPER)
    form = sheet.form
    form.mode.set_index(1)
    form.gate.set_index(2)
    form.agent.setCurrentText("gull")
    for name, text in (("money", "2.5"), ("tokens", "9000"), ("minutes", "30")):
        form.bounds.fields[name].setText(text)
    form.inputs.setText("/given")
    form.image.setText("mycli:1")
    form.network.setText("models")
    form.gpus.setText("all")
    plan = sheet.plan()
    assert plan.tasks == ("harbor_tides", "reef", "wetland")
    wish = plan.wish
    assert (wish.stages, wish.mode, wish.gate) == (
        (Stage.EXPERIMENT, Stage.PAPER),
        Mode.END_TO_END,
        GatePolicy.OFF,
    )
    assert (wish.agent, wish.tokens, wish.money, wish.minutes) == ("gull", 9000, 2.5, 30.0)
    assert (wish.inputs, wish.image, wish.network, wish.gpus) == ("/given", "mycli:1", "models", -1)


def test_that_a_models_file_takes_the_place_of_a_profile(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.IDEA)
    sheet.form.agent.setCurrentText("file")
    assert sheet.form.model_file.isVisible()
    assert sheet.said() == "Name the file of the model."
    sheet.form.model_file.setText("/small.gguf")
    wish = sheet.plan().wish
    assert (wish.agent, wish.local_model, wish.image) == (None, "/small.gguf", None)


@pytest.mark.parametrize(
    ("field", "text"), [("money", "much"), ("money", "-1"), ("tokens", "inf"), ("gpus", "some")]
)
def test_that_nothing_is_started_from_what_cannot_be_read(desk: Desk, field: str, text: str) -> None:
    sheet = chosen(opened(desk), Stage.IDEA, Stage.EXPERIMENT)
    wrong = sheet.form.gpus if field == "gpus" else sheet.form.bounds.fields[field]
    wrong.setText(text)
    assert sheet.plan() is None
    assert not sheet.go.isEnabled()
    assert wrong.property("state") == "bad"
    desk.press(Qt.Key.Key_Return, CTRL)
    assert sheet.isVisible()


def test_that_an_estimate_that_cannot_be_made_says_why(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.IDEA)
    sheet.form.agent.setCurrentText("scripted")
    desk.until(lambda: sheet.said() == "scripted: has no price")
    assert sheet.forecast.figures.values()["calls"] == "–"


def test_that_experiments_and_a_bound_below_the_estimate_are_told(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.IDEA, Stage.EXPERIMENT)
    sheet.form.bounds.fields["money"].setText("0.1")
    desk.until(lambda: "The bound of 0.1 may end it" in sheet.said())
    assert sheet.said().startswith("3 experiments besides: how many calls")
    sheet.form.agent.setCurrentText("gull")
    desk.until(lambda: "by the coding agent" in sheet.said())


def test_that_without_an_engine_one_sentence_says_why_no_experiment_is_offered(desk: Desk) -> None:
    sheet = opened(desk)
    form = sheet.form
    assert form.stages[Stage.EXPERIMENT].isEnabled()
    form.stages[Stage.EXPERIMENT].setChecked(True)
    form.show_engine("Container engine: no socket.")
    assert not form.stages[Stage.EXPERIMENT].isEnabled()
    assert not form.stages[Stage.EXPERIMENT].isChecked()
    assert form.experiment_is.text() == "No experiment can be done here. Container engine: no socket."
    assert not form.image.isEnabled()
    form.show_engine("")
    assert form.stages[Stage.EXPERIMENT].isEnabled()
    assert not form.experiment_is.isVisible()


def test_that_each_gate_policy_says_what_it_means(desk: Desk) -> None:
    sheet = opened(desk)
    said = []
    for index in range(3):
        sheet.form.gate.set_index(index)
        sheet.form.gate.chosen.emit(index)
        said.append(sheet.findChild(QLabel, "gate-means").text())
    assert "does not reach" in said[0]
    assert "named" in said[1]
    assert "nothing is held back" in said[2]


def test_that_what_was_chosen_before_is_there_when_the_sheet_is_opened_again(desk: Desk) -> None:
    sheet = chosen(opened(desk), Stage.IDEA)
    sheet.form.agent.setCurrentText("gull")
    sheet.close_sheet()
    again = opened(desk)
    assert len(again.plan().tasks) == 3
    assert again.plan().wish.agent == "gull"


def test_that_a_run_asked_for_on_the_runs_screen_opens_the_jobs(desk: Desk) -> None:
    desk.window.show_screen("runs")
    sheet = opened(desk)
    QTest.keyClicks(sheet.picker.search, "reef")
    QTest.keyClick(sheet.picker.search, Qt.Key.Key_Return)
    QTest.keyClick(sheet.form.stages[Stage.IDEA], Qt.Key.Key_Space)
    QTest.keyClick(sheet.form.bounds.fields["money"], Qt.Key.Key_Return)
    assert desk.window.current().screen_id == "jobs"
    desk.shows("Run idea", JobState.DONE)
