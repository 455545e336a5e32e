"""Rankings by what a run never measured: unsupported, or told by the agent's notes alone."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

SCORES = {"NewNet": {"accuracy": 0.91}, "OldNet": {"accuracy": 0.85}}


def _ranking(audit_of: MakeAudit, text: str, scores: object = SCORES, note: str = "") -> Claim:
    paper = f"# A study\n\n## 4 Results\n\n{text}\n"
    files = {"results/paper.md": paper, "results/results.json": json.dumps(scores)}
    audit = audit_of({**files, "results/results.md": note} if note else files)
    return next(c for c in audit.claims if c.kind == "ranking" and c.value is None)


@pytest.mark.parametrize(
    "text",
    [
        "NewNet leads to improved fairness between the groups of users.",
        "The new training scheme adds computational overhead compared to plain training.",
        "Our approach improves user satisfaction over all earlier approaches.",
        "A user study shows that the new model is better liked than the old one.",
        "Paired t-tests show significant improvements over the older nets.",
        "Ablations confirm that the memory gives the largest gains.",
        "The new net leads to faster convergence over the older ones.",
        "NewNet gives a more granular view of texts compared to the older nets.",
    ],
)
def test_that_what_no_result_is_of_is_unsupported(audit_of: MakeAudit, text: str) -> None:
    assert _ranking(audit_of, text).verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("NewNet leads to improved fairness between the groups of users.", {"disparity": 0.1}),
        ("The new training scheme adds computational overhead compared to plain training.", {"seconds": 9.0}),
        ("A user study shows that the new model is better liked than the old one.", {"participants": 12}),
        ("Ablations confirm that the memory gives the largest gains.", {"without_memory": 0.8}),
        ("The new net leads to faster convergence over the older ones.", {"epochs": 12}),
        ("NewNet gives a more granular view of texts compared to the older nets.", {"nodes": 12}),
    ],
)
def test_that_a_value_of_that_kind_leaves_it_open(
    audit_of: MakeAudit, text: str, more: Mapping[str, float]
) -> None:
    assert _ranking(audit_of, text, {**SCORES, "more": more}).verdict != "unsupported"


def test_that_a_value_of_nought_is_no_measure(audit_of: MakeAudit) -> None:
    text = "The new training scheme adds computational overhead compared to plain training."

    assert _ranking(audit_of, text, {**SCORES, "more": {"seconds": 0.0}}).verdict == "unsupported"


@pytest.mark.parametrize(
    "text",
    [
        "Nets of this kind should bring improved fairness between the groups.",
        "The goal of better nets is improved fairness between the groups.",
        "The new net gives no improvement in fairness between the groups.",
    ],
)
def test_that_what_is_hoped_for_or_denied_is_not_missed(audit_of: MakeAudit, text: str) -> None:
    assert _ranking(audit_of, text).verdict == "unverifiable"


def test_that_the_agents_note_is_named_where_it_alone_says_so(audit_of: MakeAudit) -> None:
    note = "# Results\n\nThe new net achieves better fairness between groups of users.\n"
    claim = _ranking(audit_of, "NewNet leads to improved fairness between the groups of users.", note=note)

    assert claim.verdict == "narrative_only"
    assert [(e.path, e.locator.line) for e in claim.evidence] == [("results/results.md", 3)]


VARIED = "Patch size ($P$): Larger $P$ gives coarser outlines but increases speed of scanning."
NOTE = "# Results\n\nIncreasing the patch size gives coarser outlines but more speed of scanning.\n"


def test_that_a_setting_that_was_not_varied_is_told_by_the_note_alone(audit_of: MakeAudit) -> None:
    assert _ranking(audit_of, VARIED, note=NOTE).verdict == "narrative_only"
    assert _ranking(audit_of, VARIED).verdict == "unverifiable"
    tried = {**SCORES, "tried": [{"p": 4, "accuracy": 0.8}, {"p": 8, "accuracy": 0.7}]}
    assert _ranking(audit_of, VARIED, tried, NOTE).verdict == "unverifiable"


def test_that_a_clause_of_a_sentence_with_numbers_is_a_claim_of_its_own(audit_of: MakeAudit) -> None:
    text = "NewNet reaches an accuracy of 0.91, and improves fairness between users."
    claim = _ranking(audit_of, text)

    assert (claim.quote, claim.verdict) == ("and improves fairness between users", "unsupported")


def test_that_a_comparison_of_data_sets_is_no_setup(audit_of: MakeAudit) -> None:
    paper = "# A study\n\n## Dataset Comparison\n\nNewNet reaches higher accuracy than OldNet.\n"
    audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(SCORES)})

    assert [(c.kind, c.verdict) for c in audit.claims] == [("ranking", "supported")]
