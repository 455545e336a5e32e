"""The Review screen: what the shell knows of it, its actions and layers. The open run is the session's affair."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QStackedLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.reader import RunReader
from mlrbench_gui.ui.kit.reason import ReasonAsk
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.review import keys
from mlrbench_gui.ui.screens.review.form import FormPane
from mlrbench_gui.ui.screens.review.session import ReviewSession
from mlrbench_gui.ui.screens.review.stage import EVIDENCE_TAB, FORM_TAB, ReviewStage


class ReviewScreen(Screen):
    """`share_wanted` asks for the sheet that shares runs out, `adjudicate_wanted` for reviews side by side."""

    share_wanted = Signal()
    adjudicate_wanted = Signal()
    import_wanted = Signal()
    saved = Signal(object)

    screen_id = keys.SCREEN
    title = "Review"

    def __init__(
        self, ctx: Context, background: Background, reader: RunReader, form: FormPane | None = None
    ) -> None:
        super().__init__()
        ground(self, "panel")
        reader.setParent(self)
        self.stage = ReviewStage(reader, form or FormPane())
        self.session = ReviewSession(ctx, background, self.stage, self)
        self.reason = ReasonAsk(self)
        self._pane = ""
        self.empty = EmptyState("Nothing to review yet", "This workspace holds no run.", "Import")
        self._loading = LoadingState("Reading the runs to review")
        self._cover = QStackedLayout(self)
        self._cover.setContentsMargins(0, 0, 0, 0)
        for part in (self._loading, self.stage, self.empty):
            self._cover.addWidget(part)
        self._left, self._right = self._topbar_left(), self._topbar_right()
        self._connect()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return keys.SPECS

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        session, reader, form = self.session, self.stage.reader, self.stage.form
        return {
            "review.undecided": session.next_undecided,
            "review.next": partial(session.step_claim, 1),
            "review.previous": partial(session.step_claim, -1),
            "review.trail": self._walk_trail,
            **{keys.verdict_action(verdict): partial(self._decide, verdict) for verdict in Verdict},
            **{keys.digit_action(number): partial(form.give, number) for number in range(1, 11)},
            "review.accept": self._accept,
            "review.claim-note": self._note_claim,
            "review.undo": reader.undo,
            "review.redo": partial(reader.undo, again=True),
            "review.candidate": partial(reader.step_candidate, 1),
            "review.candidate-back": partial(reader.step_candidate, -1),
            "review.submit": session.submit,
            **{pane: partial(self._go, pane) for pane in keys.PANES},
            "review.pane": partial(self._walk, 1),
            "review.pane-back": partial(self._walk, -1),
            "review.attach": session.attach,
            "review.note": session.note,
            "review.area": reader.mark_area,
            "review.versions": form.head.open_versions,
            "review.run": partial(session.step_run, 1),
            "review.run-back": partial(session.step_run, -1),
            "review.open": self._open_in_audit,
            "review.exclude": self._exclude,
            "review.lift": self._lift,
            "review.share": self.share_wanted.emit,
            "review.find": reader.find,
            "review.zoom-in": partial(reader.zoom, 1),
            "review.zoom-out": partial(reader.zoom, -1),
            "review.zoom-fit": partial(reader.zoom, 0),
        }

    @override
    def scopes(self) -> dict[str, QWidget]:
        return {
            keys.FORM: self.stage.form,
            keys.CLAIMS: self.stage.claims,
            keys.RUNS: self.stage.runs,
            keys.PAPER: self.stage.reader.paper,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def topbar_right(self) -> QWidget | None:
        return self._right

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.STATUS_KEYS[self._current_pane()]

    @override
    def status_left(self) -> str:
        rows = self.session.claims()
        decided = sum(row.ranked.claim.decision is not None for row in rows)
        return f"{decided} of {len(rows)} claims decided" if rows else ""

    @override
    def entered(self) -> None:
        if self.session.queue is None:
            self._loading.start()
            self.session.reload()
        elif self.session.opened is not None:
            focus = _focus()
            inside = focus is not None and self.stage.isAncestorOf(focus)
            self._go(self._current_pane() if inside else keys.FORM)

    @override
    def workspace_changed(self) -> None:
        if self.session.queue is not None:
            self.session.reload()

    @override
    def close_layer(self) -> bool:
        return (
            self.reason.close()
            or self.stage.form.head.close_versions()
            or self.stage.form.leave_text()
            or self.stage.reader.close_layer()
        )

    def show_run(self, name: RunName) -> None:
        """Put a run on the desk."""
        self.session.open(name)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.stage.fit(self.window().width())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self.stage.fit(self.window().width())

    # --- actions

    def _decide(self, verdict: Verdict) -> None:
        self.stage.reader.set_verdict(verdict)

    def _accept(self) -> None:
        if self.session.claim is None:
            self.message.emit("Choose a claim first: U goes to the next one worth a look")
            return
        self.stage.reader.accept()
        self.session.next_undecided()

    def _note_claim(self) -> None:
        if self.session.claim is not None:
            self.stage.show_tab(EVIDENCE_TAB)
            self.stage.reader.edit_note()

    def _walk_trail(self) -> None:
        self.stage.show_tab(EVIDENCE_TAB)
        self.stage.reader.focus_trail()

    def _open_in_audit(self) -> None:
        opened = self.session.opened
        if opened is not None:
            self.session.leave()
            self.open_run.emit(opened.run.name)

    def _exclude(self) -> None:
        """The claim where the claims have the keyboard, else the run."""
        opened, claim = self.session.opened, self.session.current()
        if opened is None:
            return
        about_claim = claim is not None and self._current_pane() in {keys.CLAIMS, keys.EVIDENCE}
        if about_claim and claim is not None:
            what, key = ExcludedKind.CLAIM, claim.current.fingerprint
            told = f"“{' '.join(claim.current.quote.split())}”"
        else:
            what, key, told = ExcludedKind.RUN, "", shown_name(opened.run.name)
        self._ask_exclusion(what, key, told)

    def _ask_exclusion(self, what: ExcludedKind, key: str, told: str) -> None:
        opened = self.session.opened
        if opened is None:
            return
        now = opened.left_out(what, key)
        if now is None:
            title, button = f"Leave this {what.value} out of statistics?", "Leave out"
            line = f"{told}. Every n says so; what was said of it stays."
        else:
            title, button = f"Count this {what.value} again?", "Count again"
            line = f"{told}. Left out by {now.author}: {now.reason}"
        on = now is None
        self.reason.open(title, line, button, lambda reason: self.session.exclude(what, key, reason, on=on))

    def _lift(self) -> None:
        opened = self.session.opened
        if opened is None or not opened.desk.hidden:
            self.message.emit("Nothing of this run is hidden from you")
            return
        self.reason.open(
            "Look before you submit?",
            "Maker, judges' scores and other reviews of this run are shown from now on. The record tells it.",
            "Look",
            self.session.lift,
        )

    def _menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        handlers = self.handlers()
        for spec in keys.SPECS:
            if spec.id in {"review.open", "review.exclude", "review.share"}:
                action = menu.addAction(spec.text)
                action.triggered.connect(handlers[spec.id])
        menu.popup(place)

    # --- panes

    def _current_pane(self) -> str:
        focus = _focus()
        panes = {
            keys.RUNS: self.stage.runs,
            keys.CLAIMS: self.stage.claims,
            keys.PAPER: self.stage.reader.paper,
            keys.FORM: self.stage.form,
        }
        for pane, widget in panes.items():
            if focus is not None and (widget is focus or widget.isAncestorOf(focus)):
                return pane
        return keys.FORM if self.stage.tab == FORM_TAB else keys.EVIDENCE

    def _go(self, pane: str) -> None:
        reason = Qt.FocusReason.ShortcutFocusReason
        if pane == keys.FORM:
            self.stage.show_tab(FORM_TAB)
            self.stage.form.take_keyboard()
        elif pane == keys.EVIDENCE:
            self.stage.show_tab(EVIDENCE_TAB)
            self.stage.reader.focus_evidence()
        elif pane == keys.PAPER:
            self.stage.reader.paper.setFocus(reason)
        else:
            goal = self.stage.runs if pane == keys.RUNS else self.stage.claims
            if goal.currentIndex().row() < 0:
                goal.go(0)
            goal.setFocus(reason)
        self.status_changed.emit()

    def _walk(self, by: int) -> None:
        shut = keys.EVIDENCE if self.stage.tab == FORM_TAB else keys.FORM
        panes = [pane for pane in keys.PANES if pane != shut]
        at = panes.index(self._current_pane())
        self._go(panes[(at + by) % len(panes)])

    def _focus_changed(self, _old: QWidget | None, _new: QWidget | None) -> None:
        pane = self._current_pane()
        if pane != self._pane:
            self._pane = pane
            self.status_changed.emit()

    # --- in step

    def _changed(self) -> None:
        queue = self.session.queue
        if queue is not None:
            self._loading.stop()
            self._cover.setCurrentWidget(self.stage if queue.items else self.empty)
            assigned = "assigned to you" if queue.assigned else "in this workspace"
            self._count.setText(f"{len(queue.items)} runs {assigned}, {queue.done} submitted")
            for part in self._blind:
                part.setVisible(queue.blind)
        self.status_changed.emit()

    def _shown(self) -> None:
        if self.isVisible() and QApplication.activeModalWidget() is None:
            self._go(keys.FORM)

    def _picked_run(self) -> None:
        row = self.stage.runs.currentIndex().row()
        rows = self.stage.runs_model.rows
        if 0 <= row < len(rows):
            self.session.open(rows[row].name)

    def _picked_claim(self) -> None:
        row = self.stage.claims.currentIndex().row()
        rows = self.session.claims()
        if 0 <= row < len(rows):
            self.session.go_to(rows[row].id)

    def _connect(self) -> None:
        session, stage = self.session, self.stage
        session.changed.connect(self._changed)
        session.shown.connect(self._shown)
        session.saved.connect(self.saved)
        session.failed.connect(self.message)
        session.message.connect(self.message)
        stage.runs.opened.connect(self._picked_run)
        stage.runs.picked.connect(self._picked_run)
        stage.claims.opened.connect(self._picked_claim)
        stage.claims.picked.connect(self._picked_claim)
        stage.runs.menu_wanted.connect(self._menu)
        stage.claims.menu_wanted.connect(self._menu)
        stage.form.curtain.lift_wanted.connect(self._lift)
        stage.form.others.adjudicate_wanted.connect(self.adjudicate_wanted)
        self.empty.pressed.connect(self.import_wanted)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def _topbar_left(self) -> QWidget:
        box = QWidget()
        self._count = ElidedLabel()
        self._count.setProperty("role", "text-2")
        self._count.setProperty("textSize", "sm")
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label(self.title, size="lg", weight="semibold"))
        row.addWidget(self._count)
        return box

    def _topbar_right(self) -> QWidget:
        box = QWidget()
        mark = Glyph(lambda dpr: icon_pixmap("eye-off", theme.color("text-2"), 16, dpr), 16)
        self._blind = (mark, label("Blind until you submit", role="text-2", size="sm"))
        share = Button("Share out…", icon_name="person", tip="Who reviews what, blind or not  (S)")
        share.clicked.connect(self.share_wanted)
        audit = Button("Open in Audit", icon_name="audit", tip="O")
        audit.clicked.connect(self._open_in_audit)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (*self._blind, share, audit):
            row.addWidget(part)
        return box


def _focus() -> QWidget | None:
    return QApplication.focusWidget()
