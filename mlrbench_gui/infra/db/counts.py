"""Counts of an audit for the list of runs, with and without people's decisions."""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Audit, Finding
from mlrbench_gui.domain.decisions import RunReview


@dataclass(frozen=True, slots=True)
class AuditCounts:
    """Claims by verdict and trust, findings by severity, decided and all claims; `out` are claims in none of them."""

    verdicts: Mapping[str, int]
    trusts: Mapping[str, int]
    findings: Mapping[str, int]
    decided: int
    claims: int
    out: int = 0


NO_COUNTS = AuditCounts({}, {}, {}, 0, 0)


def counts_of(audit: Audit) -> AuditCounts:
    """As the engine says."""
    return AuditCounts(
        verdicts=dict(Counter(claim.verdict.value for claim in audit.claims)),
        trusts=dict(Counter(claim.trust.value for claim in audit.claims)),
        findings=_by_severity(audit.findings),
        decided=0,
        claims=len(audit.claims),
    )


def counts_of_review(review: RunReview, without: Container[str] = ()) -> AuditCounts:
    """As people left it. Dismissed findings do not count, nor claims of a fingerprint that is in `without`."""
    claims = [claim for claim in review.claims if claim.current.fingerprint not in without]
    return AuditCounts(
        verdicts=dict(Counter(claim.current.verdict.value for claim in claims)),
        trusts=dict(Counter(claim.current.trust.value for claim in claims)),
        findings=_by_severity(item.finding for item in review.findings if item.confirmed is not False),
        decided=sum(claim.decision is not None for claim in claims),
        claims=len(claims),
        out=len(review.claims) - len(claims),
    )


def summary_text(audit: Audit) -> str:
    """Counts and gate as JSON, kept beside the audit so that a list need not open it."""
    counts = counts_of(audit)
    summary = {
        "verdicts": counts.verdicts,
        "trusts": counts.trusts,
        "findings": counts.findings,
        "claims": counts.claims,
    }
    return json.dumps({"counts": summary, "gate": audit.gate.model_dump_json()})


def _by_severity(findings: Iterable[Finding]) -> dict[str, int]:
    return dict(Counter(finding.severity.value for finding in findings))
