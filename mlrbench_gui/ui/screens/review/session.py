"""The open run of the Review screen: loads queue and run, keeps the panes in step, takes what the reviewer does."""

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.domain.people import (
    Act,
    ClaimTime,
    EvidencePlace,
    ExcludedKind,
    FormNote,
    PaperArea,
    SpendTime,
)
from mlrbench_gui.domain.rubrics import QUESTIONS
from mlrbench_gui.domain.stopwatch import Spent
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.services.people.filling import lift
from mlrbench_gui.services.people.sharing import exclude
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.screens.review.lists import QueuedClaim, queued
from mlrbench_gui.ui.screens.review.reading import (
    OpenRun,
    RunQueue,
    read_again,
    read_queue,
    read_run,
    spent_on,
)
from mlrbench_gui.ui.screens.review.stage import EVIDENCE_TAB, FORM_TAB, ReviewStage
from mlrbench_gui.ui.screens.review.timing import ClaimClock
from mlrbench_gui.ui.screens.review.writing import FormWriter


class ReviewSession(QObject):
    """`changed`: queue, run or form are others; `shown`: another run is on the desk."""

    changed = Signal()
    shown = Signal()
    saved = Signal(object)
    failed = Signal(str)
    message = Signal(str)

    def __init__(
        self, ctx: Context, background: Background, stage: ReviewStage, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ctx, self._background, self._stage = ctx, background, stage
        self.reader = stage.reader
        self.queue: RunQueue | None = None
        self.writer: FormWriter | None = None
        self.clock = ClaimClock(stage, ctx.clock)
        self.claim: str | None = None
        self._opening: Job[OpenRun] | None = None
        self._again = False
        self._connect()

    @property
    def opened(self) -> OpenRun | None:
        """The run on the desk."""
        return self.writer.opened if self.writer is not None else None

    # --- runs

    def reload(self) -> None:
        """Read the queue again, and the open run with it."""
        ctx = self._ctx
        self._background.submit(
            lambda _cancel, _emit: read_queue(ctx), done=self._show_queue, failed=self.failed.emit
        )
        self.refresh()

    def refresh(self) -> None:
        """Read what was written on the open run."""
        opened, ctx = self.opened, self._ctx
        if opened is None or self._again:
            return
        self._again = True
        view = opened.desk.view
        self._background.submit(
            lambda _cancel, _emit: read_again(ctx, view), done=self._refreshed, failed=self._not_refreshed
        )

    def open(self, name: RunName) -> None:
        """Put a run on the desk; the one before stays until it is there."""
        self.leave()
        if self._opening is not None:
            self._opening.cancel()
        ctx = self._ctx
        self._opening = self._background.submit(
            lambda _cancel, _emit: read_run(ctx, name), done=self._show_run, failed=self.failed.emit
        )

    def step_run(self, by: int) -> None:
        """The next or previous run of the queue."""
        run = self.opened.run.name if self.opened is not None else None
        item = self.queue.after(run, by) if self.queue is not None else None
        if item is not None:
            self.open(item.name)
        else:
            self.message.emit("This is the last run" if by > 0 else "This is the first run")

    def leave(self) -> None:
        """Keep what is being written and stop the clock."""
        self._stage.form.flush()
        self.clock.turn(None)

    # --- claims

    def claims(self) -> tuple[QueuedClaim, ...]:
        return self._stage.claims_model.rows

    def go_to(self, claim_id: str) -> None:
        """Show a claim with its evidence and start its clock."""
        rows, before = self.claims(), self.claim
        self.claim = claim_id
        place = self._place()
        if place is None:
            self.claim = before
            self.message.emit("This claim is no longer there")
            return
        self._stage.claims.go(place)
        now = rows[place].ranked.claim.current
        self.clock.turn((now.paper, now.fingerprint))
        self._stage.show_evidence()
        self.reader.show_claim(claim_id)
        self.changed.emit()

    def step_claim(self, by: int) -> None:
        """The next or previous claim of the queue, decided or not."""
        rows = self.claims()
        at = self._place()
        wanted = at + by if at is not None else 0
        if 0 <= wanted < len(rows):
            self.go_to(rows[wanted].id)
        elif rows:
            self.message.emit("This is the last claim" if by > 0 else "This is the first claim")

    def next_undecided(self) -> None:
        """The next undecided claim behind the one in hand, and at the end the first one again."""
        rows, at = self.claims(), self._place()
        order = (*rows[at + 1 :], *rows[:at]) if at is not None else rows
        wanted = next((row for row in order if row.ranked.claim.decision is None), None)
        if wanted is None:
            self.message.emit("All claims are decided" if rows else "This run has no claims")
        else:
            self.go_to(wanted.id)

    def _place(self) -> int | None:
        return next((at for at, row in enumerate(self.claims()) if row.id == self.claim), None)

    def current(self) -> ReviewedClaim | None:
        """The claim in hand."""
        return next((row.ranked.claim for row in self.claims() if row.id == self.claim), None)

    # --- what the reviewer does

    def keep(self, act: Act) -> None:
        """Keep a change of the form."""
        if self.writer is not None:
            self.writer.put(act)

    def submit(self) -> None:
        """Freeze a version; what lacks is told, and the keyboard goes there."""
        if self.writer is None:
            return
        self._stage.form.flush()
        missing = self._stage.form.missing
        if missing:
            self._stage.form.take_keyboard()
            self.message.emit(f"The review lacks {', '.join(missing)}")
        else:
            self.clock.turn(None)
            self.writer.submit()

    def attach(self) -> None:
        """Lay the selected words, else what is opened as evidence, to the question in hand."""
        place = self.reader.paper_place()
        if place is None and self._stage.tab == EVIDENCE_TAB:
            place = self.reader.evidence_place()
        if place is None:
            self.message.emit("Select words in the paper or open evidence first")
            return
        self._lay(place)

    def note(self) -> None:
        """A new note on the selected words, else on the run."""
        if self.writer is not None:
            words = self.reader.words()
            self._stage.show_tab(FORM_TAB)
            self._stage.form.notes.begin(words=words)

    def exclude(self, what: ExcludedKind, key: str, reason: str, *, on: bool) -> None:
        """Leave something of the run out of statistics, or count it again."""
        opened, ctx = self.opened, self._ctx
        if opened is None:
            return
        run = opened.run.name
        self._background.submit(
            lambda _cancel, _emit: exclude(ctx, run, reason=reason, what=what, key=key, on=on),
            done=lambda _none: self.reload(),
            failed=self.failed.emit,
        )

    def lift(self, reason: str) -> None:
        """Look behind the curtain of the open run."""
        opened, ctx = self.opened, self._ctx
        if opened is not None:
            run = opened.run.name
            self._background.submit(
                lambda _cancel, _emit: lift(ctx, run, reason),
                done=lambda _none: self._revealed(run),
                failed=self.failed.emit,
            )

    # --- in step

    def _connect(self) -> None:
        form, reader = self._stage.form, self.reader
        form.acted.connect(self.keep)
        form.foot.submit_wanted.connect(self.submit)
        form.place_wanted.connect(self._show_place)
        form.note_shown.connect(self._show_note)
        form.note_wanted.connect(self.note)
        form.area_wanted.connect(reader.mark_area)
        reader.claim_chosen.connect(self.go_to)
        reader.saved.connect(self._decided)
        reader.note_wanted.connect(self.note)
        reader.attach_wanted.connect(self.attach)
        reader.area_marked.connect(self._area_marked)
        reader.message.connect(self.message)
        self.clock.spent.connect(self._spent)
        self._stage.attach.clicked.connect(self.attach)
        self._stage.attach.payload = self._parcel

    def _show_queue(self, queue: RunQueue) -> None:
        self.queue = queue
        self._stage.runs_model.show_rows(queue.items)
        self._stage.runs_count.setText(f"{queue.done} of {len(queue.items)} submitted" if queue.items else "")
        self._stage.progress.show_rows(queue.progress, queue.author)
        opened = self.opened
        if opened is None and self._opening is None:
            first = queue.next_open()
            if first is not None:
                self.open(first.name)
        elif opened is not None:
            self._mark_run(opened.run.name)
        self.changed.emit()

    def _mark_run(self, name: RunName) -> None:
        rows = self._stage.runs_model.rows
        self._stage.runs.go(next((at for at, row in enumerate(rows) if row.name == name), -1))

    def _show_run(self, opened: OpenRun) -> None:
        self._opening = None
        before = self.writer
        self.writer = FormWriter(self._ctx, self._background, opened, self)
        if before is not None:
            before.changed.disconnect(self._form_changed)
            before.submitted.disconnect(self._submitted)
            before.idle.connect(before.deleteLater)
            if not before.busy:
                before.deleteLater()
        self.writer.changed.connect(self._form_changed)
        self.writer.saved.connect(self._saved)
        self.writer.submitted.connect(self._submitted)
        self.writer.failed.connect(self.failed)
        self.claim = None
        self._stage.show_tab(FORM_TAB)
        self._stage.form.show_run(opened)
        self.reader.show_run(opened.desk.view)
        self._mark_run(opened.run.name)
        self._form_changed()
        self._show_claims()
        self._read_worth(opened)
        self.shown.emit()

    def _read_worth(self, opened: OpenRun) -> None:
        """What the judges' scores beside the form are worth; it takes a moment the first time."""
        judges, workspace = {review.judge_family for review in opened.desk.view.judges}, self._ctx.workspace

        def told(caution: str) -> None:
            if self.opened is not None and self.opened.run.name == opened.run.name:
                self._stage.form.show_worth(caution)

        if judges:
            self._background.submit(
                lambda _cancel, _emit: calibration_of(workspace).caution(sorted(judges)), done=told
            )

    def _refreshed(self, opened: OpenRun) -> None:
        self._again = False
        if self.writer is not None and self.writer.opened.run.name == opened.run.name:
            self.writer.take(opened)
            self._stage.form.show_beside(opened)
            self._show_claims()

    def _not_refreshed(self, line: str) -> None:
        self._again = False
        self.failed.emit(line)

    def _form_changed(self) -> None:
        writer = self.writer
        if writer is not None:
            kept = f"Saved {writer.kept_at.astimezone():%H:%M}" if writer.kept_at is not None else ""
            self._stage.form.show_form(writer.own, "Saving…" if writer.busy else kept)
            self.changed.emit()

    def _show_claims(self) -> None:
        writer = self.writer
        if writer is None:
            return
        out = {one.key: one.reason for one in writer.opened.exclusions if one.what is ExcludedKind.CLAIM}
        desk = writer.opened.desk
        rows = queued(desk.queue, desk.view.texts, spent_on(writer.own), out)
        self._stage.claims_model.show_rows(rows)
        left = sum(row.ranked.claim.decision is None for row in rows)
        self._stage.show_count_of_claims(len(rows), left)
        self._stage.claims.go(next((at for at, row in enumerate(rows) if row.id == self.claim), -1))
        self.changed.emit()

    def _saved(self, at: datetime) -> None:
        self.saved.emit(at)
        ctx = self._ctx
        self._background.submit(lambda _cancel, _emit: read_queue(ctx), done=self._show_queue)

    def _decided(self, at: datetime) -> None:
        self.saved.emit(at)
        self.refresh()

    def _submitted(self, made: Submission) -> None:
        self.message.emit(f"Version {made.version} submitted; a later change makes a new one")
        self._revealed(made.run)

    def _revealed(self, run: RunName) -> None:
        """The run may go by its own name from now on: it is read anew."""
        self.open(run)
        ctx = self._ctx
        self._background.submit(lambda _cancel, _emit: read_queue(ctx), done=self._show_queue)

    def _spent(self, spent: Spent) -> None:
        paper, fingerprint = spent.key
        time = ClaimTime(paper=paper, fingerprint=fingerprint, seconds=spent.seconds)
        self.keep(SpendTime(spent=time))
        self._show_claims()

    def _parcel(self) -> str | None:
        place = self.reader.evidence_place()
        return place.model_dump_json() if place is not None else None

    def _lay(self, place: EvidencePlace) -> None:
        question = self._stage.form.attach(place)
        self.message.emit(f"Laid to “{QUESTIONS[question]}”")

    def _show_place(self, place: EvidencePlace) -> None:
        self._stage.show_tab(EVIDENCE_TAB)
        self.reader.show_place(place)

    def _show_note(self, note: FormNote) -> None:
        if note.words is not None:
            self.reader.show_words(note.words)
        elif note.area is not None:
            self.reader.show_area(note.area)

    def _area_marked(self, area: PaperArea) -> None:
        if self.writer is not None:
            self._stage.show_tab(FORM_TAB)
            self._stage.form.notes.begin(area=area)
