"""The list of jobs: what runs, how far it is, and a way to stop it."""

import threading

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.shell.jobs import JobBoard

pytestmark = pytest.mark.ui


class Worker:
    """Work that goes on until it is let go or cancelled."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go = threading.Event()
        self.cancelled = False

    def __call__(self, cancel: CancelToken, _emit: Emit) -> None:
        self.begun.set()
        try:
            while not self.go.wait(0.01):
                cancel.check()
        except Cancelled:
            self.cancelled = True
            raise


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


@pytest.fixture
def board(background: Background, host: QWidget) -> JobBoard:
    return JobBoard(background, host)


def start(background: Background, worker: Worker, name: str) -> Job[None]:
    return background.submit(worker, done=lambda _none: None, name=name)


def test_that_one_job_is_named_with_its_step_and_more_are_counted(
    background: Background, board: JobBoard, qtbot: QtBot
) -> None:
    first, second = Worker(), Worker()
    assert board.summary() == ""
    job = start(background, first, "Import otter")
    assert board.summary() == "Import otter"
    board.heard(job, Progress(3, 9, "file"))  # type: ignore[arg-type]  # the board takes jobs of any result
    assert board.summary() == "Import otter, 3 of 9"
    start(background, second, "Audit lynx")
    assert board.summary() == "2 jobs under way"
    with qtbot.waitSignal(background.settled):
        first.go.set()
        second.go.set()
    assert board.summary() == ""


def test_that_unnamed_work_is_not_listed(background: Background, board: JobBoard, qtbot: QtBot) -> None:
    worker = Worker()
    start(background, worker, "")
    assert board.named() == []
    with qtbot.waitSignal(background.settled):
        worker.go.set()


def test_that_the_list_shows_progress_and_stops_a_job(
    background: Background, board: JobBoard, host: QWidget, qtbot: QtBot
) -> None:
    worker = Worker()
    job = start(background, worker, "Import otter")
    qtbot.waitUntil(worker.begun.is_set)  # a job that is cancelled before its turn never calls its work
    board.open_at(QRect(host.mapToGlobal(host.rect().bottomLeft()), host.rect().size()))
    board.heard(job, Progress(4, 8, "file"))  # type: ignore[arg-type]  # the board takes jobs of any result
    bars = [bar for bar in host.findChildren(QProgressBar) if bar.maximum() == 8]
    assert [bar.value() for bar in bars] == [4]
    stop = next(
        button
        for button in host.findChildren(QAbstractButton)
        if button.accessibleName() == "cancel Import otter"
    )
    with qtbot.waitSignal(background.settled):
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: worker.cancelled)
    assert board.named() == []
