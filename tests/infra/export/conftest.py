"""A report with hostile text, an override, an overruled claim and scores."""

from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.audit import (
    Audit,
    Claim,
    Evidence,
    Finding,
    Gate,
    GateEvidence,
    GateRule,
    Locator,
    Paper,
    Transition,
)
from mlrbench_gui.domain.decisions import (
    ClaimDecision,
    GateOverride,
    ReviewedClaim,
    ReviewedFinding,
    RunReview,
)
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import Irregularity, Run, RunGroup
from mlrbench_gui.domain.values import (
    GATE_ORDER,
    ClaimKind,
    FindingKind,
    GateState,
    Mode,
    Provenance,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Stage,
    Strength,
    Trust,
    Verdict,
)
from mlrbench_gui.services.ports.rows import StoredAudit
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.gather import report_data
from mlrbench_gui.services.reviewing import RunView

NAME = RunName("end2end_x/iclr2025_y")
PAPER = RelPath("results/paper.md")
AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
HASH = Sha256("ab" * 32)
HOSTILE = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> | a `b` *c* $d$ =cmd() \x07"
TEXT = f"# T\n\nIt reaches 87.5 % here.\n\n{HOSTILE} has 12 rows.\n\n| m | 0.5 |\n"


def _claim(number: int, words: str, value: float | None, verdict: Verdict, trust: Trust) -> Claim:
    start = TEXT.index(words)
    return Claim(
        id=f"c{number}",
        fingerprint=f"f{number}",
        paper=PAPER,
        span=(start, start + len(words)),
        quote=words,
        section="=1+1 <b>Results</b>",
        kind=ClaimKind.VALUE,
        value=value,
        unit="%" if number == 1 else None,
        verdict=verdict,
        trust=trust,
        confidence=0.9,
        reason=f"reason {number} {HOSTILE}",
        evidence=(
            Evidence(
                path=RelPath("results/m.json"),
                locator=Locator(json_pointer="/a/b"),
                value=0.875,
                strength=Strength.PRIMARY,
                provenance=Provenance.EXECUTED_SCRIPT,
                name="accuracy",
                agrees=True,
            ),
        ),
    )


def _gate() -> Gate:
    reached = GATE_ORDER.index(GateState.EXECUTED)
    steps = tuple(
        Transition(
            to=state,
            passed=place <= reached,
            rules=(GateRule(id=f"r{place}", text=f"rule of {state.value}", holds=place <= reached),),
            evidence=(
                GateEvidence(path=RelPath("results/m.json"), sha256=HASH, admitted=True, reason="it ran"),
            ),
        )
        for place, state in enumerate(GATE_ORDER)
        if place
    )
    return Gate(reached=GateState.EXECUTED, claimed=GateState.REPORTED, transitions=steps)


@pytest.fixture
def view() -> RunView:
    """A run with three claims: one accepted, one overruled with hostile words, one undecided."""
    claims = (
        _claim(1, "87.5 %", 87.5, Verdict.SUPPORTED, Trust.MEASURED),
        _claim(2, HOSTILE, 12.0, Verdict.CONTRADICTED, Trust.DOUBTFUL),
        _claim(3, "0.5", 0.5, Verdict.UNSUPPORTED, Trust.UNKNOWN),
    )
    findings = (
        Finding(
            id="f1",
            kind=FindingKind.TYPED_LOG,
            severity=Severity.LOW,
            path=None,
            locator=None,
            message=HOSTILE,
        ),
        Finding(
            id="f2",
            kind=FindingKind.SIMULATED_RESULTS,
            severity=Severity.HIGH,
            path=RelPath("sim.py"),
            locator=Locator(line=3),
            message="random",
        ),
    )
    audit = Audit(
        run=NAME,
        tool_version="1.2.3",
        papers=(Paper(path=PAPER, sha256=HASH, text_sha256=HASH, title=HOSTILE),),
        claims=claims,
        findings=findings,
        gate=_gate(),
    )
    overruled = claims[1].model_copy(update={"verdict": Verdict.UNSUPPORTED})
    decided = ClaimDecision(
        overruled=False, verdict=Verdict.SUPPORTED, trust=Trust.MEASURED, author="Ada", at=AT, reason="seen"
    )
    review = RunReview(
        claims=(
            ReviewedClaim(current=claims[0], engine=claims[0], decision=decided),
            ReviewedClaim(
                current=overruled,
                engine=claims[1],
                decision=decided.model_copy(
                    update={"overruled": True, "verdict": Verdict.UNSUPPORTED, "trust": Trust.DOUBTFUL}
                ),
                note=f"=HYPERLINK() {HOSTILE}",
                flagged=True,
            ),
            ReviewedClaim(current=claims[2], engine=claims[2]),
        ),
        findings=(
            ReviewedFinding(finding=findings[0]),
            ReviewedFinding(finding=findings[1], confirmed=False, author="Ada", at=AT, reason="no"),
        ),
        overrides=(
            GateOverride(
                state=GateState.MEASURED,
                passed=True,
                paper=None,
                author="Ada",
                at=AT,
                reason=f"I saw it {HOSTILE}",
            ),
        ),
    )
    run = Run(
        name=NAME,
        group=RunGroup.END_TO_END,
        mode=Mode.END_TO_END,
        agent="x",
        task="iclr2025_y",
        writer_model="w",
        coding_agent="c",
        papers=(PAPER,),
    )
    judge = Review(
        source="r.json",
        sha256=HASH,
        target=ReviewTarget.END_TO_END,
        judge="j<b>",
        judge_family="j",
        task="iclr2025_y",
        target_key=NAME,
        target_present=True,
        run=NAME,
        scores=(Score("Overall", 4, HOSTILE), Score("Clarity", 7)),
    )
    people = tuple(
        HumanReview(
            "h.csv", row, str(row), "x", "iclr2025_y", NAME, run_present=True, scores=(Score("Overall", row),)
        )
        for row in (1, 2)
    )
    return RunView(
        run=run,
        stored=StoredAudit(audit=audit, input_key="key", at=AT),
        review=review,
        judges=(judge,),
        humans=people,
        artifacts=(Artifact(RelPath("results/m.json"), HASH, 10, ArtifactRole.JSON, Stage.EXPERIMENT),),
        intervals=(),
        texts={PAPER: TEXT},
    )


@pytest.fixture
def text() -> str:
    """The paper's text."""
    return TEXT


@pytest.fixture
def report(view: RunView) -> ReportData:
    """The report of that run."""
    odd = (
        Irregularity(f"agent_results/{NAME}/results/log.txt", HOSTILE, "kept"),
        Irregularity("agent_results/end2end_x/iclr2025_yy/log.txt", "another run's", "kept"),
    )
    return report_data(view, made_at=AT, made_by="Ada <ada>", irregularities=odd)
