"""What is missing where evidence holds the claim's very number and carries it all the same not.

A difference of 0 would tell the reader that all is well; it is the name, or who says it, that does not fit.
"""

from dataclasses import dataclass

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.values import Verdict

TITLE = "Same number, but"
_PLANS = frozenset({ArtifactRole.TASK, ArtifactRole.IDEA, ArtifactRole.PROPOSAL, ArtifactRole.LITERATURE})
_PROSE = frozenset({ArtifactRole.RESULTS_NOTE, ArtifactRole.README})
_OPEN = frozenset({Verdict.NARRATIVE_ONLY, Verdict.UNSUPPORTED, Verdict.UNVERIFIABLE})


@dataclass(frozen=True, slots=True)
class Missing:
    """In two words, and as a sentence."""

    words: str
    sentence: str


def missing(claim: Claim, evidence: Evidence | None) -> Missing | None:
    """What evidence of an equal number lacks; None where it carries the claim, or where a person linked it."""
    if evidence is None or not evidence.name or claim.verdict not in _OPEN:
        return None
    role = classify(evidence.path, 1)[0]
    if role in _PLANS:
        return Missing("only planned", "The number is the same, but it stands in what was planned, not done")
    if role in _PROSE and claim.verdict is Verdict.NARRATIVE_ONLY:
        return Missing("only prose", "The number is the same, but only the agent's prose has it")
    if claim.verdict is Verdict.UNVERIFIABLE:
        return Missing("name open", "The number is the same, but the claim's words name nothing to look up")
    if role is ArtifactRole.CODE:
        sentence = f"The number is the same, but in code alone, as {evidence.name}; nothing that ran wrote it"
        return Missing("only in code", sentence)
    return Missing("other name", f"The number is the same, but under another name: {evidence.name}")
