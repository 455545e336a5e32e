"""The window's process: Qt, the user's settings, one open workspace at a time, and what the window may do with it."""

import gc
import logging
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mlrbench_gui.app.compose import data_folder, opened, rerun_image, user_name
from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit import preferences as prefs
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.first_start.checks import MachineCheck
from mlrbench_gui.ui.shell.window import MainWindow
from mlrbench_gui.ui.shell.wiring import ReportPlan, Wiring

if TYPE_CHECKING:
    from mlrbench_gui.services.context import Context

NAME = "mlrbench-gui"
_LOG_BYTES = 1_000_000
_SWITCH = 0.0005
"""Seconds after which a busy thread lets the GUI thread go on; Python's own 5 ms are felt as a stutter."""
_LOOKS = {prefs.THEME, prefs.TEXT_PERCENT, prefs.UI_FONT, prefs.MONO_FONT}


def run_window(workspace: Path, *, run: str | None = None) -> int:
    """Open the window over a workspace (made if it is not there) and serve it until it is closed."""
    app = application()
    desk = begin(app, workspace, run=run)
    try:
        return app.exec()
    finally:
        desk.close()


def begin(app: QApplication, workspace: Path, *, run: str | None = None) -> "Desk":
    """Show the window; all else comes after its first frame. Nothing is collected while modules are loaded."""
    gc.disable()
    sys.setswitchinterval(_SWITCH)
    apply_looks(app)
    prefs.preferences().changed.connect(lambda key: apply_looks(app) if key in _LOOKS else None)
    desk = Desk()
    desk.open(workspace, run=run)
    return desk


def application() -> QApplication:
    """The one Qt application, named so that settings have their place."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication(sys.argv[:1])
    app.setOrganizationName(NAME)
    app.setApplicationName(NAME)
    app.setDesktopFileName(NAME)
    return app


def apply_looks(app: QApplication) -> None:
    """Show theme, fonts and text size as the user set them."""
    kept = prefs.preferences()
    fonts.configure(
        ui_family=kept.text(prefs.UI_FONT),
        mono_family=kept.text(prefs.MONO_FONT),
        percent=kept.number(prefs.TEXT_PERCENT),
    )
    theme.apply_theme(app, kept.text(prefs.THEME))


def log_to_file(path: Path) -> None:
    """Keep warnings and errors in a file that does not grow for ever."""
    from logging.handlers import RotatingFileHandler

    path.parent.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)


@dataclass(slots=True)
class _Open:
    """An opened workspace with what must be closed after it."""

    context: "Context"
    stack: ExitStack


@dataclass(slots=True, weakref_slot=True, eq=False)  # Qt keeps a weak reference to who listens
class Desk:
    """The window in front and the workspace under it. Another workspace gets a window of its own; the old one goes."""

    window: MainWindow | None = None
    held: list[ExitStack] = field(default_factory=list)

    def open(self, path: Path, *, run: str | None = None) -> None:
        """Show a window at once and open the workspace behind it; a refused file is told in the window before."""
        before = self.window
        window = MainWindow(Background())
        window.guard.install()
        window.workspace_wanted.connect(self.open)
        if before is not None:
            self._fill(window, path, run, before)
            return
        self.window = window
        window.up.connect(partial(self._fill, window, path, run))
        window.show()

    def close(self) -> None:
        """Close every workspace that was opened."""
        for stack in reversed(self.held):
            stack.close()

    def _fill(
        self, window: MainWindow, path: Path, run: str | None, before: MainWindow | None = None
    ) -> None:
        """Open the workspace off the GUI thread and hand it to the window."""

        def ready(now_open: _Open) -> None:
            self.held.append(now_open.stack)
            window.attach(wiring_of(now_open.context))
            if run is not None:
                window.screens.prepared.connect(lambda: window.open_run(run))
            if before is not None:
                window.show()
                before.close()
            self.window = window
            _collect_again()

        def refused(text: str) -> None:
            _collect_again()
            if before is None:
                window.refuse(text, partial(_checks, path))
            else:
                before.errors.show_error(text)
                window.close()

        window.stall.start()
        window.background.submit(lambda _cancel, _emit: _opened(path), done=ready, failed=refused)


def _collect_again() -> None:
    """Collect garbage as ever; what is loaded by now stays and is not looked through again and again."""
    gc.freeze()
    gc.enable()


def _opened(path: Path) -> _Open:
    # Loaded here, while the window answers.
    from mlrbench_gui.app import panel_runs, stage_runs  # noqa: F401
    from mlrbench_gui.ui.shell import closing, follow, keysheet, runwork, screens, search  # noqa: F401

    log_to_file(data_folder() / "log.txt")
    with ExitStack() as stack:
        context = stack.enter_context(opened(path, create=True, reader=reviewer))
        screens.load()
        return _Open(context, stack.pop_all())


def wiring_of(context: "Context") -> Wiring:
    """What the window may do, over an open workspace."""
    from mlrbench_gui.app.panel_runs import panel_runs_of
    from mlrbench_gui.app.stage_runs import stage_runs_of

    return Wiring(
        context=context,
        import_path=partial(_import, context),
        write_report=partial(_report, context),
        report_formats=tuple(context.report_writers),
        open_sample=partial(_sample, context),
        checks=partial(_checks, context.workspace.path),
        rerun_image=rerun_image(),
        stage_runs=stage_runs_of(context),
        panel_runs=panel_runs_of(context),
    )


def reviewer() -> str:
    """The name that decisions carry: the one of the settings, else that of the user."""
    return prefs.preferences().text(prefs.REVIEWER) or user_name()


def _import(context: "Context", path: Path, cancel: CancelToken, emit: Emit) -> ImportReport:
    from mlrbench_gui.infra.checkout.reader import read_records
    from mlrbench_gui.services.importing import import_path

    return import_path(
        context.workspace,
        path,
        open_tree=context.open_tree,
        read_records=read_records,
        cancel=cancel,
        emit=emit,
    )


def _report(
    context: "Context", run: RunName, plan: ReportPlan, cancel: CancelToken, emit: Emit
) -> tuple[Path, ...]:
    from mlrbench_gui.services.reporting.nameless import nameless
    from mlrbench_gui.services.reporting.write import write_report

    if plan.without_names:
        context = replace(context, report_writers=nameless(context.report_writers))
    return write_report(context, run, plan.folder, plan.formats, cancel=cancel, emit=emit)


def _sample(context: "Context", cancel: CancelToken, emit: Emit) -> RunName:
    from mlrbench_gui.app.demo import open_sample

    return open_sample(context, cancel, emit)


def _checks(workspace: Path) -> tuple[MachineCheck, ...]:
    from mlrbench_gui.app.doctor import checks

    states = {"ok": True, "missing": False}
    return tuple(
        MachineCheck(check.title, states.get(check.state), check.detail) for check in checks(workspace)
    )
