"""From a run's view to its report: every figure is counted here once, after people's decisions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath

from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.audit import Evidence
from mlrbench_gui.domain.calibration import Calibration, own_judge
from mlrbench_gui.domain.decisions import OrphanedDecision, ReviewedClaim, ReviewedFinding
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.opinions import Opinion, latest_opinions
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.domain.values import SEVERITY_RANK, RelPath, RunName, Severity, Sha256, Trust, Verdict
from mlrbench_gui.services.ports.rows import StoredAudit
from mlrbench_gui.services.reporting.context import around
from mlrbench_gui.services.reporting.data import (
    ClaimState,
    Counts,
    FindingState,
    LostDecision,
    ReportClaim,
    ReportData,
    ReportEvidence,
    ReportFinding,
    ReportInput,
    ReportIrregularity,
    ReportOpinion,
    ReportPaper,
    Summary,
)
from mlrbench_gui.services.reporting.gates import gates_of, overrides_of
from mlrbench_gui.services.reporting.people import claims_left_out, earlier_of, settled_of, told_left_out
from mlrbench_gui.services.reporting.places import place_words
from mlrbench_gui.services.reporting.scores import means_of, reviews_of
from mlrbench_gui.services.reviewing import RunView

_CLAIM_STATES: tuple[ClaimState, ...] = ("undecided", "accepted", "overruled")
_FINDING_STATES: tuple[FindingState, ...] = ("open", "confirmed", "dismissed")


def report_data(
    view: RunView,
    *,
    made_at: datetime,
    made_by: str,
    irregularities: Sequence[Irregularity] = (),
    calibration: Calibration | None = None,
) -> ReportData:
    """All that the report of an audited run says. Raises InputError for a run that was not audited."""
    stored = _audited(view)
    audit = stored.audit
    hashes = {artifact.path: artifact.sha256 for artifact in view.artifacts}
    opinions = latest_opinions(view.opinions)
    out = claims_left_out(view.people)
    claims = tuple(
        _claim(
            claim, view.texts, hashes, opinions.get((claim.current.paper, claim.current.fingerprint))
        ).model_copy(update={"left_out": out.get(claim.current.fingerprint, "")})
        for claim in view.review.claims
    )
    counting = [claim for claim in claims if not claim.left_out]
    findings = tuple(sorted(map(_finding, view.review.findings), key=_finding_order))
    reviews = reviews_of(view.judges, view.humans, view.panels, view.people)
    return ReportData(
        run=view.run.name,
        agent=view.run.agent,
        task=view.run.task,
        mode=view.run.mode.value,
        writer_model=view.run.writer_model,
        coding_agent=view.run.coding_agent,
        made_at=made_at,
        made_by=made_by,
        tool_version=audit.tool_version,
        audited_at=stored.at,
        input_key=stored.input_key,
        papers=tuple(
            ReportPaper(path=p.path, title=p.title, sha256=p.sha256, text_sha256=p.text_sha256)
            for p in audit.papers
        ),
        summary=_summary(counting, findings),
        gates=gates_of(audit.gate, view.review.overrides),
        overrides=overrides_of(view.review.overrides),
        findings=findings,
        claims=claims,
        lost_decisions=tuple(map(_lost, view.review.orphans)),
        score_means=means_of(reviews),
        reviews=reviews,
        judges_worth=_worth(view, calibration) if calibration is not None else "",
        earlier_versions=earlier_of(view.run, view.people),
        settled=settled_of(view.people),
        left_out=told_left_out(
            view.people, len(counting), [claim.left_out for claim in claims if claim.left_out]
        ),
        irregularities=_irregularities(view.run.name, irregularities),
        inputs=tuple(map(_input, sorted(view.artifacts, key=lambda artifact: artifact.path))),
    )


def _worth(view: RunView, calibration: Calibration) -> str:
    """What must be known of the scores of the judges of this run."""
    own = (
        own_judge(reply.profile, with_code=reply.with_code)
        for panel in view.panels
        for reply in panel.replies
    )
    return calibration.caution([*sorted({review.judge_family for review in view.judges}), *sorted(set(own))])


def _audited(view: RunView) -> StoredAudit:
    if view.stored is None:
        raise InputError(f"{view.run.name}: not audited yet; audit the run, then write its report")
    return view.stored


def _summary(claims: Sequence[ReportClaim], findings: Sequence[ReportFinding]) -> Summary:
    standing = [finding for finding in findings if finding.state != "dismissed"]
    return Summary(
        verdicts=_counts((claim.verdict for claim in claims), Verdict),
        trusts=_counts((claim.trust for claim in claims), Trust),
        by_pair={
            verdict.value: _counts((claim.trust for claim in claims if claim.verdict is verdict), Trust).by
            for verdict in Verdict
        },
        decisions=_counts((claim.state for claim in claims), _CLAIM_STATES),
        findings_by_severity=_counts((finding.severity for finding in standing), Severity),
        findings_by_state=_counts((finding.state for finding in findings), _FINDING_STATES),
    )


def _counts(items: Iterable[str], names: Iterable[str]) -> Counts:
    found = Counter(_plain(item) for item in items)
    return Counts(n=found.total(), by={_plain(name): found[_plain(name)] for name in names})


def _plain(name: str) -> str:
    return name.value if isinstance(name, StrEnum) else name


def _claim(
    reviewed: ReviewedClaim,
    texts: Mapping[RelPath, str],
    hashes: Mapping[RelPath, Sha256 | None],
    opinion: Opinion | None,
) -> ReportClaim:
    claim, engine, decision = reviewed.current, reviewed.engine, reviewed.decision
    text = texts.get(claim.paper, "")
    before, after = around(text, claim.span)
    return ReportClaim(
        id=claim.id,
        paper=claim.paper,
        span=claim.span,
        quote=claim.quote,
        before=before,
        after=after,
        section=claim.section,
        kind=claim.kind,
        value=claim.stated,
        unit=claim.unit,
        verdict=claim.verdict,
        trust=claim.trust,
        engine_verdict=engine.verdict if engine else None,
        engine_trust=engine.trust if engine else None,
        confidence=claim.confidence,
        reason=claim.reason,
        evidence=tuple(_evidence(item, hashes) for item in claim.evidence),
        state=_claim_state(reviewed),
        author=decision.author if decision else "",
        at=decision.at if decision else None,
        decision_reason=decision.reason if decision else "",
        engine_changed=decision.engine_changed if decision else False,
        note=reviewed.note,
        flagged=reviewed.flagged,
        origin=reviewed.origin,
        opinion=_opinion(opinion) if opinion is not None else None,
    )


def _opinion(given: Opinion) -> ReportOpinion:
    return ReportOpinion(
        model=given.model,
        verdict=given.verdict,
        words=given.words,
        at=given.at,
        prompt=given.prompt,
        prompt_sha256=given.prompt_sha256,
        tokens=given.tokens.total if given.tokens else None,
        cost=given.cost,
    )


def _claim_state(reviewed: ReviewedClaim) -> ClaimState:
    if reviewed.decision is None:
        return "undecided"
    return "overruled" if reviewed.decision.overruled else "accepted"


def _evidence(item: Evidence, hashes: Mapping[RelPath, Sha256 | None]) -> ReportEvidence:
    return ReportEvidence(
        path=item.path,
        place=place_words(item.locator),
        sha256=hashes.get(item.path),
        value=item.value,
        name=item.name,
        strength=item.strength,
        provenance=item.provenance,
        agrees=item.agrees,
        formula=item.formula,
    )


def _finding(reviewed: ReviewedFinding) -> ReportFinding:
    finding = reviewed.finding
    return ReportFinding(
        id=finding.id,
        kind=finding.kind,
        severity=finding.severity,
        path=finding.path,
        place=place_words(finding.locator),
        line=finding.locator.line if finding.locator is not None else None,
        message=finding.message,
        paper=finding.paper,
        state=_finding_state(reviewed.confirmed),
        author=reviewed.author,
        at=reviewed.at,
        reason=reviewed.reason,
    )


def _finding_state(confirmed: bool | None) -> FindingState:
    if confirmed is None:
        return "open"
    return "confirmed" if confirmed else "dismissed"


def _finding_order(finding: ReportFinding) -> tuple[int, str, str, str]:
    return (-SEVERITY_RANK[finding.severity], finding.kind.value, finding.path or "", finding.id)


def _lost(orphan: OrphanedDecision) -> LostDecision:
    authors = tuple(dict.fromkeys(entry.author for entry in orphan.entries))
    return LostDecision(
        paper=orphan.anchor.paper, quote=orphan.anchor.quote, authors=authors, entries=len(orphan.entries)
    )


def _input(artifact: Artifact) -> ReportInput:
    return ReportInput(
        path=artifact.path, role=artifact.role.value, size=artifact.size, sha256=artifact.sha256
    )


def _irregularities(run: RunName, found: Sequence[Irregularity]) -> tuple[ReportIrregularity, ...]:
    """Those whose path lies in the run's folder, wherever the import started."""
    folder = PurePosixPath(run).parts
    return tuple(
        ReportIrregularity(path=item.path, what=item.what, treated_as=item.treated_as)
        for item in sorted(found, key=lambda item: (item.path, item.what))
        if _holds(PurePosixPath(item.path).parts, folder)
    )


def _holds(parts: Sequence[str], folder: Sequence[str]) -> bool:
    width = len(folder)
    return any(tuple(parts[at : at + width]) == tuple(folder) for at in range(len(parts) - width + 1))
