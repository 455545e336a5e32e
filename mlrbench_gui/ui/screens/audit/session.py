"""The open run: loads it, keeps all panes in step with its review and with the claim in hand, takes its decisions."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, Qt, Signal

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.domain.decisions import ReviewedClaim, RunReview
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.values import RelPath, RunName, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.audits import audit_order
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.jobwatch import JobWatch
from mlrbench_gui.ui.screens.audit.claims.grouping import of_paper
from mlrbench_gui.ui.screens.audit.commands import ClaimCommands
from mlrbench_gui.ui.screens.audit.deciding import RunDesk
from mlrbench_gui.ui.screens.audit.loading import LoadedRun, RunLoader
from mlrbench_gui.ui.screens.audit.opining import OpinionDesk, opinion_on
from mlrbench_gui.ui.screens.audit.stage import AuditStage

_AMISS = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})
"""What a reader comes for: a run opens there."""


class RunSession(QObject):
    """`shown` carries the `LoadedRun` on screen; `changed` tells that claim, selection or review are others."""

    shown = Signal(object)
    changed = Signal()
    saved = Signal(object)
    failed = Signal(str)
    message = Signal(str)

    def __init__(
        self, ctx: Context, background: Background, stage: AuditStage, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._background = background
        self._stage = stage
        self._run: LoadedRun | None = None
        self._desk: RunDesk | None = None
        self._paper: RelPath | None = None
        self._places: dict[RunName, str] = {}
        self.loader = RunLoader(ctx, background, self)
        self.commands = ClaimCommands(stage, self.message.emit)
        self._watch = JobWatch(ctx.jobs, background, self) if ctx.jobs is not None else None
        self.opinions = OpinionDesk(ctx, self._watch, self)
        self._connect()

    @property
    def run(self) -> LoadedRun | None:
        """The run on screen."""
        return self._run

    @property
    def review(self) -> RunReview | None:
        """Its review with all that is decided, written or not."""
        return self._desk.shown if self._desk is not None else None

    @property
    def view(self) -> RunView | None:
        """The run with that review."""
        return replace(self._desk.view, review=self._desk.shown) if self._desk is not None else None

    @property
    def claims(self) -> tuple[ReviewedClaim, ...]:
        """The claims of the paper on screen as they stand now."""
        review = self.review
        return of_paper(review.claims, self._paper, self._papers()) if review is not None else ()

    @property
    def several_papers(self) -> bool:
        """Whether counts are of one paper among several."""
        return len(self._papers()) > 1

    @property
    def busy(self) -> bool:
        """Whether a decision is still being written."""
        return self._desk is not None and self._desk.busy

    def open(self, name: RunName) -> None:
        """Show a run; the one before stays until it is there."""
        self._remember_place()
        kept = self.loader.ask(name)
        if kept is not None:
            self._show(kept)

    def step_run(self, by: int) -> None:
        """Show the run that many places on or back."""
        name = self._run.neighbour(by) if self._run is not None else None
        if name is not None:
            self.open(name)
        elif self._run is not None:
            self.message.emit("This is the last run" if by > 0 else "This is the first run")

    def reload(self) -> None:
        """Stored values changed: ask again for what is shown."""
        if self._run is not None and not self.busy:
            self.loader.ask(self._run.view.run.name)

    def audit(self) -> None:
        """Let the engine look at the run; its claims come in when it is done."""
        if self._run is None or self._watch is None:
            return
        name = self._run.view.run.name
        self.message.emit("Auditing the run")
        self._watch.submit(lambda: audit_order((name,)), lambda job: self._audited(name, job))

    def ask_opinion(self) -> None:
        """Ask the model that is set about the chosen claims. Their verdicts stay as they are."""
        if self._run is not None:
            self.opinions.ask(self._run.view.run.name, self._stage.claims.place.selected)

    def show_paper(self, path: RelPath | None) -> None:
        """Show one of the run's papers with its claims and its gate."""
        view = self.view
        if view is None:
            return
        self._paper = path
        self._show_review(view)
        self._stage.paper.show_paper(view.run.name, view.run.papers, path)

    def open_place(self, path: str, locator: Locator | None) -> None:
        """Open a place of the run in the evidence pane."""
        self._stage.show_evidence_tab()
        self._stage.evidence.open_place(RelPath(path), locator)

    def show_timeline(self) -> None:
        """Show what the agent did, at the action that the opened evidence tells of."""
        request = self._stage.evidence.place.request()
        action = request.locator.action if request is not None and request.locator is not None else None
        self._stage.show_trace(on=True)
        if action is not None:
            self._stage.trace.show_action(action)
        else:
            self._stage.trace.show_page("actions")

    def show_history(self, path: str | None = None, action: int | None = None) -> None:
        """Show how a file came to be: this one, else the one that is opened as evidence."""
        request = self._stage.evidence.place.request()
        wanted = path or (request.path if request is not None else None)
        was_in_front = self._stage.is_trace
        self._stage.show_trace(on=True)
        if wanted is not None and (path is not None or not was_in_front):
            self._stage.trace.show_file(RelPath(wanted), action)
        else:
            self._stage.trace.show_page("files")

    def show_pair(self) -> None:
        """Show two files of the run side by side."""
        self._stage.show_trace(on=True)
        self._stage.trace.show_page("pair")

    def _leave_trace(self) -> None:
        self._stage.show_trace(on=False)
        self._stage.claims.take_keyboard(Qt.FocusReason.OtherFocusReason)

    def _open_from_trace(self, path: str, locator: Locator | None) -> None:
        self._stage.show_trace(on=False)
        self.open_place(path, locator)
        self._stage.evidence.focus_place()

    def next_undecided(self) -> None:
        """Go to the next undecided claim, in the other papers of the run too."""
        if self._stage.claims.next_undecided():
            return
        claims = self.review.claims if self.review is not None else ()
        current = self._stage.claims.current()
        left = [claim for claim in claims if claim.decision is None]
        if current is not None and current.decision is None:
            left = [claim for claim in left if claim.current.id != current.current.id]
        if left:
            self.go_to(left[0].current.id)
        elif current is not None and current.decision is None:
            self.message.emit("This is the last undecided claim")
        else:
            self.message.emit("All claims are decided")

    # --- in step

    def _connect(self) -> None:
        stage, commands = self._stage, self.commands
        self.loader.loaded.connect(self._show)
        self.loader.failed.connect(self.failed)
        self.opinions.given.connect(self._opinions_given)
        self.opinions.failed.connect(self.failed)
        self.opinions.message.connect(self.message)
        stage.claims.moved.connect(self._moved)
        stage.claims.audit_requested.connect(self.audit)
        stage.claims.orphans_requested.connect(lambda: stage.drawer.show_tab("decisions"))
        stage.paper.claim_clicked.connect(lambda key, adding: stage.claims.go_to(key, adding=adding))
        stage.paper.paper_wanted.connect(lambda path: self.show_paper(RelPath(path)))
        stage.paper.add_wanted.connect(commands.add)
        stage.paper.move_wanted.connect(commands.move)
        stage.paper.shown.connect(self._fetch_ahead)
        stage.paper.message.connect(self.message)
        stage.gate.place_requested.connect(self.open_place)
        stage.gate.claim_requested.connect(self.go_to)
        stage.gate.override_requested.connect(commands.override_gate)
        stage.drawer.finding_judged.connect(commands.judge_finding)
        stage.drawer.place_requested.connect(self.open_place)
        stage.drawer.claim_requested.connect(self.go_to)
        stage.drawer.undo_requested.connect(commands.undo)
        stage.drawer.changes_found.connect(self._changes_found)
        stage.trace.closed.connect(self._leave_trace)
        stage.trace.place_requested.connect(self._open_from_trace)
        stage.trace.message.connect(self.message)
        stage.trace_shown.connect(lambda _on: self.changed.emit())
        self._connect_evidence()

    def _connect_evidence(self) -> None:
        evidence, commands = self._stage.evidence, self.commands
        evidence.verdict_requested.connect(lambda value: commands.set_verdict(Verdict(value)))
        evidence.trust_requested.connect(lambda value: commands.set_trust(Trust(value)))
        evidence.accept_requested.connect(commands.accept)
        evidence.note_requested.connect(commands.set_note)
        evidence.link_requested.connect(commands.link)
        evidence.unlink_requested.connect(commands.unlink)
        evidence.figure_requested.connect(self._show_figure)
        evidence.claim_requested.connect(self.go_to)
        evidence.message.connect(self.message)
        evidence.place.viewers.history_requested.connect(self.show_history)
        self._stage.drawer.transcript.file_requested.connect(self.show_history)

    def _show(self, run: LoadedRun) -> None:
        """Another run, or the same one loaded anew."""
        same = self._run is not None and self._run.view.run.name == run.view.run.name
        if same and self._desk is not None:
            if not self._desk.take(run.view):
                return
            if self._stage.claims.current() is None:
                self._start_at(None)
            self._run = run
            self.shown.emit(run)
            return
        self._run = run
        self._take_desk(RunDesk(self._ctx, self._background, run.view, self))
        papers = run.view.run.papers
        place = self._places.get(run.view.run.name)
        remembered = next((claim for claim in run.view.review.claims if claim.current.id == place), None)
        self._paper = remembered.current.paper if remembered else (papers[0] if papers else None)
        self._stage.claims.clear()
        self._stage.evidence.clear()
        self.show_paper(self._paper)
        self._start_at(place)
        self.shown.emit(run)

    def _audited(self, name: RunName, job: Job) -> None:
        self.loader.ask(name)
        if job.reason:
            self.message.emit(job.reason)

    def _take_desk(self, desk: RunDesk) -> None:
        before, self._desk = self._desk, desk
        self.commands.desk = desk
        desk.changed.connect(self._review_changed)
        desk.saved.connect(self._saved)
        desk.undone.connect(self._undone)
        desk.failed.connect(self.failed)
        if before is not None:
            before.changed.disconnect(self._review_changed)
            before.undone.disconnect(self._undone)
            before.idle.connect(before.deleteLater)
            if not before.busy:
                before.deleteLater()

    def _start_at(self, place: str | None) -> None:
        """Where the reader left off, else at the first open claim that is amiss, else at the first open one."""
        claims = self._stage.claims
        known = claims.model.claims
        if place is None or place not in known:
            undecided = [key for key in claims.place.order if known[key].decision is None]
            amiss = (key for key in undecided if known[key].current.verdict in _AMISS)
            place = next(amiss, next(iter(undecided or claims.place.order), None))
        if place is not None:
            claims.go_to(place)
        self._moved()

    def _review_changed(self, _review: RunReview) -> None:
        view = self.view
        if view is not None:
            self._show_review(view)
            self.commands.take_wish()
            self._show_claim()
            self.loader.remember(view.run.name, view.review)

    def _show_review(self, view: RunView) -> None:
        """Give every pane the review; each repaints only what changed."""
        claims = of_paper(view.review.claims, self._paper, view.run.papers)
        self._stage.claims.set_audited(audited=view.stored is not None, paper=bool(view.run.papers))
        self._stage.claims.show_claims(claims, orphans=len(view.review.orphans))
        self._stage.paper.show_claims(claims)
        self._stage.gate.show_review(view, view.review, self._paper)
        self._stage.drawer.show_view(view)
        self._stage.trace.show_view(view)
        self.changed.emit()

    def _moved(self) -> None:
        cursor = self._stage.claims.place
        self._stage.paper.set_current(cursor.current, frozenset(cursor.selected))
        self._show_claim()
        self.changed.emit()

    def _show_claim(self) -> None:
        view = self.view
        if view is not None:
            claim = self._stage.claims.current()
            self._stage.evidence.show_claim(view, claim)
            self._stage.evidence.head.show_opinion(opinion_on(view, claim))

    def go_to(self, claim_id: str) -> None:
        """Go to any claim of the run, in whichever paper it is."""
        claims = self.review.claims if self.review is not None else ()
        claim = next((claim for claim in claims if claim.current.id == claim_id), None)
        if claim is None:
            self.message.emit("This claim is no longer there")
            return
        if claim.current.paper != self._paper and len(self._papers()) > 1:
            self.show_paper(claim.current.paper)
        self._stage.claims.go_to(claim_id)

    def _opinions_given(self, run: str) -> None:
        if self._run is not None and self._run.view.run.name == run:
            self.loader.ask(RunName(run))

    def _papers(self) -> tuple[RelPath, ...]:
        return self._run.view.run.papers if self._run is not None else ()

    def _saved(self, at: datetime) -> None:
        self.saved.emit(at)

    def _undone(self, name: str) -> None:
        self.message.emit(name if name else "There is nothing to take back")

    def _changes_found(self, count: int) -> None:
        said = f"{count} change{'s' if count != 1 else ''} since the last audit; see Changes in the drawer"
        self.message.emit(said if count else "The audit says the same as the last one")

    def _show_figure(self, path: str, start: int, end: int) -> None:
        if RelPath(path) != self._paper and RelPath(path) in self._papers():
            self.show_paper(RelPath(path))
        self._stage.paper.view.show_span(start, end)

    def _fetch_ahead(self) -> None:
        if self._run is not None:
            self.loader.fetch_ahead(self._run.neighbour(1))

    def _remember_place(self) -> None:
        current = self._stage.claims.place.current
        if self._run is not None and current is not None:
            self._places[self._run.view.run.name] = current
