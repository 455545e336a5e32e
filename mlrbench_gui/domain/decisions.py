"""What people decide: an append-only log of entries, and the state that follows from it.

Nothing is ever changed or erased: undo and redo are entries too, so they work after a restart and two
workspaces can be merged by taking the union of their entries. Entries with the same `step` are one undo step.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from mlrbench_gui.domain.audit import Claim, Evidence, Finding
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import (
    ClaimKind,
    GateState,
    RelPath,
    RunName,
    Sha256,
    Trust,
    Verdict,
)


class ClaimAnchor(FrozenModel):
    """Ties a decision to a claim so that it survives a changed paper: fingerprint, place, and text around it.

    `prefix` and `suffix` are up to 40 code points of the paper before and after the span. `kind`, `value` and
    `unit` are what the claim stated, so that it can be shown where the engine no longer lists it.
    """

    fingerprint: str
    paper: RelPath
    text_sha256: Sha256
    span: tuple[int, int]
    quote: str
    prefix: str = ""
    suffix: str = ""
    kind: ClaimKind | None = None
    value: float | None = None
    unit: str | None = None


class ClaimDraft(FrozenModel):
    """A claim as a person states it: added by hand, or made by splitting, merging or moving."""

    anchor: ClaimAnchor
    kind: ClaimKind
    value: float | None = None
    unit: str | None = None
    verdict: Verdict = Verdict.UNVERIFIABLE
    trust: Trust = Trust.UNKNOWN


class Accept(FrozenModel):
    """The engine's verdict and trust are confirmed.

    `engine_verdict` and `engine_trust`, here and below, are what the engine said then (for a hand-made claim: what
    its draft said). They are filled in when the action is recorded.
    """

    kind: Literal["accept"] = "accept"
    anchor: ClaimAnchor
    engine_verdict: Verdict | None = None
    engine_trust: Trust | None = None


class SetVerdict(FrozenModel):
    """The verdict is overruled."""

    kind: Literal["verdict"] = "verdict"
    anchor: ClaimAnchor
    verdict: Verdict
    engine_verdict: Verdict | None = None
    engine_trust: Trust | None = None


class SetTrust(FrozenModel):
    """The trust is overruled."""

    kind: Literal["trust"] = "trust"
    anchor: ClaimAnchor
    trust: Trust
    engine_verdict: Verdict | None = None
    engine_trust: Trust | None = None


class SetNote(FrozenModel):
    """The note on a claim; an empty text removes it."""

    kind: Literal["note"] = "note"
    anchor: ClaimAnchor
    text: str


class SetFlag(FrozenModel):
    """`Come back to this`, on or off."""

    kind: Literal["flag"] = "flag"
    anchor: ClaimAnchor
    on: bool


class AddClaim(FrozenModel):
    """A claim that the engine missed."""

    kind: Literal["add"] = "add"
    draft: ClaimDraft


class RemoveClaim(FrozenModel):
    """A hand-made claim is taken back, or an engine's claim is said not to be one."""

    kind: Literal["remove"] = "remove"
    anchor: ClaimAnchor


class MoveSpan(FrozenModel):
    """The claim covers other words; `to` is the new anchor with the fingerprint kept."""

    kind: Literal["move"] = "move"
    anchor: ClaimAnchor
    to: ClaimAnchor


class SplitClaim(FrozenModel):
    """One claim becomes several."""

    kind: Literal["split"] = "split"
    anchor: ClaimAnchor
    parts: tuple[ClaimDraft, ...]


class MergeClaims(FrozenModel):
    """Several claims become one."""

    kind: Literal["merge"] = "merge"
    anchors: tuple[ClaimAnchor, ...]
    into: ClaimDraft


class LinkEvidence(FrozenModel):
    """A person ties other evidence to a claim; it is shown first. `linked` False takes such a tie back."""

    kind: Literal["link"] = "link"
    anchor: ClaimAnchor
    evidence: Evidence
    linked: bool = True


class JudgeFinding(FrozenModel):
    """A finding is confirmed or dismissed."""

    kind: Literal["finding"] = "finding"
    finding: str
    confirmed: bool


class OverrideGate(FrozenModel):
    """A transition of the gate is let through or refused by a person. The reason is required."""

    kind: Literal["gate"] = "gate"
    state: GateState
    passed: bool
    paper: RelPath | None = None


class Undo(FrozenModel):
    """The step no longer counts."""

    kind: Literal["undo"] = "undo"
    step: str


class Redo(FrozenModel):
    """An undone step counts again."""

    kind: Literal["redo"] = "redo"
    step: str


Action = Annotated[
    Accept
    | SetVerdict
    | SetTrust
    | SetNote
    | SetFlag
    | AddClaim
    | RemoveClaim
    | MoveSpan
    | SplitClaim
    | MergeClaims
    | LinkEvidence
    | JudgeFinding
    | OverrideGate
    | Undo
    | Redo,
    Field(discriminator="kind"),
]


class DecisionEntry(FrozenModel):
    """One line of the log. `id` and `step` are random hex ids; `at` is aware UTC."""

    id: str
    step: str
    run: RunName
    author: str
    at: datetime
    action: Action
    reason: str = ""


class ClaimDecision(FrozenModel):
    """The last word on a claim. `overruled` when it differs from what the engine said at that time.

    `engine_changed`: the engine now says something else than when the person decided; the decision stands.
    """

    overruled: bool
    verdict: Verdict
    trust: Trust
    author: str
    at: datetime
    reason: str = ""
    engine_changed: bool = False


class ReviewedClaim(FrozenModel):
    """A claim as it stands now: `current` has the person's span, verdict, trust and evidence; `engine` the engine's.

    `origin` is `engine` or `person`; `decision` is None while undecided.
    """

    current: Claim
    engine: Claim | None
    decision: ClaimDecision | None = None
    note: str = ""
    flagged: bool = False
    origin: Literal["engine", "person"] = "engine"


class OrphanedDecision(FrozenModel):
    """A decision whose words are no longer in the paper. It is listed, never moved to other words."""

    anchor: ClaimAnchor
    entries: tuple[DecisionEntry, ...]


class ReviewedFinding(FrozenModel):
    """A finding with what a person said of it; `confirmed` is None while open."""

    finding: Finding
    confirmed: bool | None = None
    author: str = ""
    at: datetime | None = None
    reason: str = ""


class GateOverride(FrozenModel):
    """A person's override of a transition, kept for ever and printed in each report."""

    state: GateState
    passed: bool
    paper: RelPath | None
    author: str
    at: datetime
    reason: str


class RunReview(FrozenModel):
    """The state of a run's review: claims in order of paper and span. `undo_name`/`redo_name`: for the menu.

    `anchored` holds the ids of the decisions on claims that found their words. With those in `orphans` they are
    all decisions on claims that count. `orphan_findings` are judgements on findings that the engine no longer reports.
    """

    claims: tuple[ReviewedClaim, ...]
    orphans: tuple[OrphanedDecision, ...] = ()
    findings: tuple[ReviewedFinding, ...] = ()
    overrides: tuple[GateOverride, ...] = ()
    undo_name: str | None = None
    redo_name: str | None = None
    entries: tuple[DecisionEntry, ...] = ()
    anchored: tuple[str, ...] = ()
    orphan_findings: tuple[DecisionEntry, ...] = ()
