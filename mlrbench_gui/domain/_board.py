"""The board on which decisions are played: one slot a claim, found by fingerprint or by its words.

Belongs to `reviewing`, which owns order, undo and everything that is not about claims.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mlrbench_gui.domain.anchoring import is_only_place, locate, same_words, text_sha256
from mlrbench_gui.domain.audit import Audit, Claim, Evidence
from mlrbench_gui.domain.decisions import (
    Accept,
    AddClaim,
    ClaimAnchor,
    ClaimDecision,
    ClaimDraft,
    DecisionEntry,
    LinkEvidence,
    MergeClaims,
    MoveSpan,
    RemoveClaim,
    ReviewedClaim,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
    SplitClaim,
)
from mlrbench_gui.domain.values import ClaimKind, RelPath, Sha256, Trust, Verdict


@dataclass(slots=True)
class Slot:
    """A claim while decisions are played on it. `shown` has the words as they stand; `gone` slots are not listed."""

    engine: Claim | None
    shown: Claim
    decision: ClaimDecision | None = None
    seen: tuple[Verdict, Trust] | None = None
    note: str = ""
    flagged: bool = False
    links: list[Evidence] = field(default_factory=list)
    gone: bool = False

    @property
    def origin(self) -> Literal["engine", "person"]:
        return "person" if self.engine is None else "engine"

    def said(self) -> tuple[Verdict, Trust]:
        """What stands without any decision."""
        source = self.engine or self.shown
        return source.verdict, source.trust

    def decide(self, entry: DecisionEntry, action: Accept | SetVerdict | SetTrust) -> None:
        """Take the person's word; what was not set keeps its last decided value."""
        now_verdict, now_trust = self.said()
        seen = (action.engine_verdict or now_verdict, action.engine_trust or now_trust)
        verdict, trust = seen
        if self.decision is not None and not isinstance(action, Accept):
            verdict, trust = self.decision.verdict, self.decision.trust
        if isinstance(action, SetVerdict):
            verdict = action.verdict
        elif isinstance(action, SetTrust):
            trust = action.trust
        self.seen = seen
        self.decision = ClaimDecision(
            overruled=(verdict, trust) != seen,
            verdict=verdict,
            trust=trust,
            author=entry.author,
            at=entry.at,
            reason=entry.reason,
            engine_changed=seen != (now_verdict, now_trust),
        )

    def link(self, evidence: Evidence) -> None:
        """Show this evidence first."""
        self.unlink(evidence)
        self.links.insert(0, evidence)

    def unlink(self, evidence: Evidence) -> None:
        """Take back a tie by hand; what the engine itself found there stays."""
        self.links = [other for other in self.links if not _same_place(other, evidence)]

    def reviewed(self) -> ReviewedClaim:
        changes: dict[str, object] = {}
        if self.decision is not None:
            changes = {"verdict": self.decision.verdict, "trust": self.decision.trust}
        if self.links:
            rest = (e for e in self.shown.evidence if not any(_same_place(e, link) for link in self.links))
            changes["evidence"] = (*self.links, *rest)
        return ReviewedClaim(
            current=self.shown.model_copy(update=changes) if changes else self.shown,
            engine=self.engine,
            decision=self.decision,
            note=self.note,
            flagged=self.flagged,
            origin=self.origin,
        )


class Board:
    """All slots of a run's papers."""

    def __init__(self, audit: Audit | None, texts: Mapping[RelPath, str]) -> None:
        self._texts = texts
        self._shas: dict[RelPath, Sha256] = {path: text_sha256(text) for path, text in texts.items()}
        self._paper_order: dict[RelPath, int] = {}
        if audit is not None:
            for paper in audit.papers:
                self._shas.setdefault(paper.path, paper.text_sha256)
                self._paper_order[paper.path] = len(self._paper_order)
        self._slots = [Slot(claim, claim) for claim in (audit.claims if audit else ())]
        self._by_fingerprint: dict[tuple[RelPath, str], list[Slot]] = {}
        for slot in self._slots:
            self._index(slot)

    def claims(self) -> tuple[ReviewedClaim, ...]:
        """What is a claim now, by paper and span."""
        listed = sorted((slot for slot in self._slots if not slot.gone), key=self._place)
        return tuple(slot.reviewed() for slot in listed)

    def apply(self, entry: DecisionEntry) -> bool | None:
        """Play a decision. True: its words were found; False: they were not; None: it is not about a claim."""
        match entry.action:
            case AddClaim(draft=draft):
                return self._put([draft], entry)
            case SplitClaim(anchor=anchor, parts=parts):
                return self._replace((anchor,), parts, entry)
            case MergeClaims(anchors=anchors, into=into):
                return self._replace(anchors, (into,), entry)
            case (
                Accept()
                | SetVerdict()
                | SetTrust()
                | SetNote()
                | SetFlag()
                | RemoveClaim()
                | MoveSpan()
                | LinkEvidence()
            ):
                return self._change(entry, entry.action)
            case _:
                return None

    def _change(
        self,
        entry: DecisionEntry,
        action: Accept | SetVerdict | SetTrust | SetNote | SetFlag | RemoveClaim | MoveSpan | LinkEvidence,
    ) -> bool:
        target = self._locate(action.to) if isinstance(action, MoveSpan) else None
        if isinstance(action, MoveSpan) and target is None:
            return False
        slot = self._find(action.anchor)
        if slot is None:
            return False
        match action:
            case Accept() | SetVerdict() | SetTrust():
                slot.decide(entry, action)
            case SetNote(text=text):
                slot.note = text
            case SetFlag(on=on):
                slot.flagged = on
            case RemoveClaim():
                slot.gone = True
            case LinkEvidence(evidence=evidence, linked=True):
                slot.link(evidence)
            case LinkEvidence(evidence=evidence):
                slot.unlink(evidence)
            case MoveSpan(to=to):
                slot.shown = self._moved(slot.shown, to, target or to.span)
        return True

    def _put(self, drafts: list[ClaimDraft], entry: DecisionEntry) -> bool:
        """Make slots for hand-made claims, all or none."""
        spans = [self._locate(draft.anchor) for draft in drafts]
        if not drafts or None in spans:
            return False
        for index, (draft, span) in enumerate(zip(drafts, spans, strict=True)):
            known = self._by_fingerprint.get((draft.anchor.paper, draft.anchor.fingerprint), [])
            if len(known) == 1:
                known[0].gone = False
                continue
            claim = self._drafted(draft, span or draft.anchor.span, f"h-{entry.id[:12]}-{index}")
            self._add(Slot(None, claim))
        return True

    def _replace(
        self, anchors: tuple[ClaimAnchor, ...], parts: tuple[ClaimDraft, ...], entry: DecisionEntry
    ) -> bool:
        """Hand-made claims take the place of others; where their words are lost the others stay."""
        replaced = [self._known(anchor) for anchor in anchors]
        if not self._put(list(parts), entry):
            return False
        kept = {(part.anchor.paper, part.anchor.fingerprint) for part in parts}
        for slot in replaced:
            if slot is not None and (slot.shown.paper, slot.shown.fingerprint) not in kept:
                slot.gone = True
        return True

    def _find(self, anchor: ClaimAnchor) -> Slot | None:
        """The slot of a claim, made anew from the anchor where its words stand but no claim is listed there."""
        known = self._known(anchor)
        if known is not None:
            return known
        span = self._locate(anchor)
        if span is None or len(self._at(anchor, span)) > 1:
            return None
        kind = anchor.kind or ClaimKind.QUALITATIVE
        draft = ClaimDraft(anchor=anchor, kind=kind, value=anchor.value, unit=anchor.unit)
        slot = Slot(None, self._drafted(draft, span, f"k-{anchor.fingerprint[:24]}"))
        self._add(slot)
        return slot

    def _known(self, anchor: ClaimAnchor) -> Slot | None:
        same = self._by_fingerprint.get((anchor.paper, anchor.fingerprint), [])
        if len(same) == 1 and self._words_hold(same[0], anchor):
            return same[0]
        span = self._locate(anchor)
        placed = self._at(anchor, span) if span is not None else []
        return placed[0] if len(placed) == 1 else None

    def _at(self, anchor: ClaimAnchor, span: tuple[int, int]) -> list[Slot]:
        """Slots at exactly these words that state the same."""
        return [
            slot
            for slot in self._slots
            if slot.shown.paper == anchor.paper
            and slot.shown.span == span
            and (anchor.kind is None or (slot.shown.kind, slot.shown.value) == (anchor.kind, anchor.value))
        ]

    def _words_hold(self, slot: Slot, anchor: ClaimAnchor) -> bool:
        """Whether the slot still has the anchor's words.

        An equal fingerprint is enough in an unchanged text; in a changed one the words must be the same too, and in
        the same neighbourhood where they stand several times.
        """
        if self._shas.get(anchor.paper) == anchor.text_sha256:
            return True
        text = self._texts.get(anchor.paper)
        for claim in (slot.shown, slot.engine):
            if claim is not None and same_words(claim.quote, anchor.quote):
                return text is None or is_only_place(anchor, claim.span, text)
        return False

    def _locate(self, anchor: ClaimAnchor) -> tuple[int, int] | None:
        text = self._texts.get(anchor.paper)
        if text is not None:
            return locate(anchor, text)
        return anchor.span if self._shas.get(anchor.paper) == anchor.text_sha256 else None

    def _drafted(self, draft: ClaimDraft, span: tuple[int, int], claim_id: str) -> Claim:
        anchor = draft.anchor
        return Claim(
            id=claim_id,
            fingerprint=anchor.fingerprint,
            paper=anchor.paper,
            span=span,
            quote=self._words(anchor, span),
            section=self._section(anchor.paper, span[0]),
            kind=draft.kind,
            value=draft.value,
            unit=draft.unit,
            verdict=draft.verdict,
            trust=draft.trust,
            confidence=1.0,
            reason="Marked by a person.",
        )

    def _moved(self, claim: Claim, to: ClaimAnchor, span: tuple[int, int]) -> Claim:
        return claim.model_copy(update={"span": span, "quote": self._words(to, span)})

    def _words(self, anchor: ClaimAnchor, span: tuple[int, int]) -> str:
        text = self._texts.get(anchor.paper)
        return anchor.quote if text is None else text[span[0] : span[1]]

    def _section(self, paper: RelPath, start: int) -> str:
        """That of the nearest engine's claim before it."""
        before = [
            slot.engine
            for slot in self._slots
            if slot.engine is not None and slot.engine.paper == paper and slot.engine.span[0] <= start
        ]
        return max(before, key=lambda claim: claim.span[0]).section if before else ""

    def _add(self, slot: Slot) -> None:
        self._slots.append(slot)
        self._index(slot)

    def _index(self, slot: Slot) -> None:
        self._by_fingerprint.setdefault((slot.shown.paper, slot.shown.fingerprint), []).append(slot)

    def _place(self, slot: Slot) -> tuple[int, RelPath, tuple[int, int]]:
        order = self._paper_order.get(slot.shown.paper, len(self._paper_order))
        return order, slot.shown.paper, slot.shown.span


def _same_place(left: Evidence, right: Evidence) -> bool:
    return left.path == right.path and left.locator == right.locator
