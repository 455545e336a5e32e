"""Pictures of real screens, rendered offscreen; it waits for the work to end by events, never by time."""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.screens import LAYERS, SCREENS
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RunName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

    from mlrbench_gui.ui.shell.window import MainWindow

_LIMIT_MS = 120_000
_CALM_MS = 250
"""So long must nothing be under way before the picture is taken: one piece of work may start the next."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What to take: size in logical pixels; `claim` and `layer` for states of a screen."""

    screen: str
    output: Path
    workspace: Path
    run: str | None = None
    size: tuple[int, int] = (1280, 800)
    scale: int = 1
    theme: str = "light"
    claim: str | None = None
    layer: str | None = None


def snapshot(options: argparse.Namespace) -> Path:
    """Take the picture that the command line asks for."""
    names = (item.name for item in fields(Shot))
    return take(Shot(**{name: getattr(options, name) for name in names if hasattr(options, name)}))


def take(shot: Shot) -> Path:
    """Write the picture and give its path. Raises InputError for an unknown screen, run or claim."""
    if shot.screen not in SCREENS:
        raise InputError(f"{shot.screen}: no such screen; there are {', '.join(SCREENS)}")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(shot.scale)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        app = _application(folder, shot.theme)
        window = stack.enter_context(_window(shot, folder))
        _arrange(window, shot)
        app.processEvents()
        shot.output.parent.mkdir(parents=True, exist_ok=True)
        if not window.grab().save(str(shot.output)):
            raise InputError(f"{shot.output}: the picture cannot be written there")
    return shot.output


def _application(folder: Path, theme_name: str) -> "QApplication":
    """Qt with settings in a folder of their own: a picture does not depend on what the user chose."""
    from PySide6.QtCore import QSettings

    from mlrbench_gui.app.gui import application
    from mlrbench_gui.ui.kit import theme

    _quiet_platform()
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    app = application()
    theme.apply_theme(app, theme_name)
    return app


def _quiet_platform() -> None:
    """Drop the one line that the offscreen platform says of every window; all else goes to stderr as before."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    def tell(_kind: QtMsgType, _where: QMessageLogContext, line: str) -> None:
        if "propagateSizeHints" not in line:
            sys.stderr.write(f"{line}\n")

    qInstallMessageHandler(tell)


@contextmanager
def _window(shot: Shot, folder: Path) -> "Iterator[MainWindow]":
    from PySide6.QtGui import QCursor

    from mlrbench_gui.app.gui import reviewer, wiring_of
    from mlrbench_gui.ui.kit.background import Background
    from mlrbench_gui.ui.shell.window import MainWindow

    empty = shot.screen == "first-start" or (shot.screen == "settings" and not shot.workspace.exists())
    path = folder / "workspace.mlrb" if empty else shot.workspace
    with opened(path, create=empty, reader=reviewer) as context:
        window = MainWindow(Background())
        window.resize(*shot.size)
        QCursor.setPos(shot.size[0] * 2, shot.size[1] * 2)  # else a button under it looks hovered
        window.attach(wiring_of(context), follow=False)
        window.show()
        try:
            _wait(window)
            yield window
        finally:
            window.close()


def _arrange(window: "MainWindow", shot: Shot) -> None:
    if shot.screen == "audit":
        _open_run(window, shot)
    elif shot.screen == "review":
        window.show_screen("review")
        _wait(window)
        if shot.run is not None:
            window.screens.review.show_run(_resolved(window, shot.run))
    elif shot.screen in {"library", "adjudication", "settings", "benchmark", "jobs"}:
        window.show_screen(shot.screen)
    elif shot.run is not None:
        window.runs.table.choose(_resolved(window, shot.run))
    if shot.layer:
        _wait(window)
        action = LAYERS[shot.layer]
        window.actions_table.trigger(action)
    if shot.layer == "wizard":
        _wait(window)
        _fill_wizard(window)
    _wait(window)


def _fill_wizard(window: "MainWindow") -> None:
    """A run is chosen, so that the picture shows an estimate."""
    from mlrbench_gui.domain.values import Stage

    sheet = window.work.new_run
    sheet.picker.search.setText("language models")
    sheet.picker.choose_shown()
    for stage in (Stage.IDEA, Stage.PROPOSAL):
        sheet.form.stages[stage].setChecked(True)


def _open_run(window: "MainWindow", shot: Shot) -> None:
    from mlrbench_gui.domain.work import CancelToken, ignore
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.ui.kit.screen import Reveal

    names = window.context.workspace.runs.names()
    run = _resolved(window, shot.run) if shot.run else next(iter(names), None)
    if run is None:
        raise InputError(f"{shot.workspace}: holds no run; import one first")
    audit_stored(window.context, run, cancel=CancelToken(), emit=ignore)
    window.open_run(run)
    _wait(window)
    if shot.claim:
        view = window.audit.view
        if view is None or shot.claim not in {claim.current.id for claim in view.review.claims}:
            raise InputError(f"{shot.claim}: {run} has no such claim")
        window.audit.reveal(Reveal("claim", shot.claim))


def _resolved(window: "MainWindow", wanted: str) -> RunName:
    from mlrbench_gui.services.naming import resolve_run

    return resolve_run(window.context.workspace.runs.names(), wanted)


def _wait(window: "MainWindow") -> None:
    """Serve events until no work has been under way for a moment. Raises InputError after two minutes."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    calm = QTimer(singleShot=True, interval=_CALM_MS)
    limit = QTimer(singleShot=True, interval=_LIMIT_MS)
    calm.timeout.connect(loop.quit)
    limit.timeout.connect(lambda: loop.exit(1))

    def look() -> None:
        if window.background.busy():
            calm.stop()
        else:
            calm.start()

    window.background.jobs_changed.connect(look)
    limit.start()
    look()
    code = loop.exec()
    window.background.jobs_changed.disconnect(look)
    if code:
        raise InputError("the screen did not come to rest within two minutes; see the log")
