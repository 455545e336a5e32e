"""The Jobs screen by keyboard alone and by mouse: queueing, stopping, trying again, output, and leaving."""

import threading
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from mlrbench_gui.domain.jobs import JobState
from mlrbench_gui.domain.work import LiveText, RunsChanged, Spent

pytestmark = pytest.mark.ui
S = JobState
K = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
Desk = Any


def test_that_an_audit_is_queued_cancelled_and_tried_again_by_keys_alone(desk: Desk) -> None:
    desk.script.gate("b")
    assert desk.screen.empty.isVisible()
    desk.submit("Audit 2 runs", "a", "b")
    desk.shows("Audit 2 runs", S.RUNNING)
    desk.until(lambda: "b" in desk.script.begun)
    assert QApplication.focusWidget() is desk.screen.table

    desk.press(K.Key_Delete)
    desk.shows("Audit 2 runs", S.CANCELLED)
    assert "1 finished steps are kept" in desk.screen.steps.words()

    desk.script.gate("b").set()
    desk.press(K.Key_R, CTRL)
    desk.shows("Audit 2 runs", S.DONE)
    assert desk.script.begun == ["a", "b", "b"]
    assert desk.screen.steps.words() == "all well"

    desk.press(K.Key_Backspace, CTRL)
    desk.until(lambda: desk.titles() == [])
    assert desk.screen.empty.isVisible()


def test_that_pausing_and_resuming_are_one_key(desk: Desk) -> None:
    gate = desk.script.gate("a")
    desk.submit("Work", "a", "b")
    desk.shows("Work", S.RUNNING)
    desk.until(lambda: "a" in desk.script.begun)
    desk.press(K.Key_P)
    desk.until(lambda: desk.screen.model.rows[0].state == "pauses after this step")
    gate.set()
    desk.shows("Work", S.PAUSED)
    desk.press(K.Key_P)
    desk.shows("Work", S.DONE)
    assert desk.script.begun == ["a", "b"]


def test_that_a_job_is_raised_before_another_and_the_keyboard_stays_on_it(desk: Desk) -> None:
    desk.jobs.hold(on=True)
    for title in ("first", "second", "third"):
        desk.submit(title)
    desk.until(lambda: desk.titles() == ["first", "second", "third"])
    desk.press(K.Key_Down)
    desk.press(K.Key_Down)
    desk.press(K.Key_Up, ALT)
    desk.until(lambda: desk.titles() == ["third", "first", "second"])
    assert desk.screen.table.current_row().job.title == "third"
    desk.press(K.Key_P, SHIFT)
    for title in ("first", "second", "third"):
        desk.shows(title, S.DONE)


def test_that_a_failure_is_told_in_a_sentence_where_it_is_looked_for(desk: Desk) -> None:
    desk.script.failing = {"a": "x.json: line 3 is no JSON; mend it and try again"}
    desk.submit("Audit x", "a")
    desk.shows("Audit x", S.FAILED)
    desk.until(desk.window.errors.isVisible)
    assert desk.window.errors.text() == "Audit x: x.json: line 3 is no JSON; mend it and try again"
    assert desk.screen.steps.words() == "x.json: line 3 is no JSON; mend it and try again"
    assert desk.screen.model.rows[0].state == "failed"
    assert desk.screen.model.rows[0].doing.startswith("x.json: line 3")


def test_that_parts_of_the_list_are_shown_by_one_key_and_by_mouse_with_their_numbers(desk: Desk) -> None:
    desk.script.failing = {"b": "no key"}
    desk.script.gate("c")
    for title in ("a", "b", "c"):
        desk.submit(title)
    desk.shows("a", S.DONE)
    desk.shows("b", S.FAILED)
    desk.shows("c", S.RUNNING)
    desk.press(K.Key_V)
    assert desk.titles() == ["c"]
    desk.press(K.Key_V)
    assert desk.titles() == []
    assert desk.screen.parts.none() == "No job waits."
    assert desk.screen.table.isVisible()
    desk.press(K.Key_V)
    assert desk.titles() == ["b"]
    desk.script.failing = {}
    desk.press(K.Key_R, CTRL)
    desk.until(lambda: desk.titles() == [])
    finished = desk.screen.parts.segments.findChildren(QAbstractButton)[-1]
    desk.until(lambda: finished.text() == "Finished 2")
    QTest.mouseClick(finished, Qt.MouseButton.LeftButton)
    assert set(desk.titles()) == {"a", "b"}
    desk.screen.table.setFocus()
    desk.press(K.Key_V)
    assert len(desk.titles()) == 3


def test_that_what_cannot_be_done_is_said_and_has_no_button(desk: Desk) -> None:
    said: list[str] = []
    desk.screen.message.connect(said.append)
    desk.submit("Work", "a")
    desk.shows("Work", S.DONE)
    bar = desk.screen.bar
    assert all(part.isHidden() for part in (bar.pause, bar.go_on, bar.cancel, bar.sooner, bar.later))
    desk.press(K.Key_Delete)
    assert said == ["This cannot be done to a job that is done"]


def test_that_buttons_do_what_the_keys_do(desk: Desk) -> None:
    desk.script.gate("a")
    desk.submit("Work", "a")
    desk.until(lambda: "a" in desk.script.begun)
    desk.shows("Work", S.RUNNING)
    desk.until(desk.screen.bar.cancel.isVisible)
    QTest.mouseClick(desk.screen.bar.cancel, Qt.MouseButton.LeftButton)
    desk.shows("Work", S.CANCELLED)
    desk.script.gate("a").set()
    assert desk.screen.bar.go_on.text() == "Retry"
    QTest.mouseClick(desk.screen.bar.go_on, Qt.MouseButton.LeftButton)
    desk.shows("Work", S.DONE)


def test_that_output_is_live_followed_found_and_copied(desk: Desk) -> None:
    lines = tuple(LiveText(f"epoch {number} loss 0.{number}\n", "shell") for number in range(300))
    desk.script.saying = {"a": lines}
    gate = desk.script.gate("a")
    desk.submit("Work", "a")
    view = desk.screen.output.view
    desk.until(lambda: view._last == 301)
    assert view.following
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()

    desk.press(K.Key_F, CTRL)
    QTest.keyClicks(desk.screen.output.field, "EPOCH 42")
    assert view.current() == 43
    assert not view.following
    desk.press(K.Key_Escape)
    assert view.hasFocus()
    QTest.keyClick(view, K.Key_Down, SHIFT)
    QTest.keyClick(view, K.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "epoch 42 loss 0.42\nepoch 43 loss 0.43"
    desk.press(K.Key_F)
    assert view.following
    gate.set()
    desk.shows("Work", S.DONE)


def test_that_money_and_tokens_stand_in_the_row_and_in_sum(desk: Desk) -> None:
    desk.script.saying = {"a": (Spent(12_000, 0.25),), "b": (Spent(600, None),)}
    desk.submit("Known", "a")
    desk.shows("Known", S.DONE)
    assert desk.screen.parts.spent.text() == "Spent in all  12k tok  0.25"
    desk.submit("Unknown", "b")
    desk.shows("Unknown", S.DONE)
    assert desk.screen.parts.spent.text() == "Spent in all  13k tok  price ?"


def test_that_the_rail_and_the_status_bar_count_what_is_under_way(desk: Desk) -> None:
    gates = [desk.script.gate(name) for name in "ab"]
    desk.submit("one", "a")
    desk.submit("two", "b")
    desk.until(lambda: desk.window.rail._buttons["jobs"].accessibleName() == "Jobs, 2 under way")
    assert desk.window.status._jobs.text() == "2 jobs under way"
    for gate in gates:
        gate.set()
    desk.until(lambda: desk.window.rail._buttons["jobs"].accessibleName() == "Jobs")
    assert desk.window.status._jobs.isHidden()


def test_that_runs_are_read_again_when_a_job_stored_something(desk: Desk) -> None:
    desk.script.saying = {"a": (RunsChanged(),)}
    with desk.qtbot.waitSignal(desk.window.work.changed):
        desk.submit("Work", "a")
    desk.shows("Work", S.DONE)


def test_that_closing_over_running_jobs_asks_and_escape_keeps_the_window(desk: Desk) -> None:
    desk.script.gate("a")
    desk.submit("Work", "a")
    desk.shows("Work", S.RUNNING)
    assert not desk.window.close()
    sheet = desk.window.leaving.sheet
    assert sheet.isVisible()
    assert QApplication.focusWidget() is sheet.stay
    desk.press(K.Key_Escape)
    assert not sheet.isVisible()
    assert desk.window.isVisible()
    assert desk.state("Work") is S.RUNNING


def test_that_stopping_leaves_jobs_that_can_be_resumed(desk: Desk) -> None:
    desk.script.gate("b")
    id_ = desk.submit("Work", "a", "b")
    desk.until(lambda: "b" in desk.script.begun)
    desk.window.close()
    QTest.mouseClick(desk.window.leaving.sheet.leave, Qt.MouseButton.LeftButton)
    assert not desk.window.isVisible()
    kept = next(job for job in desk.window.context.workspace.jobs.all() if job.id == id_)
    assert (kept.state, list(kept.done_names)) == (S.INTERRUPTED, ["a"])


def test_that_a_window_may_wait_for_its_jobs(desk: Desk) -> None:
    gate = desk.script.gate("a")
    desk.submit("Work", "a")
    desk.until(lambda: "a" in desk.script.begun)
    desk.window.close()
    QTest.mouseClick(desk.window.leaving.sheet.later, Qt.MouseButton.LeftButton)
    assert desk.window.isVisible()
    gate.set()
    desk.until(lambda: not desk.window.isVisible())


def test_that_two_hundred_jobs_are_shown_and_the_place_is_kept(desk: Desk) -> None:
    gate = desk.script.gate("hold")
    desk.submit("holds", "hold", uses=("x",))
    ids = [desk.submit(f"job {number:03d}", uses=("x",)) for number in range(200)]
    desk.until(lambda: len(desk.titles()) == 201)
    table = desk.screen.table
    table.choose(ids[120])
    before = table.verticalScrollBar().value()
    desk.jobs.move(ids[199], 1)
    desk.until(lambda: desk.titles()[1] == "job 199")
    assert table.current_row().job.id == ids[120]
    assert table.verticalScrollBar().value() == before
    gate.set()
    desk.until(lambda: {row.job.state for row in desk.screen.model.rows} == {S.DONE})


def test_that_output_of_an_earlier_start_is_read_from_the_file_also_where_it_was_read_before_it_came(
    desk: Desk,
) -> None:
    desk.jobs.hold(on=True)
    id_ = desk.submit("Work", "a")
    desk.shows("Work", S.QUEUED)
    desk.until(lambda: id_ in desk.screen._tails)
    desk.jobs.hold(on=False)
    desk.shows("Work", S.DONE)
    desk.until(lambda: not desk.window.work.watch.busy() and not desk.window.background.busy())
    with desk.jobs._book._lock:
        tail = desk.jobs._book._tails.pop(id_)
    assert tail is not None
    desk.screen._shown, desk.screen.output._tail = "", None
    desk.screen.reload()
    desk.until(lambda: desk.screen.output.view._last == 1)


def test_that_printing_from_many_threads_costs_one_signal_at_a_time(desk: Desk) -> None:
    told: list[frozenset[str]] = []
    watch = desk.window.work.watch
    watch.printed.connect(told.append)
    desk.script.saying = {
        name: tuple(LiveText(f"line {n}\n", name) for n in range(2_000)) for name in ("a", "b")
    }
    threads = [threading.Thread(target=desk.submit, args=(name, name)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for title in ("a", "b"):
        desk.shows(title, S.DONE)
    for thread in threads:
        thread.join()
    desk.until(lambda: not watch.busy())
    assert frozenset.union(*told) == {row.job.id for row in desk.screen.model.rows}
    assert len(told) < 400
