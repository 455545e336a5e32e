"""The report as a value. Every format prints these numbers and none of its own.

Order, fixed: claims by paper and place in it, findings by severity (high first), then kind, path and id, inputs by
path, scores by what they judge, then criterion. Equal reviews at equal times give equal bytes.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import (
    ClaimKind,
    FindingKind,
    GateState,
    Provenance,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Strength,
    Trust,
    Verdict,
)

REPORT_VERSION = 1

ClaimState = Literal["undecided", "accepted", "overruled"]
FindingState = Literal["open", "confirmed", "dismissed"]


class Counts(FrozenModel):
    """How many of `n`, by name; every name of its kind is there, also with zero."""

    n: int
    by: dict[str, int]


class Summary(FrozenModel):
    """The figures on the front of a report, all after people's decisions.

    `by_pair` counts claims by verdict, then trust. Dismissed findings are in `findings_by_state` only.
    """

    verdicts: Counts
    trusts: Counts
    by_pair: dict[str, dict[str, int]]
    decisions: Counts
    findings_by_severity: Counts
    findings_by_state: Counts


class Rule(FrozenModel):
    """A rule of a transition with its outcome; `place` is where to look."""

    text: str
    holds: bool | None
    detail: str = ""
    place: str = ""


class CrossingEvidence(FrozenModel):
    """An artifact that asked to cross a transition, by hash, and why it may or may not."""

    path: RelPath
    sha256: Sha256
    admitted: bool
    reason: str


class CrossingClaim(FrozenModel):
    """A sentence of the paper at the gate, and why it may or may not cross."""

    claim: str
    admitted: bool
    reason: str


class Override(FrozenModel):
    """A person's word against the engine's on a transition. It is printed in every report."""

    state: GateState
    passed: bool
    paper: RelPath | None
    author: str
    at: datetime
    reason: str


class ReportTransition(FrozenModel):
    """A step of the gate: what the engine says, and what stands after people's overrides."""

    to: GateState
    passed: bool
    stands: bool
    rules: tuple[Rule, ...]
    evidence: tuple[CrossingEvidence, ...] = ()
    claims: tuple[CrossingClaim, ...] = ()


class ReportGate(FrozenModel):
    """State reached against state claimed, of the whole run (`paper` None) or of one of several papers.

    `reached` is the engine's; `stands` is the state after overrides and equals it where there are none.
    """

    paper: RelPath | None
    reached: GateState
    stands: GateState
    claimed: GateState | None
    transitions: tuple[ReportTransition, ...]


class ReportFinding(FrozenModel):
    """A fault of the run with what a person said of it."""

    id: str
    kind: FindingKind
    severity: Severity
    path: RelPath | None
    place: str
    message: str
    paper: RelPath | None
    state: FindingState
    author: str = ""
    at: datetime | None = None
    reason: str = ""
    line: int | None = None
    """1-based line of the file, where the place has one."""


class ReportEvidence(FrozenModel):
    """A citation: value, file, place in it and the file's hash (None if the file is not in the run)."""

    path: RelPath
    place: str
    sha256: Sha256 | None
    value: float | str | None
    name: str
    strength: Strength
    provenance: Provenance
    agrees: bool | None
    formula: str | None


class ReportOpinion(FrozenModel):
    """What a model said of a claim when asked. It is no verdict; `verdict` is None where it gave no readable answer."""

    model: str
    verdict: Verdict | None
    words: str
    at: datetime
    prompt: str
    prompt_sha256: Sha256
    tokens: int | None
    cost: float | None


class ReportClaim(FrozenModel):
    """A claim as it stands. `verdict` and `trust` are after decisions, `engine_*` what the engine says (None: by hand).

    `before` and `after` are the words around the quote in the paper. `left_out` is the reason for which it does not
    count in the summary.
    """

    id: str
    paper: RelPath
    span: tuple[int, int]
    quote: str
    before: str
    after: str
    section: str
    kind: ClaimKind
    value: float | None
    unit: str | None
    verdict: Verdict
    trust: Trust
    engine_verdict: Verdict | None
    engine_trust: Trust | None
    confidence: float
    reason: str
    evidence: tuple[ReportEvidence, ...]
    state: ClaimState
    author: str = ""
    at: datetime | None = None
    decision_reason: str = ""
    engine_changed: bool = False
    note: str = ""
    flagged: bool = False
    origin: Literal["engine", "person"] = "engine"
    opinion: ReportOpinion | None = None
    left_out: str = ""


class LostDecision(FrozenModel):
    """A decision whose words are no longer in the paper: listed, never moved."""

    paper: RelPath
    quote: str
    authors: tuple[str, ...]
    entries: int


ReviewerKind = Literal["judge", "own_judge", "person"]
"""A published judge, one that this program asked, or a person: no mean is over two of these."""


class ReportScore(FrozenModel):
    """One criterion by one judge or person."""

    criterion: str
    score: int
    justification: str = ""


class ReportCheck(FrozenModel):
    """A person's answer to a question of the checklist, empty where none was given, and what it rests on."""

    question: str
    answer: str
    evidence: tuple[str, ...] = ()


class ReportDecided(FrozenModel):
    """What a reviewer's own decision said of a claim when the form was submitted."""

    paper: RelPath
    quote: str
    verdict: Verdict
    trust: Trust
    reason: str = ""


class ReportNote(FrozenModel):
    """A person's note on words of a paper, on an area of a page (PDF points), or on the run as a whole."""

    text: str
    paper: RelPath | None = None
    span: tuple[int, int] | None = None
    quote: str = ""
    page: int | None = None
    box: tuple[float, float, float, float] | None = None


class ReportReview(FrozenModel):
    """The scores of one judge (a model) or one person. `target` names what was judged.

    Where an own judge's reply says nothing, `lacks` tells why, and there are no scores. From `version` on all is of a
    submitted form; `left_out` is the reason for which the review is in no mean.
    """

    by: str
    kind: ReviewerKind
    target: str
    paper: str | None
    scores: tuple[ReportScore, ...]
    has_hallucination: bool | None = None
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    details: str = ""
    source: str = ""
    lacks: str = ""
    version: int = 0
    at: datetime | None = None
    blind: bool = False
    confidence: int | None = None
    checks: tuple[ReportCheck, ...] = ()
    notes: tuple[ReportNote, ...] = ()
    claims: tuple[ReportDecided, ...] = ()
    left_out: str = ""


class SaidByReviewer(FrozenModel):
    """What one reviewer says of a thing on which reviewers differ."""

    author: str
    value: str
    words: str = ""


class ReportSettled(FrozenModel):
    """A thing on which submitted forms differ, and what was agreed; `stands`: about the last versions."""

    what: str
    group: str
    said: tuple[SaidByReviewer, ...]
    agreed: str = ""
    reason: str = ""
    author: str = ""
    at: datetime | None = None
    stands: bool = False


class ScoreMean(FrozenModel):
    """Mean of a criterion over one kind of reviewers, with its own n. `of` says how many replies were asked for.

    `excluded` are left out of it by a person.
    """

    target: str
    kind: ReviewerKind
    criterion: str
    mean: float
    low: int
    high: int
    n: int
    of: int
    excluded: int = 0


class ReportInput(FrozenModel):
    """A file that the audit read; `sha256` is None where it could not be read."""

    path: RelPath
    role: str
    size: int
    sha256: Sha256 | None


class ReportPaper(FrozenModel):
    """A paper of the run. `text_sha256` is that of the text in which spans count."""

    path: RelPath
    title: str
    sha256: Sha256
    text_sha256: Sha256


class ReportIrregularity(FrozenModel):
    """What the import found out of order in this run, and how it was treated."""

    path: str
    what: str
    treated_as: str


class ReportData(FrozenModel):
    """All that a report says."""

    report_version: int = REPORT_VERSION
    run: RunName
    agent: str
    task: str
    mode: str
    writer_model: str | None
    coding_agent: str | None
    made_at: datetime
    made_by: str
    tool_version: str = Field(description="of the program that audited")
    audited_at: datetime
    input_key: str = Field(description="hash over all inputs and the engine's version")
    papers: tuple[ReportPaper, ...]
    summary: Summary
    gates: tuple[ReportGate, ...] = Field(
        description="the run's own first, then one a paper if there are several"
    )
    overrides: tuple[Override, ...]
    findings: tuple[ReportFinding, ...]
    claims: tuple[ReportClaim, ...]
    lost_decisions: tuple[LostDecision, ...]
    score_means: tuple[ScoreMean, ...]
    reviews: tuple[ReportReview, ...]
    judges_worth: str = Field(
        default="", description="how the judges stand against people on papers that both scored"
    )
    earlier_versions: tuple[ReportReview, ...] = Field(
        default=(), description="of people's forms; later ones took their place, they are in no figure"
    )
    settled: tuple[ReportSettled, ...] = ()
    left_out: tuple[str, ...] = Field(
        default=(), description="of statistics, by whom is in the workspace, in words"
    )
    irregularities: tuple[ReportIrregularity, ...]
    inputs: tuple[ReportInput, ...]
