"""`It rises from 2.9 to 3.9`: the two values of one measure."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

AuditOf = Callable[[Mapping[str, str | bytes]], Audit]
OTHERS = {"accuracy": {"plain": 0.512, "tempered": 0.611}, "ece": {"plain": 0.227, "tempered": 0.035}}
STUDY = {"mean_trust_rating": {"plain": 2.88, "tempered": 3.86}, **OTHERS}
SENTENCE = "In a reader study the mean trust rating rises from 2.9 to 3.9 of five points."


@pytest.fixture
def ends(audit_of: AuditOf) -> Callable[..., dict[float | None, Claim]]:
    """The claims of a sentence of results by value, beside a result file."""

    def of(sentence: str, results: object) -> dict[float | None, Claim]:
        paper = f"# Notes\n\n## 5. Results\n\n{sentence}\n"
        audit = audit_of({"results/paper.md": paper, "code/study.json": json.dumps(results)})
        return {c.value: c for c in audit.claims}

    return of


def test_both_ends_are_supported_by_two_siblings(ends: Callable[..., dict[float | None, Claim]]) -> None:
    found = ends(SENTENCE, STUDY)
    assert [found[v].verdict for v in (2.9, 3.9)] == ["supported", "supported"], found[2.9].reason


@pytest.mark.parametrize(
    "study",
    [
        {"mean_trust_rating": {"plain": 2.88, "tempered": 3.46}},
        {"mean_trust_rating": {"plain": 2.88}, "mean_clarity_score": {"plain": 3.86}},
        {"loss": {"plain": 2.88, "tempered": 3.86}},
    ],
)
def test_one_end_or_another_measure_supports_neither(
    ends: Callable[..., dict[float | None, Claim]], study: dict[str, object]
) -> None:
    found = ends(SENTENCE, {**OTHERS, **study})
    assert "supported" not in [found[v].verdict for v in (2.9, 3.9)]
