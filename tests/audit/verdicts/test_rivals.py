"""Changes told in a sentence: against whom, which way, and whether in points or relative."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

AuditOf = Callable[[Mapping[str, str | bytes]], Audit]
RESULTS = {
    "Quill": {"pass_rate": 80.47, "throughput": 527.36},
    "Vanilla": {"pass_rate": 54.51, "throughput": 352.75},
    "Harrow": {"pass_rate": 63.29, "throughput": 439.11},
    "Sickle": {"pass_rate": 60.02, "throughput": 223.79},
}

POINTS = ["80.47 − 54.51", "54.51 − 80.47"]


@pytest.fixture
def claim_of(audit_of: AuditOf) -> Callable[..., Claim]:
    """The claim with a value in a paper of this sentence, beside these results."""

    def claim(sentence: str, value: float, results: object = RESULTS) -> Claim:
        paper = f"# Quill: notes\n\n## 5. Results\n\n{sentence}\n"
        audit = audit_of({"results/paper.md": paper, "code/results.json": json.dumps(results)})
        (found,) = [c for c in audit.claims if c.value == value]
        return found

    return claim


@pytest.mark.parametrize(
    ("sentence", "value", "formulas"),
    [
        ("Quill raises throughput by about 49% over Vanilla.", 49.0, ["100 × (527.36 − 352.75) / 352.75"]),
        ("The gain of Quill is a ~26% absolute improvement in pass rate.", 26.0, POINTS),
        ("Quill brings a 25.96% absolute improvement in pass rate over Vanilla.", 25.96, POINTS),
    ],
)
def test_a_change_is_recomputed_against_what_is_named_or_called_a_baseline(
    claim_of: Callable[..., Claim], sentence: str, value: float, formulas: list[str]
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict == "supported", found.reason
    assert any(formula in found.reason for formula in formulas), found.reason


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Sickle increases throughput by 37% over Vanilla.", 37.0),
        ("Vanilla reduces throughput by 49.5% against Quill.", 49.5),
        ("Quill brings a 47.6% absolute improvement in pass rate over Vanilla.", 47.6),
        ("Quill brings a 26% relative improvement in pass rate over Vanilla.", 26.0),
        ("The gain of Quill is ~27% in pass rate.", 27.0),
    ],
)
def test_a_fall_is_no_rise_and_points_are_no_relative_change(
    claim_of: Callable[..., Claim], sentence: str, value: float
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict != "supported", found.reason


def test_measures_are_no_rivals_of_each_other(claim_of: Callable[..., Claim]) -> None:
    results = {
        "gain": {"Acceptance rate": 14.87, "Edit rate": 24.98},
        "loss": {"Acceptance rate": 1.5, "Edit rate": 2.5},
    }
    assert claim_of("It brings 10.1% higher code quality.", 10.1, results).verdict != "supported"


def test_a_thing_may_change_against_its_own_extension(claim_of: Callable[..., Claim]) -> None:
    results = {
        name: {"ece": ece}
        for name, ece in [
            ("logit", 0.1892),
            ("logit_ts", 0.0879),
            ("bayes", 0.31),
            ("bayes_ts", 0.12),
            ("none", 0.4),
        ]
    }
    assert claim_of("The ECE of logit falls by 54%.", 54.0, results).verdict == "supported"


def test_a_value_is_no_change_of_its_size(claim_of: Callable[..., Claim]) -> None:
    results = {"Quill": {"f1": 0.8478, "memory": 1297.0}, "Vanilla": {"f1": 0.8149, "memory": 2970.0}}
    found = claim_of("Quill reduces memory by 85%.", 85.0, results)
    assert found.verdict == "unsupported", found.reason


def test_a_change_that_the_run_wrote_down_supports_one(claim_of: Callable[..., Claim]) -> None:
    results = {"Quill": {"memory_reduction_percent": 85.2}, "Vanilla": {"memory_reduction_percent": 0.0}}
    assert claim_of("Quill reduces memory by 85%.", 85.0, results).verdict == "supported"
