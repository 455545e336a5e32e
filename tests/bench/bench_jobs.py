"""A job that prints ten thousand lines a second under the open Jobs screen: the worst stall, and the rate reached.

The rate is held against the pace that the job keeps to by itself. In a process of its own.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from mlrbench_gui.domain.work import LiveText
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, JobOrder, registry
from mlrbench_gui.services.jobs.scheduler import Scheduler
from tests.bench.rows import Row

A_SECOND, SECONDS, BATCHES = 10_000, 5, 100


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds of the worst stall, seconds that the printing took, lines that the view held at the end."""

    stall_ms: int
    took_s: float
    lines: int


def rows(_checkout: Path | None) -> Iterator[Row]:
    """One row for the stall, one for the rate."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(_measured).result()
    note = f"{found.lines:,} lines in {found.took_s:.2f} s"
    yield Row("worst stall under 10,000 printed lines a second", found.stall_ms, 100.0, "ms", note)
    yield Row("printing takes, against its own pace", found.took_s / SECONDS, 1.3, "x", note)


class _Printer:
    """Prints at its pace, a hundred times a second; what is late is caught up."""

    independent = True

    def steps(self) -> Sequence[str]:
        return ("print",)

    def do(self, _step: str, hands: Hands) -> None:
        began = time.perf_counter()
        for batch in range(SECONDS * BATCHES):
            for number in range(A_SECOND // BATCHES):
                hands.emit(
                    LiveText(f"step {batch * BATCHES + number} loss {number / 7:.5f} of a run\n", "shell")
                )
            ahead = began + (batch + 1) / BATCHES - time.perf_counter()
            if ahead > 0:
                hands.cancel.wait(ahead)

    def outcome(self) -> str:
        return "printed"

    def close(self) -> None: ...


def _measured() -> Figures:
    import sys

    from PySide6.QtCore import QSettings

    from mlrbench_gui.app import gui
    from mlrbench_gui.app.compose import opened
    from mlrbench_gui.app.demo import make_demo
    from mlrbench_gui.ui.kit.background import Background
    from mlrbench_gui.ui.shell.window import MainWindow

    with tempfile.TemporaryDirectory() as name:
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, name)
        app = gui.application()
        gui.apply_looks(app)
        sys.setswitchinterval(gui._SWITCH)
        place = Path(name) / "demo.mlrb"
        make_demo(place)
        with opened(place) as context:
            kinds = registry([JobKind("print", "print", lambda _job: _Printer())])
            jobs = Scheduler(context.workspace.jobs, kinds, context.clock)
            window = MainWindow(Background())
            window.resize(1440, 900)
            window.attach(gui.wiring_of(replace(context, jobs=jobs)), follow=False)
            window.show()
            window.show_screen("jobs")
            try:
                return _printed(window, jobs)
            finally:
                window.close()


def _printed(window: object, jobs: Scheduler) -> Figures:
    from PySide6.QtWidgets import QApplication

    from mlrbench_gui.ui.shell.window import MainWindow

    assert isinstance(window, MainWindow)
    ended: list[object] = []
    window.work.watch.ended.connect(ended.append)
    while window.background.busy():
        QApplication.processEvents()
    job = jobs.submit(JobOrder("print", "Print", ("print",)))
    window.stall.start()
    began = time.perf_counter()
    while not ended:
        QApplication.processEvents()
        time.sleep(0.001)
    took = time.perf_counter() - began
    stall = window.stall.worst
    tail = jobs.tail(job.id)
    assert tail is not None
    return Figures(stall, took, tail.span()[1])
