"""The audit as a value; its JSON form is the fixed contract that other programs read.

`Audit.model_dump_json(exclude_none=False)` is not the contract: use `to_json`, which leaves out the unused
locator keys and orders keys as declared, so that equal audits give equal bytes.
"""

import json
import math
from typing import Any, Self

from pydantic import Field

from mlrbench_gui.domain.comparison import ComparedTable
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.locator import Locator as Locator  # noqa: PLC0414 -- part of this contract
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

SCHEMA_VERSION = 1


class TrailStep(FrozenModel):
    """One step from a value back to where it was made: number, file, script line, literal."""

    kind: str = Field(description="value | file | script | literal | command | typed | unknown")
    title: str
    detail: str = ""
    path: RelPath | None = None
    locator: Locator | None = None
    provenance: Provenance = Provenance.UNKNOWN
    decides_trust: bool = False


class Evidence(FrozenModel):
    """A value at a locator in an artifact of the run, held against a claim.

    `name` is the value's full name in words (row, column, metric); `score` tells how well it fits the claim.
    """

    path: RelPath
    locator: Locator
    value: float | str | None
    strength: Strength
    provenance: Provenance = Provenance.UNKNOWN
    formula: str | None = None
    name: str = ""
    score: float = Field(default=0.0, ge=0.0, le=1.0)
    agrees: bool | None = None
    trail: tuple[TrailStep, ...] = ()


class Claim(FrozenModel):
    """A checkable statement of a paper. `span` counts code points of the decoded paper, end exclusive.

    `name` is there where it says that a thing called so was used (`gpt-4o-mini`); `value` is then the number in it.
    """

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
    confidence: float = Field(ge=0.0, le=1.0)
    reason: str
    evidence: tuple[Evidence, ...] = ()
    name: str | None = None

    @property
    def stated(self) -> float | None:
        """The number that evidence is held against; None where the value is the number of a figure or of a name."""
        return None if self.kind is ClaimKind.FIGURE or self.name is not None else self.value


class Paper(FrozenModel):
    """A paper of the run. `text_sha256` is that of the text in which spans count, as UTF-8."""

    path: RelPath
    sha256: Sha256
    text_sha256: Sha256
    title: str


class Finding(FrozenModel):
    """A fault of the run as a whole. `paper` names the one paper that it is about, if any."""

    id: str
    kind: FindingKind
    severity: Severity
    path: RelPath | None
    locator: Locator | None
    message: str
    paper: RelPath | None = None


class GateRule(FrozenModel):
    """One rule of a transition with its outcome; `holds` is None where it cannot be known."""

    id: str
    text: str
    holds: bool | None
    detail: str = ""
    path: RelPath | None = None
    locator: Locator | None = None


class GateEvidence(FrozenModel):
    """An artifact that asked to cross a transition, by hash, with the reason why it may or may not.

    `locator` is the place in it that counts, such as the action of a transcript; None for the whole.
    """

    path: RelPath
    sha256: Sha256
    admitted: bool
    reason: str
    locator: Locator | None = None


class ClaimCrossing(FrozenModel):
    """A sentence of the paper at the gate: refused where what carries it is refused, or nothing carries it."""

    claim: str
    admitted: bool
    files: tuple[RelPath, ...]
    reason: str


class Transition(FrozenModel):
    """The step of the gate into state `to`. `claims` are the paper's sentences about results, at the last step."""

    to: GateState
    passed: bool
    rules: tuple[GateRule, ...]
    evidence: tuple[GateEvidence, ...] = ()
    claims: tuple[ClaimCrossing, ...] = ()


class PaperGate(FrozenModel):
    """How far one paper of a shared experiment got."""

    reached: GateState
    claimed: GateState
    transitions: tuple[Transition, ...]


class Gate(FrozenModel):
    """State reached against state claimed. With several papers they share all up to `measured`."""

    reached: GateState
    claimed: GateState | None
    transitions: tuple[Transition, ...]
    by_paper: dict[str, PaperGate] = Field(default_factory=dict)


class Audit(FrozenModel):
    """Everything that the engine says of a run."""

    schema_version: int = SCHEMA_VERSION
    run: RunName
    tool_version: str
    papers: tuple[Paper, ...]
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    gate: Gate
    tables: tuple[ComparedTable, ...] = ()
    timings: dict[str, float] = Field(default_factory=dict, description="seconds by step, and total_s")

    def to_json(self) -> str:
        """The fixed JSON form: two-space indent, keys as declared, a final newline.

        It is valid JSON and UTF-8 whatever a run holds: NaN and infinities are text, half a surrogate pair stands as
        its escape.
        """
        text = json.dumps(
            _pruned(self.model_dump(mode="json")), ensure_ascii=False, indent=2, allow_nan=False
        )
        return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read what `to_json` wrote. Raises pydantic's ValidationError for anything else."""
        written = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        if b"\\ud" in written:
            return cls._with_surrogates(text)
        return cls.model_validate_json(text)

    @classmethod
    def _with_surrogates(cls, text: str | bytes) -> Self:
        """Pydantic's own reader is faster and refuses half a surrogate pair; only then is the standard one used."""
        try:
            return cls.model_validate(json.loads(text))
        except (json.JSONDecodeError, RecursionError):
            return cls.model_validate_json(text)


_LOCATOR_KEYS = frozenset(Locator.model_fields)


def _pruned(value: Any) -> Any:
    """Locators without their unused keys, numbers that JSON lacks as text; everything else keeps its nulls."""
    if isinstance(value, dict):
        if value and value.keys() <= _LOCATOR_KEYS:
            return {key: item for key, item in value.items() if item is not None}
        return {key: _pruned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_pruned(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
