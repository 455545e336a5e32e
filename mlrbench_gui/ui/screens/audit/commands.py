"""What a person can do with the claims in hand: decide, note, flag, and change the claims themselves.

It reads what is selected, makes actions, and hands them to the run's desk; what cannot be done becomes one line.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Evidence
from mlrbench_gui.domain.decisions import Action, JudgeFinding, OverrideGate, ReviewedClaim
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import GateState, RelPath, Trust, Verdict
from mlrbench_gui.ui.screens.audit import editing
from mlrbench_gui.ui.screens.audit.deciding import RunDesk
from mlrbench_gui.ui.screens.audit.stage import AuditStage

Made = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SpanWish:
    """The claim on these words should become the current one as soon as it is there."""

    paper: RelPath
    span: tuple[int, int]


class ClaimCommands:
    """Commands over the stage's selection. `desk` is the open run's, None before the first run."""

    def __init__(self, stage: AuditStage, say: Callable[[str], None]) -> None:
        self._stage = stage
        self._say = say
        self.desk: RunDesk | None = None
        self.wish: SpanWish | None = None

    # --- deciding

    def set_verdict(self, verdict: Verdict) -> None:
        """One verdict for all selected claims."""
        self._decide(lambda desk: editing.set_verdict(self._selected(), desk.view.texts, verdict))

    def set_trust(self, trust: Trust) -> None:
        """One trust for all selected claims."""
        self._decide(lambda desk: editing.set_trust(self._selected(), desk.view.texts, trust))

    def accept(self) -> None:
        """Accept the selected claims and go to the next one."""
        several = len(self._selected()) > 1
        self._decide(lambda desk: editing.accept(self._selected(), desk.view.texts))
        if not several:
            self._stage.claims.step(1)

    def set_note(self, text: str) -> None:
        """One note for all selected claims."""
        self._decide(lambda desk: editing.set_note(self._selected(), desk.view.texts, text))

    def toggle_flag(self) -> None:
        """Come back to these, or no longer."""
        self._decide(lambda desk: editing.toggle_flag(self._selected(), desk.view.texts))

    def judge_finding(self, finding: str, confirmed: bool, reason: str = "") -> None:
        """Confirm or dismiss a finding; one that is dismissed has a reason."""
        self._decide(lambda _desk: (JudgeFinding(finding=finding, confirmed=confirmed),), reason)
        done = "Confirmed" if confirmed else "Dismissed"
        self._say(f"{done} the finding; undo takes it back")

    def override_gate(self, state: GateState, passed: bool, reason: str) -> None:
        """Let a transition through or refuse it, with the reason."""
        paper = self._stage.paper.path if state is GateState.REPORTED else None
        self._decide(lambda _desk: (OverrideGate(state=state, passed=passed, paper=paper),), reason)

    def undo(self) -> None:
        """Take back the last step."""
        if self.desk is not None:
            self.desk.undo()

    def redo(self) -> None:
        """Let it count again."""
        if self.desk is not None:
            self.desk.redo()

    # --- changing claims

    def add(self) -> None:
        """Make a claim of the words selected in the paper."""
        span, paper = self._stage.paper.view.selection, self._stage.paper.path
        if span is None or paper is None:
            self._say("Select the words of the claim in the paper first")
            return
        self._change(paper, span, lambda desk: editing.add(paper, span, desk.view.texts))

    def move(self) -> None:
        """Let the current claim cover the words selected in the paper."""
        span, claim = self._stage.paper.view.selection, self._current()
        if span is None or claim is None or claim.current.paper != self._stage.paper.path:
            self._say("Select the words that the claim should cover in its paper first")
            return
        self._change(claim.current.paper, span, lambda desk: editing.move(claim, span, desk.view.texts))

    def split_at(self, cut: int) -> None:
        """Split the current claim before this offset."""
        claim = self._current()
        if claim is not None:
            start = claim.current.span[0]
            first = self._trimmed(claim, (start, cut))
            self._change(
                claim.current.paper, first, lambda desk: editing.split(claim, (cut,), desk.view.texts)
            )

    def merge(self) -> None:
        """Make one claim of the selected ones."""
        claims = self._selected()
        if claims:
            start = min(claim.current.span[0] for claim in claims)
            end = max(claim.current.span[1] for claim in claims)
            paper = claims[0].current.paper
            self._change(paper, (start, end), lambda desk: editing.merge(claims, desk.view.texts))

    def remove(self) -> None:
        """The selected claims are no claims."""
        claims = self._selected()
        self._decide(lambda desk: editing.remove(claims, desk.view.texts))
        if claims:
            noun = "the claim" if len(claims) == 1 else f"{len(claims)} claims"
            self._say(f"Removed {noun}; undo brings {'it' if len(claims) == 1 else 'them'} back")

    def link(self, evidence: Evidence) -> None:
        """Tie evidence to the current claim."""
        claim = self._current()
        if claim is not None:
            self._decide(lambda desk: editing.link(claim, desk.view.texts, evidence))

    def unlink(self, evidence: Evidence) -> None:
        """Take back evidence that a person tied to the current claim."""
        claim = self._current()
        if claim is not None:
            self._decide(lambda desk: editing.link(claim, desk.view.texts, evidence, linked=False))

    def select_row(self) -> None:
        """Select all claims of the current one's table row."""
        claim = self._current()
        if self.desk is None or claim is None:
            return
        text = self.desk.view.texts.get(claim.current.paper, "")
        ids = editing.table_row(tuple(self._stage.claims.model.claims.values()), claim, text)
        self._stage.claims.select_many(ids)
        self._say(
            f"{len(ids)} claims of this row are selected" if len(ids) > 1 else "No other claim on this row"
        )

    def take_wish(self) -> None:
        """Go to the claim that was just made, once the review holds it."""
        wish = self.wish
        if wish is None:
            return
        for key, claim in self._stage.claims.model.claims.items():
            if (claim.current.paper, claim.current.span) == (wish.paper, wish.span):
                self.wish = None
                self._stage.claims.go_to(key)
                return

    def _current(self) -> ReviewedClaim | None:
        return self._stage.claims.current()

    def _selected(self) -> tuple[ReviewedClaim, ...]:
        return self._stage.claims.selected()

    def _trimmed(self, claim: ReviewedClaim, span: tuple[int, int]) -> tuple[int, int]:
        text = self.desk.view.texts.get(claim.current.paper, "") if self.desk is not None else ""
        return editing.trim(text, span) if text else span

    def _change(self, paper: RelPath, span: tuple[int, int], make: Callable[[RunDesk], Made]) -> None:
        """Change claims, then go to the one on these words."""
        if self._decide(make):
            self.wish = SpanWish(paper, span)
            self._stage.paper.view.select(None)

    def _decide(self, make: Callable[[RunDesk], Made], reason: str = "") -> bool:
        if self.desk is None:
            return False
        try:
            actions = make(self.desk)
        except InputError as error:
            self._say(str(error))
            return False
        self.desk.decide(actions, reason)
        return bool(actions)
