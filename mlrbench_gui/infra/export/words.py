"""Words and numbers as all formats print them."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from mlrbench_gui.domain.values import GateState, Trust, Verdict
from mlrbench_gui.services.reporting.data import (
    CrossingClaim,
    ReportCheck,
    ReportClaim,
    ReportDecided,
    ReportEvidence,
    ReportFinding,
    ReportGate,
    ReportNote,
    ReportOpinion,
    ReportReview,
    ReportSettled,
)

VERDICTS = {
    Verdict.SUPPORTED: "supported",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.NARRATIVE_ONLY: "narrative only",
    Verdict.UNSUPPORTED: "unsupported",
    Verdict.UNVERIFIABLE: "unverifiable",
}
VERDICT_MEANINGS = {
    Verdict.SUPPORTED: "evidence of the same name holds the value",
    Verdict.CONTRADICTED: "evidence of the same name holds another value",
    Verdict.NARRATIVE_ONLY: "only the agent's prose says so",
    Verdict.UNSUPPORTED: "nothing in the run holds it",
    Verdict.UNVERIFIABLE: "not about this run",
}
TRUSTS = {Trust.MEASURED: "measured", Trust.DOUBTFUL: "doubtful", Trust.UNKNOWN: "unknown"}
TRUST_MEANINGS = {
    Trust.MEASURED: "code that ran computed it",
    Trust.DOUBTFUL: "typed, random, literal or broken",
    Trust.UNKNOWN: "no evidence, or its origin is not known",
}

REVIEWERS = {"judge": "judges", "own_judge": "own judges", "person": "people"}

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def printable(text: str) -> str:
    """Text of a run as every format can hold it: control characters are marked, half a surrogate pair is its escape."""
    return _CONTROL.sub("\ufffd", text.encode("utf-8", "backslashreplace").decode("utf-8"))


def spoken(name: str) -> str:
    """An identifier as words: `typed_log` is "typed log"."""
    return name.replace("_", " ")


def number(value: float | None) -> str:
    """A number without a needless `.0`; empty for None."""
    if value is None:
        return ""
    if math.isfinite(value) and abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return repr(value)


def claim_value(claim: ReportClaim) -> str:
    """The claim's number with its unit; empty for a claim without a number."""
    return " ".join(
        part for part in (number(claim.value), claim.unit or "") if part and claim.value is not None
    )


def evidence_value(evidence: ReportEvidence) -> str:
    """What the evidence holds."""
    value = evidence.value
    return number(value) if isinstance(value, int | float) else value or ""


def moment(at: datetime | None) -> str:
    """A moment in UTC to the minute; empty for None."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC") if at else ""


def place(path: str | None, where: str) -> str:
    """File and place in it: `results/log.txt, line 3`."""
    return ", ".join(part for part in (path or "", where) if part)


def decision(claim: ReportClaim) -> str:
    """What a person said of the claim, in one line; empty while undecided."""
    if claim.state == "undecided":
        return ""
    words = "accepted" if claim.state == "accepted" else f"overruled (engine: {engine_words(claim)})"
    line = f"{words} by {claim.author}, {moment(claim.at)}"
    changed = "; the engine has changed its mind since" if claim.engine_changed else ""
    return f"{line}: {claim.decision_reason}{changed}" if claim.decision_reason else line + changed


def engine_words(claim: ReportClaim) -> str:
    """Verdict and trust as the engine gave them."""
    if claim.engine_verdict is None or claim.engine_trust is None:
        return "not its claim"
    return f"{VERDICTS[claim.engine_verdict]}, {TRUSTS[claim.engine_trust]}"


def opinion(given: ReportOpinion) -> str:
    """A model's opinion in one line that cannot be taken for a verdict."""
    said = VERDICTS[given.verdict] if given.verdict is not None else "no answer"
    return f"Second opinion, no verdict ({given.model}, {moment(given.at)}): {said}. {given.words}"


def finding_state(finding: ReportFinding) -> str:
    """Open, or who confirmed or dismissed it, when and why."""
    if finding.state == "open":
        return "open"
    line = f"{finding.state} by {finding.author}, {moment(finding.at)}"
    return f"{line}: {finding.reason}" if finding.reason else line


def crossing_counts(claims: Sequence[CrossingClaim]) -> str:
    """How many of the paper's sentences about results rest on admitted evidence."""
    admitted = sum(item.admitted for item in claims)
    return f"{admitted} of {len(claims)} result sentences rest on admitted evidence"


def gate_line(gate: ReportGate) -> str:
    """State reached against state claimed, in one sentence."""
    claimed = f"the paper claims {gate.claimed.value}" if gate.claimed else "no paper claims a state"
    line = f"reached {gate.reached.value}, {claimed}"
    return line if gate.stands is gate.reached else f"{line}; after overrides {gate.stands.value}"


def gap(gate: ReportGate) -> bool:
    """Whether the paper claims more than what stands."""
    order = tuple(GateState)
    return gate.claimed is not None and order.index(gate.claimed) > order.index(gate.stands)


def form_lines(review: ReportReview) -> list[str]:
    """What a person's form says beside its scores, a line each."""
    lines = [f"{check.question}: {_answered(check)}" for check in review.checks]
    lines += [f"Note{_noted(note)}: {note.text}" for note in review.notes]
    if review.confidence is not None:
        lines.append(f"Confidence {review.confidence} of 5")
    lines += [f"Claim “{' '.join(word.quote.split())}”: {_decided(word)}" for word in review.claims]
    return lines


def whole_form(review: ReportReview) -> list[str]:
    """All of a version: scores with their words, then what stands beside them, a line each."""
    scores = [
        f"{score.criterion} {score.score}" + (f": {score.justification}" if score.justification else "")
        for score in review.scores
    ]
    words = (*review.strengths, *review.weaknesses, review.details)
    return [*scores, *(line for line in words if line), *form_lines(review)]


def form_version(review: ReportReview) -> str:
    """Which version of a form it is; nothing for a review that is no form."""
    if not review.version:
        return ""
    return f"version {review.version}, {moment(review.at)}{', blind' if review.blind else ''}"


def settled_state(item: ReportSettled) -> str:
    """What was agreed by whom and why, or that it is open."""
    if not item.agreed:
        return "open"
    since = "" if item.stands else " (a review was changed since)"
    return f"{item.agreed}{since}, by {item.author}, {moment(item.at)}: {item.reason}"


def said_words(item: ReportSettled) -> str:
    """What each reviewer said."""
    return "; ".join(f"{said.author} {said.value}" for said in item.said)


def _decided(word: ReportDecided) -> str:
    said = f"{VERDICTS[word.verdict]}, {TRUSTS[word.trust]}"
    return f"{said}: {word.reason}" if word.reason else said


def _answered(check: ReportCheck) -> str:
    rests = f" ({', '.join(check.evidence)})" if check.evidence else ""
    return f"{check.answer or 'no answer'}{rests}"


def _noted(note: ReportNote) -> str:
    if note.quote:
        return f" on “{' '.join(note.quote.split())}”"
    return f" on page {note.page} of {note.paper}" if note.page is not None else ""
