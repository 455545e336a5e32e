"""A walk through all claims of a run, as with the key J: from the key to the painted evidence, and the worst stall.

Every tenth claim is accepted on the way, and at the end all are selected and marked to come back to. The sample run;
with a checkout one real run too.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.bench.rows import Row

LIMIT_S = 120.0


@dataclass(frozen=True, slots=True)
class Walk:
    """Milliseconds per claim, and the longest time in which the window answered nothing."""

    steps: tuple[float, ...]
    stall_ms: int


def rows(checkout: Path | None) -> Iterator[Row]:
    """Each walk in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        yield from _rows_of("sample", _made(Path(name) / "sample.mlrb", None))
        if checkout is not None:
            yield from _rows_of("a real run", _made(Path(name) / "real.mlrb", checkout))


def _rows_of(what: str, workspace: tuple[Path, str]) -> Iterator[Row]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        walk = pool.submit(_walk, *workspace).result()
    slowest = statistics.quantiles(walk.steps, n=20)[-1]
    median = statistics.median(walk.steps)
    note = f"median {median:.0f} ms, worst {max(walk.steps):.0f} ms of {len(walk.steps)} claims"
    yield Row(f"claim to evidence shown, p95, {what}", slowest, 50.0, "ms", note)
    yield Row(f"worst stall in the walk, {what}", walk.stall_ms, 100.0, "ms")


def _made(workspace: Path, checkout: Path | None) -> tuple[Path, str]:
    """A workspace with one audited run: the sample, or the checkout's first end-to-end run."""
    from mlrbench_gui.app.compose import opened
    from mlrbench_gui.app.demo import make_demo
    from mlrbench_gui.domain.work import CancelToken, ignore
    from mlrbench_gui.infra.checkout.reader import read_records
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.services.importing import import_path

    if checkout is None:
        return workspace, make_demo(workspace)
    folder = min((checkout / "agent_results").glob("end2end_*/*/"))
    with opened(workspace, create=True) as context:
        import_path(
            context.workspace,
            folder,
            open_tree=context.open_tree,
            read_records=read_records,
            cancel=CancelToken(),
            emit=ignore,
        )
        (run,) = context.workspace.runs.names()
        audit_stored(context, run, cancel=CancelToken(), emit=ignore)
    return workspace, run


def _walk(workspace: Path, run: str) -> Walk:
    from PySide6.QtCore import QSettings

    from mlrbench_gui.app import gui

    with tempfile.TemporaryDirectory() as settings:
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, settings)
        app = gui.application()
        desk = gui.begin(app, workspace, run=run)
        try:
            return _walked(desk)
        finally:
            assert desk.window is not None
            desk.window.close()
            desk.close()


def _walked(desk: object) -> Walk:
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from mlrbench_gui.app.gui import Desk

    assert isinstance(desk, Desk)
    window = desk.window
    assert window is not None

    def serve_until_calm() -> None:
        ends = time.perf_counter() + LIMIT_S
        while not shown() or window.background.busy():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            assert time.perf_counter() < ends, "the window did not come to rest"

    def shown() -> bool:
        return (
            hasattr(window, "screens") and "audit" in window.screens._made and window.audit.view is not None
        )

    serve_until_calm()
    stage = window.audit.stage
    reads = stage.evidence.place
    steps = []
    window.stall.start()
    for number in range(len(stage.claims.place.order) - 1):
        began = time.perf_counter()
        window.actions_table.trigger("audit.next")
        QApplication.processEvents()
        while reads._job is not None and reads._job.running:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        QApplication.processEvents()
        steps.append((time.perf_counter() - began) * 1000)
        if number % 10 == 0:
            window.actions_table.trigger("audit.accept")
        serve_until_calm()
    stage.claims.select_many(stage.claims.place.order)
    window.actions_table.trigger("audit.flag")
    serve_until_calm()
    return Walk(tuple(steps), window.stall.worst)
