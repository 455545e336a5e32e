"""Work off the GUI thread comes back whole: results, events, failures, and nothing after a cancel."""

import threading
from functools import partial
from typing import Any, ClassVar

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.work import CancelToken, Emit, Event, Finished, Step

pytestmark = pytest.mark.ui


def test_that_no_result_of_many_is_lost(background: Any, qtbot: QtBot) -> None:
    got: list[int] = []
    with qtbot.waitSignal(background.settled, timeout=20_000):
        for number in range(1000):
            background.submit(lambda _c, _e, number=number: number, done=got.append)
    assert sorted(got) == list(range(1000))


def test_that_callbacks_run_on_the_gui_thread_and_work_does_not(background: Any, qtbot: QtBot) -> None:
    seen: list[tuple[str, bool]] = []

    def work(_cancel: CancelToken, emit: Emit) -> None:
        emit(Step("begun"))
        seen.append(("work", threading.current_thread() is threading.main_thread()))

    def heard(event: Event) -> None:
        seen.append((type(event).__name__, threading.current_thread() is threading.main_thread()))

    with qtbot.waitSignal(background.settled):
        background.submit(work, done=lambda _: None, event=heard)
    assert sorted(seen) == [("Finished", True), ("Step", True), ("work", False)]


def test_that_a_failure_without_a_handler_is_told_in_one_line(background: Any, qtbot: QtBot) -> None:
    def work(_cancel: CancelToken, _emit: Emit) -> None:
        raise InputError("a.json: line 3 is no JSON")

    with qtbot.waitSignal(background.failure) as told:
        background.submit(work, done=lambda _: None)
    assert told.args == ["a.json: line 3 is no JSON"]


def test_that_an_unforeseen_fault_reaches_its_handler_and_the_log(
    background: Any, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[str] = []
    with qtbot.waitSignal(background.settled):
        background.submit(lambda _c, _e: 1 // 0, done=lambda _: None, failed=failed.append)
    assert failed[0].startswith("ZeroDivisionError")
    assert "background work failed" in caplog.text


def test_that_a_cancelled_job_delivers_no_result(background: Any, qtbot: QtBot) -> None:
    got: list[object] = []
    begun = threading.Event()

    def work(cancel: CancelToken, _emit: Emit) -> int:
        begun.set()
        cancel.wait(10)
        return 1

    with qtbot.waitSignal(background.settled):
        job = background.submit(work, done=got.append, event=got.append)
        assert begun.wait(10)
        job.cancel()
    assert got == [Finished(cancelled=True)]


def test_that_results_for_a_widget_that_is_gone_are_dropped(background: Any, qtbot: QtBot) -> None:
    from shiboken6 import delete

    class Shelf(QWidget):
        heard: ClassVar[list[tuple[int, str]]] = []

        def take(self, number: int, text: str) -> None:
            self.heard.append((number, text))

    first, second, third = Shelf(), Shelf(), Shelf()
    with qtbot.waitSignal(background.settled):
        background.submit(lambda _c, _e: "late", done=first.setWindowTitle)
        background.submit(lambda _c, _e: "late", done=partial(second.take, 2))
        background.submit(lambda _c, _e: "late", done=partial(third.take, 3))
        delete(first)
        delete(second)
    assert Shelf.heard == [(3, "late")]
