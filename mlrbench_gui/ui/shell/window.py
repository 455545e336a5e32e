"""The main window: rail, top bar, one screen at a time, status bar; and the layers over them.

What is done with runs is `RunWork`'s affair; here is where screens, actions and layers come together.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.ui.kit import preferences as prefs
from mlrbench_gui.ui.kit.actions import ActionTable, key_text
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.screen import Reveal, Screen
from mlrbench_gui.ui.shell.frame import Frame
from mlrbench_gui.ui.shell.guard import SlotGuard
from mlrbench_gui.ui.shell.jobs import JobBoard
from mlrbench_gui.ui.shell.overlay import Overlay
from mlrbench_gui.ui.shell.recent import recent_workspaces, remember_workspace
from mlrbench_gui.ui.shell.stall import StallWatch
from mlrbench_gui.ui.shell.windowkeys import SCREENS, SPECS, WORKING_SCREENS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mlrbench_gui.ui.screens.audit.screen import AuditScreen
    from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen
    from mlrbench_gui.ui.screens.runs.screen import RunsScreen
    from mlrbench_gui.ui.screens.settings.screen import SettingsScreen
    from mlrbench_gui.ui.shell.finding import Hit
    from mlrbench_gui.ui.shell.wiring import Checks, Wiring

_WITH_RUNS = ("audit", "review", "adjudication")
"""Screens that have nothing to show without a run."""

WORKSPACE_SUFFIXES = {".mlrb", ".sqlite", ".db"}


class MainWindow(Frame):
    """One window over one workspace. `workspace_wanted` asks `app` for another; `screen_shown` tells an id."""

    workspace_wanted = Signal(object)
    screen_shown = Signal(str)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.background = background
        self.actions_table = ActionTable(self)
        self.guard = SlotGuard(self)
        self.stall = StallWatch(self)
        self.jobs = JobBoard(background, self)
        self._run: RunName | None = None
        self._rows = -1
        self._runs_behind = False
        background.failure.connect(self.errors.show_error)
        self.guard.caught.connect(self.errors.show_error)
        self.closing.connect(self._stop)

    def attach(self, wiring: "Wiring", *, follow: bool = True) -> None:
        """Take an open workspace in: register all actions, show the first screen."""
        from mlrbench_gui.ui.shell.closing import Leaving
        from mlrbench_gui.ui.shell.follow import Follower
        from mlrbench_gui.ui.shell.keysheet import KeySheet
        from mlrbench_gui.ui.shell.runwork import RunWork
        from mlrbench_gui.ui.shell.screens import ScreenSet
        from mlrbench_gui.ui.shell.search import SearchSheet

        self.context = wiring.context
        self.setWindowTitle(f"{wiring.context.workspace.path.stem} – MLR-Bench")
        self.setAcceptDrops(True)
        self.work = RunWork(wiring, self.background, self.jobs, self)
        self.leaving = Leaving(self, self.work.watch)
        self.screens = ScreenSet(wiring, self.background, self.work, self.actions_table)
        self.screens.joined.connect(self._take_screen)
        self.screens.rows_shown.connect(self._rows_shown)
        self.screens.run_shown.connect(self._run_shown)
        self.screens.saved.connect(lambda at: self.status.set_saved(f"Saved {at.astimezone():%H:%M}"))
        self.screens.open_wanted.connect(self._ask_workspace)
        self.screens.recent_wanted.connect(self.workspace_wanted)
        self.screens.screen_wanted.connect(self.show_screen)
        self.search = SearchSheet(self)
        self.keys = KeySheet(self, self.actions_table, {"window": "Everywhere"} | self.screens.titles())
        self._register()
        self.follower = Follower(self.context.workspace, self.background, self)
        self._connect()
        for name in _WITH_RUNS:
            self.rail.set_enabled(name, enabled=False)
        self.loading.stop()
        self._show(self.runs)
        self.runs.reload()
        self._count_irregularities()
        if follow:
            self.follower.start()
            self.screens.prepare()
            QTimer.singleShot(0, self, lambda: remember_workspace(wiring.context.workspace.path))

    @property
    def first_start(self) -> "FirstStartScreen":
        return self.screens.first_start

    @property
    def runs(self) -> "RunsScreen":
        return self.screens.runs

    @property
    def audit(self) -> "AuditScreen":
        return self.screens.audit

    @property
    def settings(self) -> "SettingsScreen":
        return self.screens.settings

    def refuse(self, text: str, checks: "Checks") -> None:
        """The first workspace cannot be opened: say why, and offer to open another."""
        from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen

        self.loading.stop()
        self.errors.show_error(text)
        start = FirstStartScreen(checks, self.background)
        start.set_without_workspace()
        start.set_recent(recent_workspaces())
        start.open_wanted.connect(self._ask_workspace)
        start.recent_wanted.connect(self.workspace_wanted)
        self.stack.addWidget(start)
        self.stack.setCurrentWidget(start)
        self.top.show_screen(start)
        self.top.show_history(shown=False)
        for name in frozenset(SCREENS) - {"runs"}:
            self.rail.set_enabled(name, enabled=False)
        handlers = {"window.open": self._ask_workspace, "window.quit": self._quit}
        self.actions_table.register([spec for spec in SPECS if spec.id in handlers], handlers)
        self.status.set_left(start.status_left())
        start.entered()

    # --- screens

    def show_screen(self, screen: str) -> None:
        """Bring a screen to front; an empty workspace has its first screen in place of Runs."""
        if screen in WORKING_SCREENS:
            self._show(getattr(self.screens, screen))
        elif screen == "audit" and (self._run is not None or self._open_first()):
            self._show(self.audit)
        else:
            self._show(self._home())

    def open_run(self, run: str) -> None:
        """Show a run on the audit screen."""
        self._run = RunName(run)
        self.audit.show_run(self._run)
        self._show(self.audit)

    def current(self) -> Screen:
        """The screen in front."""
        shown = self.stack.currentWidget()
        assert isinstance(shown, Screen)
        return shown

    def take_path(self, path: Path) -> None:
        """A path that was dropped or named: a workspace is opened, all else is imported."""
        if path.is_file() and path.suffix in WORKSPACE_SUFFIXES:
            self.workspace_wanted.emit(path)
        else:
            self.work.ask_import(path)

    # --- events

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _local_paths(event):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = _local_paths(event)
        event.acceptProposedAction()
        if paths:
            self.take_path(paths[0])

    # --- making

    def _take_screen(self, screen: Screen) -> None:
        """A screen was made: it gets its place, and what it says is heard."""
        self.stack.addWidget(screen)
        screen.message.connect(self.status.say)
        screen.status_changed.connect(self._show_status)
        screen.open_run.connect(self.open_run)

    def _register(self) -> None:
        handlers: dict[str, Callable[[], None]] = {
            "window.search": self.search.open,
            "window.keys": self._toggle_keys,
            "window.import": self.work.ask_import,
            "window.open": self._ask_workspace,
            **{f"window.{name}": partial(self.show_screen, name) for name in SCREENS},
            "window.close-layer": self._close_layer,
            "window.quit": self._quit,
        }
        self.actions_table.register((*SPECS, *self.screens.specs()), handlers | self.screens.handlers())
        for found in self.actions_table.rebind(prefs.preferences().keys()):
            self.errors.show_error(f"Your keys collide: {found}; the first keys are used")
        self.search.offer_actions(self._action_hits)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_screen)
        self.top.search_wanted.connect(self.search.open)
        self.top.undo_wanted.connect(lambda: self.actions_table.trigger("audit.undo"))
        self.top.redo_wanted.connect(lambda: self.actions_table.trigger("audit.redo"))
        self.search.wanted.connect(self._gather)
        self.search.chosen.connect(self._go)
        self.status.jobs_wanted.connect(self._open_jobs)
        self.status.irregularities_wanted.connect(self._show_irregularities)
        self.jobs.changed.connect(self._show_jobs)
        self.work.watch.changed.connect(self._show_jobs)
        self.follower.changed.connect(self._workspace_changed)
        self.follower.busy.connect(self.status.set_notice)
        self.work.changed.connect(self._workspace_changed)
        self.work.opened.connect(self.open_run)
        self.work.queued.connect(self.show_screen)
        self.work.message.connect(self.status.say)
        prefs.preferences().changed.connect(self._preference_changed)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    def _stop(self) -> None:
        self.stall.stop()
        self.guard.remove()
        if hasattr(self, "follower"):
            self.follower.stop()
        if hasattr(self, "work"):
            self.work.watch.jobs.close()
        self.background.close()

    # --- what happens

    def _home(self) -> Screen:
        return self.first_start if self._rows == 0 else self.runs

    def _show(self, screen: Screen) -> None:
        self.stack.setCurrentWidget(screen)
        self.rail.show_screen("runs" if screen.screen_id == "first-start" else screen.screen_id)
        self.top.show_screen(screen)
        self.top.show_history(shown=screen.screen_id == "audit")
        self.actions_table.show_screen(screen.screen_id)
        if screen.screen_id == "runs" and self._runs_behind:
            self._runs_behind = False
            screen.workspace_changed()
        focus = QApplication.focusWidget()
        screen.entered()
        for sheet in self.findChildren(Overlay):
            sheet.keep_keyboard(focus)
        self._show_status()
        self.screen_shown.emit(screen.screen_id)

    def _rows_shown(self, count: int) -> None:
        first = self._rows
        self._rows = count
        for name in _WITH_RUNS:
            self.rail.set_enabled(name, enabled=count > 0)
        if (first <= 0) != (count == 0) or first < 0:
            shown = self.current()
            if shown.screen_id in {"first-start", "runs"} and shown is not self._home():
                self._show(self._home())

    def _run_shown(self, run: str) -> None:
        self._run = RunName(run)
        self._show_status()

    def _open_first(self) -> bool:
        row = self.runs.table.current_row() or next(iter(self.runs.model.shown_runs()), None)
        if row is not None:
            self.open_run(row.run.name)
        return row is not None

    def _focus_moved(self, _old: QWidget | None, _new: QWidget | None) -> None:
        self._show_status()

    def _show_status(self) -> None:
        screen = self.current()
        self.status.set_left(screen.status_left())
        self.status.hints.set_hints(screen.status_keys())
        undo, redo = self.screens.history()
        self.top.undo.setEnabled(undo is not None)
        self.top.redo.setEnabled(redo is not None)
        self.top.undo.set_name(f"Undo {undo or ''}".strip(), self.actions_table.key("audit.undo"))
        self.top.redo.set_name(f"Redo {redo or ''}".strip(), self.actions_table.key("audit.redo"))

    def _workspace_changed(self) -> None:
        for screen in self.screens.made():
            if screen.screen_id == "runs" and self.current().screen_id not in {"runs", "first-start"}:
                self._runs_behind = True  # nobody looks at them: read when they are shown
            else:
                screen.workspace_changed()
        self._count_irregularities()

    def _count_irregularities(self) -> None:
        workspace = self.context.workspace
        self.background.submit(
            lambda _cancel, _emit: len(workspace.irregularities()), done=self.status.set_irregularities
        )

    def _show_irregularities(self) -> None:
        workspace = self.context.workspace
        self.background.submit(
            lambda _cancel, _emit: workspace.irregularities(), done=self.work.show_irregularities
        )

    def _gather(self) -> None:
        from mlrbench_gui.ui.shell.finding import gather

        context, run = self.context, self._run
        self.background.submit(lambda _cancel, _emit: gather(context, run), done=self.search.offer)

    def _action_hits(self) -> "Sequence[Hit]":
        from mlrbench_gui.ui.shell.finding import Hit

        return [
            Hit("action", spec.id, spec.text, "", key_text(spec.keys[0]) if spec.keys else "")
            for spec in self.actions_table.reachable()
        ]

    def _go(self, hit: "Hit") -> None:
        if hit.kind == "action":
            self.actions_table.trigger(hit.key)
        elif hit.kind == "run":
            self.open_run(hit.key)
        else:
            self._show(self.audit)
            self.audit.reveal(Reveal(hit.kind, hit.key))

    def _quit(self) -> None:
        self.close()

    def _toggle_keys(self) -> None:
        if self.keys.isVisible():
            self.keys.close_sheet()
        else:
            self.keys.open()

    def _show_jobs(self) -> None:
        jobs = self.work.watch.jobs.active()
        self.status.set_jobs(self.jobs.summary(jobs))
        self.rail.set_count("jobs", len(jobs))

    def _open_jobs(self) -> None:
        """The list of short work where only such is under way, else the screen."""
        if self.jobs.named() and not self.work.watch.jobs.active():
            button = self.status.jobs_button()
            self.jobs.open_at(button.rect().translated(button.mapToGlobal(button.rect().topLeft())))
        else:
            self.show_screen("jobs")

    @override
    def may_close(self) -> bool:
        return not hasattr(self, "leaving") or self.leaving.allowed()

    def _close_layer(self) -> None:
        for sheet in reversed(self.findChildren(Overlay)):
            if sheet.isVisible():
                sheet.close_sheet()
                return
        if not self.current().close_layer() and self.errors.isVisible():
            self.errors.clear()

    def _ask_workspace(self) -> None:
        names = " ".join(f"*{suffix}" for suffix in sorted(WORKSPACE_SUFFIXES))
        start = str(self.context.workspace.path.parent) if hasattr(self, "context") else ""
        chosen, _filter = QFileDialog.getOpenFileName(
            self, "Open a workspace", start, f"Workspaces ({names});;All files (*)"
        )
        if chosen:
            self.workspace_wanted.emit(Path(chosen))

    def _preference_changed(self, key: str) -> None:
        if key == prefs.KEYS:
            self.actions_table.rebind(prefs.preferences().keys())
            self._show_status()


def _local_paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
