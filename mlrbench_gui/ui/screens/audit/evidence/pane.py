"""The evidence pane of the audit screen: a claim held against the evidence, in one fixed order.

It shows what it is given and emits what the person wants; the screen records decisions and calls `show_claim` again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.screens.audit.evidence.candidate_bar import BarState, CandidateBar
from mlrbench_gui.ui.screens.audit.evidence.candidate_list import CandidateChooser
from mlrbench_gui.ui.screens.audit.evidence.citation import (
    citation,
    evidence_citation,
    line_or_place,
    place_text,
)
from mlrbench_gui.ui.screens.audit.evidence.compare_card import CompareCard
from mlrbench_gui.ui.screens.audit.evidence.comparison import compare
from mlrbench_gui.ui.screens.audit.evidence.copies import Copies
from mlrbench_gui.ui.screens.audit.evidence.decision_bar import DecisionBar, decided_words
from mlrbench_gui.ui.screens.audit.evidence.head import ClaimHead
from mlrbench_gui.ui.screens.audit.evidence.linking import evidence_from
from mlrbench_gui.ui.screens.audit.evidence.middle import Middle
from mlrbench_gui.ui.screens.audit.evidence.naming import file_icon
from mlrbench_gui.ui.screens.audit.evidence.note_editor import NoteEditor
from mlrbench_gui.ui.screens.audit.evidence.opening import as_raw
from mlrbench_gui.ui.screens.audit.evidence.pane_menu import fill_menu
from mlrbench_gui.ui.screens.audit.evidence.requests import request_for, request_for_place, request_for_step
from mlrbench_gui.ui.screens.audit.evidence.trail import Trail, rows_for

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from mlrbench_gui.domain.audit import Evidence, Locator, TrailStep
    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.ui.kit.background import Background


class EvidencePane(QWidget):
    """The right column of the audit screen. Empty until `show_claim`.

    Signals: `verdict_requested` and `trust_requested` carry the enum's value; `note_requested` the whole new note
    (empty removes it); `link_requested` and `unlink_requested` an `Evidence`; `figure_requested` the paper's path
    and the span of source text whose figure the paper view should show; `claim_requested` the id of a claim in a chosen
    cell of the whole table; `message` one line for the status bar.
    """

    verdict_requested = Signal(str)
    trust_requested = Signal(str)
    accept_requested = Signal()
    note_requested = Signal(str)
    link_requested = Signal(object)
    unlink_requested = Signal(object)
    figure_requested = Signal(str, int, int)
    claim_requested = Signal(str)
    message = Signal(str)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        ground(self, "panel")
        self._view: RunView | None = None
        self._claim: ReviewedClaim | None = None
        self._candidate = 0
        self._away = self._linking = False
        self.head, self.card, self.bar = ClaimHead(), CompareCard(), CandidateBar()
        self.candidates = CandidateChooser(self.bar)
        self.middle = Middle(ctx, background)
        self.place, self.picker, self.table = self.middle.place, self.middle.picker, self.middle.table
        self.trail, self.note, self.decision = Trail(), NoteEditor(), DecisionBar()
        self._copies = Copies(ctx, background)
        self._copies.said.connect(self.message)
        self._lay_out()
        self._connect()
        fill_menu(self.bar.menu, self)
        self.clear()

    def show_claim(self, view: RunView, claim: ReviewedClaim | None) -> None:
        """Show the claim with its best evidence opened; None shows that no claim is chosen."""
        if self._view is not None and self._view.run.name != view.run.name:
            self.place.forget()
        again = self._claim is not None and claim is not None and self._claim.current.id == claim.current.id
        self._view, self._claim = view, claim
        self.middle.take_claim(view, claim)
        if claim is None:
            self._show_no_claim()
            return
        same_evidence = again and self._shown_evidence() in claim.current.evidence
        if not again:
            self.note.shut()
        self.head.show_claim(claim)
        self.head.show()
        self.decision.show_claim(claim, decided_words(view, claim))
        self._candidate = (
            self._candidate if same_evidence and self._candidate < len(claim.current.evidence) else 0
        )
        if again and same_evidence and (self._away or self._linking):
            return
        self._leave_linking()
        self._open_candidate()

    def clear(self) -> None:
        """Forget run and claim."""
        self._view = self._claim = None
        self.place.forget()
        self._show_no_claim()

    def open_place(self, path: RelPath, locator: Locator | None) -> None:
        """Open any place of the run without changing the claim; Backspace returns to the evidence."""
        if self._view is not None:
            self._away = True
            self.middle.show_place()
            self.place.open(request_for_place(self._view, path, locator))
            self._tell_bar()

    def next_candidate(self) -> None:
        """Open the next piece of evidence."""
        self._step(1)

    def previous_candidate(self) -> None:
        """Open the piece of evidence before this one."""
        self._step(-1)

    def list_candidates(self) -> None:
        """Open the list of all candidates below the bar."""
        if self._claim is None or not self._claim.current.evidence:
            self.message.emit("This claim has no candidates")
            return
        self.candidates.open(self._claim.current, self._candidate)

    def focus_place(self) -> None:
        """Give the keyboard to the opened place."""
        viewer = self.table if self.middle.is_table else self.place.viewer()
        (viewer if viewer is not None else self.decision.accept).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_trail(self) -> None:
        """Give the keyboard to the trail; a whole table makes way for it."""
        if self.middle.is_table:
            self.toggle_table()
        if self.trail.isVisible():
            self.trail.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.message.emit("No trail is known for this claim: nothing tells where its value comes from")

    @override
    def find(self) -> None:  # type: ignore[override]  # QWidget.find looks up windows by id
        """Open the find line of the opened place."""
        viewer = self.place.viewer()
        if viewer is not None:
            viewer.open_find()

    def edit_note(self) -> None:
        """Open the note editor with the claim's note."""
        if self._claim is not None:
            self.note.open_with(self._claim.note)

    def toggle_raw(self) -> None:
        """Show the opened file's plain text, or go back to its own view."""
        request = self.place.request()
        if request is not None:
            self.place.open(as_raw(request))

    def toggle_table(self) -> None:
        """Show the whole table that the claim stands in against its evidence, or the evidence's own place again."""
        self._linking = False
        if not self.middle.toggle_table():
            self.message.emit("This claim stands in no table that was compared")
            return
        self._tell_bar()
        self.focus_place()

    def copy_citation(self) -> None:
        """Put path, place and hash of the evidence on the clipboard."""
        request, evidence = self.place.request(), self._shown_evidence()
        if request is None:
            return
        if evidence is not None and not self._away:
            text = evidence_citation(request.run, evidence, request.sha256)
        else:
            text = citation(request.run, request.path, request.locator, request.sha256)
        QGuiApplication.clipboard().setText(text)
        self.message.emit(f"Copied: {text}")

    def show_in_folder(self) -> None:
        """Write a read-only copy of the opened file and show its folder."""
        self._copies.show_folder(self.place.request())

    def open_outside(self) -> None:
        """Write a read-only copy of the opened file and open it with the user's program."""
        self._copies.open_file(self.place.request())

    def link_by_hand(self) -> None:
        """Choose another file of the run, or the selection of the opened place, as evidence."""
        if self._view is not None and self._claim is not None:
            self.middle.show_picker(self._view.artifacts)

    def link_selection(self) -> None:
        """Link what is selected in the opened place to the claim."""
        request, selection = self.place.request(), self.place.selection()
        if self._claim is None or request is None or selection is None:
            self.message.emit("Select a place in the file first; then link it")
            return
        self._linking = self._away = False
        self._candidate = 0
        self.link_requested.emit(evidence_from(self._claim.current, request.path, selection))

    def unlink(self) -> None:
        """Take away the shown evidence if a person linked it."""
        evidence = self._shown_evidence()
        if evidence is None or not self._by_hand(evidence):
            self.message.emit("This evidence is the engine's; only what was linked by hand can be unlinked")
            return
        self.unlink_requested.emit(evidence)

    def show_in_paper(self) -> None:
        """Ask for the claim's place in the paper view."""
        if self._claim is not None:
            now = self._claim.current
            self.figure_requested.emit(now.paper, *now.span)

    def return_to_evidence(self) -> None:
        """Open the candidate again after a walk along the trail or to another place."""
        self._leave_linking()
        self._open_candidate()

    def close_layer(self) -> bool:
        """Close the topmost open layer (candidates, note, find, file list); True when there was one."""
        if self.candidates.close():
            return True
        if not self.note.isHidden():
            self.note.shut()
            return True
        if self.middle.is_picking:
            self.middle.show_evidence()
            return True
        viewer = self.place.viewer()
        if viewer is not None and viewer.close_layer():
            return True
        if self._linking:
            self.return_to_evidence()
            return True
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self._away:
            self.return_to_evidence()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.trail.set_most_rows(rows_for(self.height()))

    def _open_candidate(self) -> None:
        view, claim = self._view, self._claim
        if view is None or claim is None:
            return
        self._away = False
        evidence = self._shown_evidence()
        is_first = self._candidate == 0
        verdict = claim.current.verdict.value
        self.card.show_comparison(compare(claim.current, evidence), verdict, is_first=is_first)
        self._card_box.show()
        self.trail.show_evidence(evidence, rows_for(self.height()), view.run.name)
        if evidence is None:
            line = f"{len(view.artifacts)} files of the run were searched."
            self.place.say("No evidence holds this claim", line, "Search by hand")
        else:
            self.place.open(request_for(view, claim.current, evidence))
            self._prefetch()
        self._tell_bar()

    def _prefetch(self) -> None:
        """Read the next candidate's file, so that walking the candidates never waits."""
        if self._view is None or self._claim is None:
            return
        candidates = self._claim.current.evidence
        if len(candidates) > 1:
            following = candidates[(self._candidate + 1) % len(candidates)]
            self.place.prefetch(request_for(self._view, self._claim.current, following))

    def _open_step(self, step: TrailStep) -> None:
        if self._view is None or self._claim is None:
            return
        request = request_for_step(self._view, self._claim.current, step)
        if request is None:
            self.message.emit(f"{step.title}: no file holds this step")
            return
        self._away = True
        self.middle.show_place()
        self.place.open(request)
        self._tell_bar()

    def _open_picked(self, path: str) -> None:
        self._linking = True
        self.open_place(RelPath(path), None)
        self.focus_place()

    def _step(self, step: int) -> None:
        count = len(self._claim.current.evidence) if self._claim is not None else 0
        if count:
            self._candidate = (self._candidate + step) % count
            self._leave_linking()
            self._open_candidate()

    def _shown_evidence(self) -> Evidence | None:
        evidence = self._claim.current.evidence if self._claim is not None else ()
        return evidence[self._candidate] if self._candidate < len(evidence) else None

    def _by_hand(self, evidence: Evidence) -> bool:
        engine = self._claim.engine if self._claim is not None else None
        return engine is None or evidence not in engine.evidence

    def _leave_linking(self) -> None:
        self._linking = False
        self.middle.show_evidence()

    def _show_no_claim(self) -> None:
        for part in (self.head, self._card_box, self.trail):
            part.hide()
        self.note.shut()
        self._away = self._linking = False
        self.middle.show_place()
        self.place.say("No claim is chosen", "Choose one in the list or in the paper.")
        self.decision.show_claim(None, "")
        self._tell_bar()

    def _tell_bar(self) -> None:
        self.trail.setVisible(bool(self.trail.model.steps) and not self.middle.is_table)
        request, evidence = self.place.request(), self._shown_evidence()
        self.bar.setVisible(request is not None)
        if request is None:
            return
        total = len(self._claim.current.evidence) if self._claim is not None else 0
        selection = self.place.selection() if self._linking else None
        self.bar.show_state(
            BarState(
                path=request.path,
                place=line_or_place(request.locator),
                icon=file_icon(request.path, request.role),
                number=self._candidate + 1,
                total=total,
                by_hand=evidence is not None and self._by_hand(evidence),
                away=self._away,
                has_table=self.middle.has_table,
                is_table=self.middle.is_table,
                link=place_text(selection.locator) or "the file" if selection is not None else "",
            )
        )

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._card_box = QWidget()
        box = QVBoxLayout(self._card_box)
        box.setContentsMargins(12, 8, 12, 8)
        box.addWidget(self.card)
        for part in (self.head, self._card_box, self.bar, self.middle, self.trail, self.note, self.decision):
            column.addWidget(part, 1 if part is self.middle else 0)

    def _connect(self) -> None:
        self.bar.stepped.connect(self._step)
        self.bar.returned.connect(self.return_to_evidence)
        self.bar.linked.connect(self.link_selection)
        self.place.selection_changed.connect(self._tell_bar)
        self.place.opened.connect(self._tell_bar)
        self.place.raw_requested.connect(self.toggle_raw)
        self.place.search_by_hand.connect(self.link_by_hand)
        self.place.shown_in_paper.connect(self.show_in_paper)
        self.picker.chosen.connect(self._open_picked)
        self.picker.closed.connect(self.return_to_evidence)
        self.bar.table_toggled.connect(self.toggle_table)
        self.bar.list_opened.connect(self.list_candidates)
        self.candidates.chosen.connect(lambda number: self._step(number - self._candidate))
        self.table.claim_requested.connect(self.claim_requested)
        self.trail.step_opened.connect(self._open_step)
        self.trail.returned.connect(self.return_to_evidence)
        self.note.saved.connect(self.note_requested)
        self.note.closed.connect(self.focus_place)
        self.decision.verdict_chosen.connect(self._choose_verdict)
        self.decision.accepted.connect(self.accept_requested)
        self.decision.note_opened.connect(self.edit_note)

    def _choose_verdict(self, verdict: str) -> None:
        """The buttons show what is decided, not what was clicked; the screen answers with `show_claim`."""
        if self._claim is not None:
            self.decision.verdicts.show_verdict(self._claim.current.verdict)
        self.verdict_requested.emit(verdict)
