"""What changed between two audits, and why, as frozen values; `comparing` makes them."""

from enum import StrEnum
from typing import Literal

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import (
    ClaimKind,
    FindingKind,
    GateState,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Trust,
    Verdict,
)

Change = Literal["new", "gone", "changed"]

_TELLING = ("verdict", "value", "trust", "kind", "words", "evidence")


class Cause(StrEnum):
    """What made an answer another one."""

    PAPER = "paper"
    EVIDENCE = "evidence"
    ENGINE = "engine"
    UNKNOWN = "unknown"


class Why(FrozenModel):
    """One cause in words for people; `path` is the file that it is about."""

    cause: Cause
    words: str
    path: RelPath | None = None


class AuditLabel(FrozenModel):
    """Which audit stands on a side."""

    run: RunName
    tool_version: str


class FieldChange(FrozenModel):
    """One thing that a claim, a finding or the gate says otherwise, as printed on both sides."""

    what: str
    old: str
    new: str


class FileChange(FrozenModel):
    """A file whose bytes differ; one side's hash is None where the file is not there."""

    path: RelPath
    change: Change
    old_sha256: Sha256 | None
    new_sha256: Sha256 | None


class PaperChange(FrozenModel):
    """A paper that came, went or has other bytes; `text_changed` tells whether the text that spans count in differs."""

    path: RelPath
    change: Change
    text_changed: bool


class ClaimSide(FrozenModel):
    """A claim as one of the audits has it."""

    id: str
    fingerprint: str
    paper: RelPath
    span: tuple[int, int]
    quote: str
    section: str
    kind: ClaimKind
    value: float | None
    unit: str | None
    verdict: Verdict
    trust: Trust
    reason: str


class ClaimChange(FrozenModel):
    """A claim that came, went or is answered otherwise. `matched` tells by what the two sides were paired."""

    change: Change
    old: ClaimSide | None
    new: ClaimSide | None
    matched: Literal["fingerprint", "words", "place"] | None = None
    fields: tuple[FieldChange, ...] = ()
    why: tuple[Why, ...] = ()

    @property
    def rank(self) -> int:
        """How much it weighs for a reader, the least first: another verdict, value, trust, then the rest."""
        return min((_TELLING.index(field.what) for field in self.fields), default=0)

    def field(self, what: str) -> FieldChange | None:
        """What it says otherwise of one thing."""
        return next((field for field in self.fields if field.what == what), None)


class FindingChange(FrozenModel):
    """A finding that came, went, or says otherwise of the same file."""

    change: Change
    kind: FindingKind
    path: RelPath | None
    old_severity: Severity | None
    new_severity: Severity | None
    old_message: str
    new_message: str
    why: tuple[Why, ...] = ()


class RuleChange(FrozenModel):
    """A rule of the gate with another outcome; None where it is not known or the rule is not there."""

    id: str
    text: str
    old_holds: bool | None
    new_holds: bool | None
    old_detail: str
    new_detail: str


class AdmissionChange(FrozenModel):
    """A file that may cross a transition on one side only."""

    path: RelPath
    old_admitted: bool | None
    new_admitted: bool | None
    old_reason: str
    new_reason: str


class TransitionChange(FrozenModel):
    """A step of the gate that is decided otherwise; `paper` names the one of several papers that it is about."""

    to: GateState
    paper: RelPath | None
    old_passed: bool | None
    new_passed: bool | None
    rules: tuple[RuleChange, ...] = ()
    evidence: tuple[AdmissionChange, ...] = ()


class GateChange(FrozenModel):
    """The gate on both sides, where it differs."""

    old_reached: GateState
    new_reached: GateState
    old_claimed: GateState | None
    new_claimed: GateState | None
    transitions: tuple[TransitionChange, ...] = ()
    why: tuple[Why, ...] = ()


class AuditDiff(FrozenModel):
    """All that differs; where nothing does, every list is empty. Claims stand in order of the papers."""

    old: AuditLabel
    new: AuditLabel
    papers: tuple[PaperChange, ...] = ()
    files: tuple[FileChange, ...] = ()
    claims: tuple[ClaimChange, ...] = ()
    same_claims: int = 0
    findings: tuple[FindingChange, ...] = ()
    gate: GateChange | None = None

    @property
    def engine_changed(self) -> bool:
        """Whether the two were made by different rules."""
        return self.old.tool_version != self.new.tool_version

    @property
    def is_empty(self) -> bool:
        """Whether the two audits say the same of the same files."""
        return not (self.papers or self.files or self.claims or self.findings or self.gate)

    def count(self, change: Change) -> int:
        """How many claims came, went or changed."""
        return sum(claim.change == change for claim in self.claims)
