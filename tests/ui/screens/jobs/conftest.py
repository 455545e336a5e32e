"""A window over a queue whose work a test lets go on by hand."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import Event
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, JobOrder, registry
from mlrbench_gui.services.jobs.queueing import JobLimits
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.screens.jobs.screen import JobsScreen
from mlrbench_gui.ui.shell.window import MainWindow
from mlrbench_gui.ui.shell.wiring import PanelRuns, StageRuns, Wiring

LONG = 20_000


@dataclass
class Script:
    """What steps do: wait for their gate, say something, or fail."""

    gates: dict[str, threading.Event] = field(default_factory=dict)
    failing: dict[str, str] = field(default_factory=dict)
    saying: dict[str, tuple[Event, ...]] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)

    def gate(self, step: str) -> threading.Event:
        """The step waits until this is set, or its job is stopped."""
        return self.gates.setdefault(step, threading.Event())


@dataclass
class Work:
    script: Script
    job: Job
    independent: bool = True

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        self.script.begun.append(step)
        for event in self.script.saying.get(step, ()):
            hands.emit(event)
        while step in self.script.gates and not self.script.gates[step].wait(0.01):
            hands.cancel.check()
        if step in self.script.failing:
            raise InputError(self.script.failing[step])

    def outcome(self) -> str:
        return "all well"

    def close(self) -> None: ...


@dataclass
class Desk:
    """The window with its Jobs screen in front, driven by keys."""

    window: MainWindow
    jobs: Scheduler
    script: Script
    qtbot: QtBot

    @property
    def screen(self) -> JobsScreen:
        return self.window.screens.jobs

    def submit(self, title: str, *steps: str, uses: tuple[str, ...] = ()) -> str:
        return self.jobs.submit(JobOrder("work", title, steps or (title,), uses=uses)).id

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=LONG)

    def state(self, title: str) -> JobState | None:
        return next((row.job.state for row in self.screen.model.rows if row.job.title == title), None)

    def shows(self, title: str, state: JobState) -> None:
        self.until(lambda: self.state(title) is state)

    def titles(self) -> list[str]:
        return [row.job.title for row in self.screen.model.rows]

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifier)


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def desk(
    context: Context, script: Script, stage_runs: StageRuns, panel_runs: PanelRuns, qtbot: QtBot
) -> Iterator[Desk]:
    kinds = registry([JobKind("work", "work", lambda job: Work(script, job))])
    jobs = Scheduler(context.workspace.jobs, kinds, context.clock, JobLimits(threads=2))
    wiring = Wiring(
        replace(context, jobs=jobs),
        lambda _path, _cancel, _emit: ImportReport({}, {}, ()),
        lambda _run, _plan, _cancel, _emit: (),
        (),
        lambda _cancel, _emit: RunName("end2end_otter/harbor_tides"),
        tuple,
        "python:3.11-slim",
        stage_runs,
        panel_runs,
    )
    window = MainWindow(Background())
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.attach(wiring, follow=False)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: not window.background.busy(), timeout=LONG)
    window.show_screen("jobs")
    yield Desk(window, jobs, script, qtbot)
    for gate in script.gates.values():
        gate.set()
    window.leaving._let_go = True
    window.close()
    preferences().reset()
