"""The engine's audit of the sample run held against what is known of it.

`expected.json` says what an honest expert would say; it is never bent to the engine. Where the engine falls short
today, a floor keeps what it has already; raise a floor when the engine gets better.
"""

import json
from typing import Any

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.audit import Audit, Claim
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RunName, Severity, Verdict
from mlrbench_gui.infra.files.folder import FolderFiles

RUN = resource("sample", "agent_results", "end2end_sample", "iclr2025_calibration")
Known = dict[str, Any]

DETECTED, VERDICTS_RIGHT, FALSE_ALARMS = 0.95, 0.82, 0


@pytest.fixture(scope="module")
def expected() -> Known:
    """What is known of the sample run."""
    loaded: Known = json.loads(resource("sample", "expected.json").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def audit(expected: Known) -> Audit:
    """What the engine says of it."""
    return audit_run(RunName(expected["run"]), FolderFiles(RUN))


@pytest.fixture(scope="module")
def pairs(expected: Known, audit: Audit) -> list[tuple[Known, Claim | None]]:
    """Each known claim with the engine's claim that fits it best."""
    return [(known, _best(known, audit)) for known in expected["claims"]]


def _best(known: Known, audit: Audit) -> Claim | None:
    start, end = known["span"]
    near = [
        claim
        for claim in audit.claims
        if claim.span[0] < end and start < claim.span[1] and known["value"] in (None, claim.value)
    ]
    return max(near, key=lambda claim: _fit(claim.span, (start, end)), default=None)


def _fit(left: tuple[int, int], right: tuple[int, int]) -> float:
    return (min(left[1], right[1]) - max(left[0], right[0])) / (
        max(left[1], right[1]) - min(left[0], right[0])
    )


def test_that_known_claims_are_detected(pairs: list[tuple[Known, Claim | None]]) -> None:
    missed = [known["words"] for known, claim in pairs if claim is None]
    assert len(missed) <= (1 - DETECTED) * len(pairs), missed


def test_that_verdicts_agree(pairs: list[tuple[Known, Claim | None]]) -> None:
    right = [claim is not None and claim.verdict == known["verdict"] for known, claim in pairs]
    wrong = [
        (known["words"], known["verdict"], claim and claim.verdict.value)
        for (known, claim), agrees in zip(pairs, right, strict=True)
        if not agrees
    ]
    assert sum(right) >= VERDICTS_RIGHT * len(pairs), wrong


def test_that_true_claims_are_hardly_ever_denied(pairs: list[tuple[Known, Claim | None]]) -> None:
    denied = [
        known["words"]
        for known, claim in pairs
        if known["verdict"] == "supported" and claim is not None and claim.verdict is Verdict.CONTRADICTED
    ]
    assert len(denied) <= FALSE_ALARMS, denied


def test_that_results_which_code_computed_are_not_doubted(pairs: list[tuple[Known, Claim | None]]) -> None:
    doubted = [
        known["words"]
        for known, claim in pairs
        if claim is not None
        and known["evidence"] == ["results/metrics.json"]
        and claim.verdict is Verdict.SUPPORTED
        and known["verdict"] == "supported"
        and claim.trust != known["trust"]
    ]
    assert not doubted


def test_that_typed_files_and_the_missing_figure_are_found(audit: Audit) -> None:
    weighty = {finding.kind.value for finding in audit.findings if finding.severity is not Severity.LOW}
    assert {"typed_log", "typed_results", "figure_missing", "method_mismatch"} <= weighty


def test_that_no_finding_is_made_up(expected: Known, audit: Audit) -> None:
    known = {finding["kind"] for finding in expected["findings"]} | {"other"}
    assert {finding.kind.value for finding in audit.findings} <= known


def test_that_the_gate_stops_where_the_evidence_stops(expected: Known, audit: Audit) -> None:
    assert audit.gate.claimed == expected["gate"]["claimed"]
    assert audit.gate.reached == expected["gate"]["reached"]
    assert GATE_ORDER.index(audit.gate.reached) < GATE_ORDER.index(GateState.REPORTED)


def test_that_spans_give_back_the_quotes(audit: Audit) -> None:
    text = (RUN / "results" / "paper.md").read_bytes().decode()
    assert audit.claims
    assert all(text[claim.span[0] : claim.span[1]] == claim.quote for claim in audit.claims)
