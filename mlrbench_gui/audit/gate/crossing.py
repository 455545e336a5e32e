"""The paper's sentences at the gate: what is derived from refused evidence is refused, up to the sentence."""

from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Judged
from mlrbench_gui.audit.gate.steps import HEADLINE, Steps
from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.domain.audit import ClaimCrossing
from mlrbench_gui.domain.values import RelPath, Verdict


def crossings(steps: Steps, paper: RelPath) -> tuple[ClaimCrossing, ...]:
    """For each result claim of the paper about this run, whether it may cross."""
    given = steps.given
    return tuple(
        _crossing(steps, item, claim)
        for claim, item in zip(given.claims, given.facts.judged, strict=True)
        if item.statement.paper == paper
        and item.statement.kind in HEADLINE
        and item.decision.verdict is not Verdict.UNVERIFIABLE
    )


def _crossing(steps: Steps, item: Judged, claim: str) -> ClaimCrossing:
    values = [held.candidate.value for held in item.decision.held if held.primary]
    files = tuple(sorted({value.path for value in values}))
    refused = next(_refusals(steps, item, values), None)
    return ClaimCrossing(
        claim=claim, admitted=refused is None, files=files, reason=refused or "rests on admitted evidence"
    )


def _refusals(steps: Steps, item: Judged, values: list[LedgerValue]) -> Iterator[str]:
    if item.decision.verdict is Verdict.CONTRADICTED:
        yield "the evidence contradicts it"
    if not values or item.decision.verdict is not Verdict.SUPPORTED:
        yield "no evidence of the run carries it"
    for value in values:
        evidence = steps.admissions.of(value.path)
        if evidence is not None and not evidence.admitted:
            yield f"rests on {value.path}, which is refused: {evidence.reason}"
        if steps.given.weighing.is_made_up(value):
            yield f"rests on a value of {value.path} that was typed, is a literal or was drawn at random"
        if (broken := steps.given.weighing.breakage_of(value)) is not None:
            yield f"rests on {value.path}, whose measurement is broken: {broken.message}"
