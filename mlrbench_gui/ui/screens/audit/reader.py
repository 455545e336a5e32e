"""The paper and evidence panes for another screen: `kit.reader.RunReader` over one run at a time."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from mlrbench_gui.domain.anchoring import hand_anchor
from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.domain.decisions import Action, ClaimAnchor, ReviewedClaim, RunReview
from mlrbench_gui.domain.people import EvidencePlace, PaperArea
from mlrbench_gui.domain.places import PageRect
from mlrbench_gui.domain.values import RelPath, Sha256, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.reader import RunReader
from mlrbench_gui.ui.screens.audit import editing
from mlrbench_gui.ui.screens.audit.claims.grouping import of_paper
from mlrbench_gui.ui.screens.audit.deciding import RunDesk
from mlrbench_gui.ui.screens.audit.evidence.pane import EvidencePane
from mlrbench_gui.ui.screens.audit.opining import opinion_on
from mlrbench_gui.ui.screens.audit.paper.areas import AreaMarker, MarkedBox
from mlrbench_gui.ui.screens.audit.paper.pane import PaperPane

_TOLD = 120
Make = Callable[[ReviewedClaim, RunDesk], tuple[Action, ...]]


class AuditReader(RunReader):
    """Decisions go through a `RunDesk`, as on the audit screen."""

    def __init__(self, ctx: Context, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ctx, self._background = ctx, background
        self._desk: RunDesk | None = None
        self._claim: str | None = None
        self._paper: RelPath | None = None
        self._then: Callable[[], None] | None = None

    @property
    @override
    def paper(self) -> PaperPane:
        return self._paper_pane

    @property
    @override
    def evidence(self) -> EvidencePane:
        if "_evidence_pane" not in self.__dict__:
            _made = self._evidence_pane
            self._show_evidence()
        return self._evidence_pane

    @override
    def show_run(self, view: RunView) -> None:
        same = self._desk is not None and self._desk.view.run.name == view.run.name
        if same and self._desk is not None:
            self._desk.take(view)
            return
        if self._desk is not None:
            self._desk.changed.disconnect(self._changed)
        desk = self._desk = RunDesk(self._ctx, self._background, view, self)
        desk.changed.connect(self._changed)
        desk.saved.connect(self.saved)
        desk.failed.connect(self.message)
        desk.undone.connect(lambda name: self.message.emit(name or "There is nothing to take back"))
        self._claim = None
        self._show_paper(view.run.papers[0] if view.run.papers else None)
        self._show_evidence()

    @override
    def show_claim(self, claim_id: str | None) -> None:
        self._claim = claim_id
        claim = self._current()
        if claim is not None and claim.current.paper != self._paper:
            self._show_paper(claim.current.paper)
        self.paper.set_current(claim_id, frozenset())
        self._show_evidence()

    @override
    def set_verdict(self, verdict: Verdict) -> None:
        self._decide(lambda claim, desk: editing.set_verdict((claim,), desk.view.texts, verdict))

    @override
    def set_trust(self, trust: Trust) -> None:
        self._decide(lambda claim, desk: editing.set_trust((claim,), desk.view.texts, trust))

    @override
    def accept(self) -> None:
        self._decide(lambda claim, desk: editing.accept((claim,), desk.view.texts))

    @override
    def undo(self, *, again: bool = False) -> None:
        if self._desk is not None:
            (self._desk.redo if again else self._desk.undo)()

    @override
    def words(self) -> ClaimAnchor | None:
        sheet, span = self.paper.view.sheet, self.paper.view.selection
        return hand_anchor(sheet.path, span, sheet.text) if sheet is not None and span is not None else None

    @override
    def paper_place(self) -> EvidencePlace | None:
        sheet, anchor = self.paper.view.sheet, self.words()
        if sheet is None or anchor is None:
            return None
        rects = sheet.built.places.rects(*anchor.span)
        if sheet.path.lower().endswith(".pdf") and rects:
            first = rects[0]
            locator = Locator(page=first.page, bbox=(first.x0, first.y0, first.x1, first.y1))
        else:
            locator = Locator(line=sheet.text.count("\n", 0, anchor.span[0]) + 1)
        return EvidencePlace(path=sheet.path, locator=locator, told=_short(anchor.quote))

    @override
    def evidence_place(self) -> EvidencePlace | None:
        request, selection = self.evidence.place.request(), self.evidence.place.selection()
        if request is None:
            return None
        if selection is not None:
            return EvidencePlace(path=request.path, locator=selection.locator, told=_short(selection.value))
        told = request.mark.values[0] if request.mark.values else ""
        return EvidencePlace(
            path=request.path, locator=request.locator or Locator(whole=True), told=_short(told)
        )

    @override
    def show_words(self, anchor: ClaimAnchor) -> None:
        self._show_paper(anchor.paper, then=lambda: self._select(anchor))

    @override
    def show_area(self, area: PaperArea) -> None:
        self._show_paper(area.paper, then=lambda: self._frame(area))

    @override
    def show_place(self, place: EvidencePlace) -> None:
        self.evidence.open_place(place.path, place.locator)

    @override
    def mark_area(self) -> None:
        if self._marker.begin():
            self.message.emit("Draw an area, or move the frame: arrows, Shift and arrows for its size, Enter")
        else:
            self.message.emit("There is no paper to mark an area on")

    @override
    def find(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self.evidence.isAncestorOf(focus):
            self.evidence.find()
        else:
            self.paper.open_find()

    @override
    def zoom(self, step: int) -> None:
        if step:
            (self.paper.zoom_in if step > 0 else self.paper.zoom_out)()
        else:
            self.paper.set_zoom(0)

    @override
    def edit_note(self) -> None:
        self.evidence.edit_note()

    @override
    def focus_evidence(self) -> None:
        self.evidence.focus_place()

    @override
    def focus_trail(self) -> None:
        self.evidence.focus_trail()

    @override
    def step_candidate(self, by: int) -> None:
        (self.evidence.next_candidate if by > 0 else self.evidence.previous_candidate)()

    @override
    def close_layer(self) -> bool:
        made = "_evidence_pane" in self.__dict__
        return self._marker.stop() or self.paper.close_layer() or (made and self.evidence.close_layer())

    # --- making

    @cached_property
    def _paper_pane(self) -> PaperPane:
        pane = PaperPane(self._ctx, self._background)
        pane.selection_bar.offer_notes(on=True)
        pane.selection_bar.note_requested.connect(self.note_wanted)
        pane.selection_bar.attach_requested.connect(self.attach_wanted)
        pane.selection_bar.attach.payload = lambda: _as_text(self.paper_place())
        pane.claim_clicked.connect(lambda key, _adding: self.claim_chosen.emit(key))
        pane.paper_wanted.connect(lambda path: self._show_paper(RelPath(path)))
        pane.message.connect(self.message)
        pane.shown.connect(self._paper_shown)
        return pane

    @cached_property
    def _marker(self) -> AreaMarker:
        made = AreaMarker(self.paper.view)
        made.marked.connect(self._marked)
        return made

    @cached_property
    def _evidence_pane(self) -> EvidencePane:
        pane = EvidencePane(self._ctx, self._background)
        pane.verdict_requested.connect(lambda value: self.set_verdict(Verdict(value)))
        pane.trust_requested.connect(lambda value: self.set_trust(Trust(value)))
        pane.accept_requested.connect(self.accept)
        pane.note_requested.connect(self._note)
        pane.link_requested.connect(
            lambda found: self._decide(lambda claim, desk: editing.link(claim, desk.view.texts, found))
        )
        pane.unlink_requested.connect(
            lambda found: self._decide(
                lambda claim, desk: editing.link(claim, desk.view.texts, found, linked=False)
            )
        )
        pane.figure_requested.connect(lambda _path, start, end: self.paper.view.show_span(start, end))
        pane.claim_requested.connect(self.claim_chosen)
        pane.message.connect(self.message)
        return pane

    # --- in step

    def _review(self) -> RunReview | None:
        return self._desk.shown if self._desk is not None else None

    def _current(self) -> ReviewedClaim | None:
        review = self._review()
        claims = review.claims if review is not None else ()
        return next((claim for claim in claims if claim.current.id == self._claim), None)

    def _select(self, anchor: ClaimAnchor) -> None:
        self.paper.view.show_span(*anchor.span)
        self.paper.view.select(anchor.span)

    def _frame(self, area: PaperArea) -> None:
        sheet = self.paper.view.sheet
        if sheet is not None and area.page <= len(sheet.stack.sizes):
            self.paper.view.show_box(sheet.stack.box(PageRect(area.page, *area.box)))

    def _show_paper(self, path: RelPath | None, then: Callable[[], None] | None = None) -> None:
        """Show a paper of the run; `then` is done at once where it is there already, else when it is set."""
        desk = self._desk
        if desk is None:
            return
        sheet = self.paper.view.sheet
        is_there = sheet is not None and (sheet.run, sheet.path) == (desk.view.run.name, path)
        self._then = None if is_there else then
        if is_there and then is not None:
            then()
        self._paper = path
        papers = desk.view.run.papers
        self.paper.show_claims(of_paper(desk.shown.claims, path, papers))
        self.paper.show_paper(desk.view.run.name, papers, path)

    def _paper_shown(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _show_evidence(self) -> None:
        """It is filled once the pane is there; making it takes a moment, and a reader may want the paper alone."""
        if self._desk is not None and "_evidence_pane" in self.__dict__:
            claim = self._current()
            self.evidence.show_claim(self._desk.view, claim)
            self.evidence.head.show_opinion(opinion_on(self._desk.view, claim))

    def _changed(self, review: RunReview) -> None:
        if self._desk is not None:
            self.paper.show_claims(of_paper(review.claims, self._paper, self._desk.view.run.papers))
            self._show_evidence()
            self.decided.emit(review)

    def _note(self, text: str) -> None:
        self._decide(lambda claim, desk: editing.set_note((claim,), desk.view.texts, text))

    def _decide(self, make: Make) -> None:
        claim = self._current()
        if self._desk is None or claim is None:
            self.message.emit("Choose a claim first")
            return
        self._desk.decide(make(claim, self._desk))

    def _marked(self, box: MarkedBox) -> None:
        if self._desk is not None:
            found = [item for item in self._desk.view.artifacts if item.path == box.paper]
            sha256 = found[0].sha256 if found else Sha256("")
            self.area_marked.emit(PaperArea(paper=box.paper, paper_sha256=sha256, page=box.page, box=box.box))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _TOLD else f"{words[: _TOLD - 1]}…"


def _as_text(place: EvidencePlace | None) -> str | None:
    return place.model_dump_json() if place is not None else None
