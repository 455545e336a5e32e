"""The audit screen: one run's paper held against its evidence, claim by claim.

What the shell knows of it: top bar, keys, status, layers, and the layout by the window's size. The open run is the
session's affair.
"""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState, ErrorState, LoadingState
from mlrbench_gui.ui.kit.screen import Reveal, Screen
from mlrbench_gui.ui.screens.audit import keys
from mlrbench_gui.ui.screens.audit.claims.menu import claim_menu
from mlrbench_gui.ui.screens.audit.framing import framed
from mlrbench_gui.ui.screens.audit.handlers import claim_handlers, only_in_sight, pane_handlers
from mlrbench_gui.ui.screens.audit.layout import plan_for
from mlrbench_gui.ui.screens.audit.loading import LoadedRun
from mlrbench_gui.ui.screens.audit.panes import Panes, at_once
from mlrbench_gui.ui.screens.audit.runbar import RunBar
from mlrbench_gui.ui.screens.audit.session import RunSession
from mlrbench_gui.ui.screens.audit.splitask import SplitAsk
from mlrbench_gui.ui.screens.audit.stage import AuditStage
from mlrbench_gui.ui.screens.audit.walking import PaneWalk


class AuditScreen(Screen):
    """`saved` carries the moment of each write; `run_shown` the run's name once it is on screen."""

    saved = Signal(object)
    run_shown = Signal(str)

    screen_id = keys.SCREEN
    title = "Audit"

    def __init__(
        self,
        ctx: Context,
        background: Background,
        ask_report: Callable[[str], None] | None = None,
        *,
        panes: Panes | None = None,
    ) -> None:
        super().__init__()
        self._ask_report = ask_report
        self.stage = AuditStage(panes or at_once(ctx, background), self)
        self.session = RunSession(ctx, background, self.stage, self)
        self.walk = PaneWalk(self.stage)
        self.split = SplitAsk(self, self.stage, self.session, self.message.emit)
        self.run_bar = RunBar()
        self._report = Button("Report", icon_name="export", tip="Write a report of this run  (Ctrl E)")
        self._report.clicked.connect(self.write_report)
        self._empty = EmptyState(
            "No run is open", "Choose one in Runs, or import a folder that an agent left."
        )
        self._loading = LoadingState("Opening the run")
        self._error = ErrorState("The run cannot be shown")
        self._cover = QStackedLayout(self)
        self._cover.setContentsMargins(0, 0, 0, 0)
        self._error_frame = framed(self._error)
        for part in (self._empty, self._loading, self._error_frame, self.stage):
            self._cover.addWidget(part)
        self._wanted: RunName | None = None
        self._pane = ""
        self._connect()

    # --- what the shell asks

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return keys.SPECS

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {
            **pane_handlers(self.stage, self.session, self.walk),
            **only_in_sight(
                claim_handlers(self.stage, self.session, self.split), self.stage, self.message.emit
            ),
            "audit.runs": self.run_bar.open_list,
            "audit.report": self.write_report,
        }

    @override
    def scopes(self) -> dict[str, QWidget]:
        return {
            keys.CLAIMS: self.stage.claims.list,
            keys.PAPER: self.stage.paper,
            keys.DRAWER: self.stage.drawer,
            keys.GATE: self.stage.gate,
            keys.TRACE: self.stage.trace,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self.run_bar

    @override
    def topbar_right(self) -> QWidget | None:
        return self._report

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.STATUS_KEYS[self.walk.current()]

    @override
    def status_left(self) -> str:
        if self.session.review is None:
            return ""
        claims = self.session.claims
        decided = sum(claim.decision is not None for claim in claims)
        selected = len(self.stage.claims.place.selected)
        chosen = f" · {selected} selected" if selected > 1 else ""
        where = " of this paper" if self.session.several_papers else ""
        return f"{decided} of {len(claims)} decided{where}{chosen}"

    @override
    def entered(self) -> None:
        if self.session.run is not None:
            self.walk.go(keys.TRACE if self.stage.is_trace else keys.CLAIMS)

    @override
    def workspace_changed(self) -> None:
        self.session.reload()

    @override
    def reveal(self, target: Reveal) -> None:
        self.stage.show_trace(on=False)
        if target.kind == "claim":
            self.session.go_to(target.key)
        elif target.kind == "finding":
            self.stage.raise_drawer()
            self.stage.drawer.choose_finding(target.key)
        else:
            self.session.open_place(RelPath(target.key), None)

    @override
    def close_layer(self) -> bool:
        return (
            self.run_bar.close_list()
            or self.stage.gate.close_popover()
            or self.split.close()
            or self.stage.trace.close_layer()
            or self.stage.paper.close_layer()
            or self.stage.evidence.close_layer()
            or self.stage.drawer.close_layer()
            or self.stage.claims.close_layer()
        )

    # --- the run

    def show_run(self, name: RunName) -> None:
        """Show a run; the one before stays until it is there."""
        self._wanted = name
        if self.session.run is None:
            self._cover.setCurrentWidget(self._loading)
            self._loading.start()
        self.session.open(name)

    def write_report(self) -> None:
        """Ask for a report of the run."""
        run = self.session.run
        if run is not None and self._ask_report is not None:
            self._ask_report(run.view.run.name)

    @property
    def view(self) -> RunView | None:
        """The run that is shown, with all that is decided."""
        return self.session.view

    def history(self) -> tuple[str | None, str | None]:
        """What undo would take back and redo restore, in words."""
        review = self.session.review
        return (review.undo_name, review.redo_name) if review is not None else (None, None)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take_plan()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._take_plan()

    def _take_plan(self) -> None:
        window = self.window().size()
        self.stage.apply(plan_for(window.width(), window.height()))
        self.run_bar.set_narrow(narrow=window.width() < 1280)

    def _connect(self) -> None:
        session = self.session
        self.run_bar.run_wanted.connect(lambda name: self.show_run(RunName(name)))
        self.run_bar.step_wanted.connect(session.step_run)
        session.shown.connect(self._run_shown)
        session.failed.connect(self._failed)
        session.changed.connect(self.status_changed)
        session.changed.connect(self._tell_failure)
        self.run_bar.failure_wanted.connect(lambda state: self.stage.gate.open_state(state, focus=True))
        session.message.connect(self.message)
        session.saved.connect(self.saved)
        self._error.pressed.connect(self._try_again)
        self.stage.claims.menu_requested.connect(self._open_menu)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def _run_shown(self, run: LoadedRun) -> None:
        self._loading.stop()
        fresh = self._cover.currentWidget() is not self.stage
        self._cover.setCurrentWidget(self.stage)
        self.run_bar.show_run(run.view.run, run.names, run.place)
        if fresh and self.isVisible():
            self.stage.claims.take_keyboard(Qt.FocusReason.OtherFocusReason)
        self.run_shown.emit(run.view.run.name)
        self.status_changed.emit()

    def _failed(self, line: str) -> None:
        """Without a run on screen the error takes its place; else the old run stays and the line is told."""
        self._loading.stop()
        if self.session.run is None:
            self._error.say("The run cannot be shown", line, "Try again")
            self._cover.setCurrentWidget(self._error_frame)
        else:
            self.message.emit(line)

    def _tell_failure(self) -> None:
        self.run_bar.show_failure(self.stage.gate.facts.failure)

    def _open_menu(self, place: QPoint) -> None:
        if self.stage.claims.current() is not None:
            specs = {spec.id: spec for spec in self.specs()}
            claim_menu(specs, self.handlers(), self).popup(place)

    def _try_again(self) -> None:
        if self._wanted is not None:
            self.show_run(self._wanted)

    def _focus_changed(self, _old: QWidget | None, _new: QWidget | None) -> None:
        pane = self.walk.current()
        if pane != self._pane:
            self._pane = pane
            self.status_changed.emit()
