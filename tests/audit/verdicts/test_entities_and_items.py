"""Which entity a number is of, which of many items a name means, and what a change is held against."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


def paper(text: str, section: str = "4 Results") -> str:
    return f"# A study\n\n## {section}\n\n{text}\n"


def claim(audit: Audit, value: float) -> Claim:
    return next(c for c in audit.claims if c.value == value)


def timed(base: float, tuned: float, others: float = 0.0) -> str:
    runs = {"baseline": base, "tuned_net": tuned} | ({"other_net": others} if others else {})
    return json.dumps(
        {
            name: {"times": {f"task_{i}": {"checking_time": mean + (i - 3) / 10} for i in range(1, 6)}}
            for name, mean in runs.items()
        }
    )


def test_that_one_of_many_items_supports_nothing_that_does_not_name_it(audit_of: MakeAudit) -> None:
    text = paper("| Method | Checking time |\n|---|---|\n| baseline | 1.1 s |\n| tuned_net | 2.1 s |")
    audit = audit_of({"results/paper.md": text, "results/r.json": timed(1.0, 2.0)})

    assert "supported" not in {c.verdict for c in audit.claims}


def test_that_the_mean_of_many_items_supports_with_its_formula(audit_of: MakeAudit) -> None:
    text = paper("| Method | Mean checking time |\n|---|---|\n| baseline | 1.0 s |\n| tuned_net | 2.0 s |")
    audit = audit_of({"results/paper.md": text, "results/r.json": timed(1.0, 2.0)})

    assert [c.verdict for c in audit.claims] == ["supported", "supported"]
    assert "mean of" in (audit.claims[0].evidence[0].formula or "")


def test_that_numbered_values_of_one_mapping_have_a_mean(audit_of: MakeAudit) -> None:
    text = paper("The mean energy of ours was 3.5 in all.")
    data = {
        "ours": {"energy": {f"probe_{i}": float(i) for i in range(1, 7)}},
        "theirs": {"energy": {"probe_1": 1}},
    }
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert claim(audit, 3.5).verdict == "supported"


@pytest.mark.parametrize(("printed", "verdict"), [("100", "supported"), ("75", "contradicted")])
def test_that_a_change_is_computed_from_means_and_not_from_items(
    audit_of: MakeAudit, printed: str, verdict: str
) -> None:
    text = paper(f"The tuned_net increases checking time by {printed}% compared to the baseline.")
    audit = audit_of({"results/paper.md": text, "results/r.json": timed(1.0, 2.0)})

    made = claim(audit, float(printed))
    assert made.verdict == verdict
    assert made.evidence[0].value == pytest.approx(100.0)
    assert made.evidence[0].formula is not None


def test_that_a_reduction_is_shown_with_the_sign_of_the_claim(audit_of: MakeAudit) -> None:
    text = paper("The tuned_net reduces the error by 16% compared to the baseline.")
    data = {"baseline": {"error": 1.0}, "tuned_net": {"error": 0.84}}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert claim(audit, 16.0).evidence[0].value == pytest.approx(16.0)


def test_that_a_change_without_a_rival_is_against_the_only_baseline(audit_of: MakeAudit) -> None:
    text = paper("The checking time increase is modest (24% for tuned_net and 50% for other_net).")
    audit = audit_of({"results/paper.md": text, "results/r.json": timed(1.0, 1.12, 1.5)})

    assert [claim(audit, value).verdict for value in (24.0, 50.0)] == ["contradicted", "supported"]


def test_that_the_entity_of_the_paragraph_binds_the_numbers_of_its_later_sentences(
    audit_of: MakeAudit,
) -> None:
    text = paper(
        "The curve shows the progress of left_net. Over the rounds the recall rose from about 30% to 60%.",
        "4.2 Learning",
    )
    data = {"left_net": {"recall": [0.2, 0.5, 0.6]}, "right_net": {"recall": [0.3, 0.5, 0.7]}}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert (claim(audit, 30.0).verdict, claim(audit, 60.0).verdict) == ("contradicted", "supported")
    assert "left_net" in claim(audit, 60.0).evidence[0].name


def test_that_the_other_side_of_a_comparison_is_the_same_measure_of_another(audit_of: MakeAudit) -> None:
    text = paper("Ours leads in overall score (0.635 vs. 0.572 for the best baseline).")
    data = {"ours": {"overall_score": 0.6347, "speed": 3}, "plain": {"overall_score": 0.5723, "speed": 4}}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert claim(audit, 0.572).verdict == "supported"


def test_that_what_beats_another_by_points_is_held_against_both(audit_of: MakeAudit) -> None:
    text = paper("Of three, left_net is the most accurate and beats right_net by 5.3 points.")
    data = {"left_net": {"accuracy": 0.575, "recall": 0.4}, "right_net": {"accuracy": 0.552, "recall": 0.3}}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert claim(audit, 5.3).verdict == "contradicted"
    assert claim(audit, 5.3).evidence[0].value == pytest.approx(2.3)


@pytest.mark.parametrize(("printed", "verdict"), [("86", "contradicted"), ("75", "supported")])
def test_that_a_change_by_an_addition_is_from_the_bare_to_the_extended_one(
    audit_of: MakeAudit, printed: str, verdict: str
) -> None:
    text = paper(f"Weight averaging reduces the error of plain_net by {printed}%.")
    data = {"plain_net": {"error": 0.4}, "plain_net_wa": {"error": 0.1}, "other_net": {"error": 0.3}}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert claim(audit, float(printed)).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The recall of plain_net is lowest, followed by wide_net (0.75), in all tests.", "contradicted"),
        ("The gap of recall is larger than for wide_net (0.75).", "unsupported"),
    ],
)
def test_that_a_number_in_brackets_is_stated_and_a_gap_is_no_value(
    audit_of: MakeAudit, text: str, verdict: str
) -> None:
    data = {"plain_net": {"recall": 0.4, "error": 0.1}, "wide_net": {"recall": 0.6, "error": 0.2}}
    audit = audit_of({"results/paper.md": paper(text), "results/r.json": json.dumps(data)})

    assert claim(audit, 0.75).verdict == verdict


@pytest.mark.parametrize(("used", "verdict"), [(3, "supported"), (7, "contradicted")])
def test_that_a_default_denies_nothing_that_the_run_wrote_down(
    audit_of: MakeAudit, used: int, verdict: str
) -> None:
    text = paper("We trained with hidden layers of size 3.", "3 Experimental Setup")
    code = "def build(hidden_size=7):\n    return hidden_size\n"
    files = {"code/net.py": code, "data/metadata.json": json.dumps({"hidden_size": used})}

    assert claim(audit_of({"results/paper.md": text} | files), 3.0).verdict == verdict
