"""Each verdict by its definition, on small runs made for it."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.audit import Audit, Claim

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

TABLE = """# A study

## 4 Results

| Method | Accuracy | F1 |
|---|---|---|
| ours | {a} | {b} |
| simple baseline | {c} | {d} |
"""
RESULTS = {"ours": {"accuracy": 0.912, "f1": 0.881}, "simple_baseline": {"accuracy": 0.85, "f1": 0.802}}


def paper(text: str, section: str = "4 Results") -> str:
    return f"# A study\n\n## {section}\n\n{text}\n"


def claim(audit: Audit, value: float) -> Claim:
    return next(c for c in audit.claims if c.value == value)


def test_that_cells_which_agree_by_name_are_supported(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="91.2%", b="0.88", c="0.850", d="0.80")
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(RESULTS)})

    assert [c.verdict for c in audit.claims] == ["supported"] * 4
    assert audit.claims[0].evidence[0].locator.json_pointer == "/ours/accuracy"


def test_that_swapped_rows_of_the_evidence_change_the_verdicts(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="0.912", b="0.881", c="0.850", d="0.802")
    swapped = {"ours": RESULTS["simple_baseline"], "simple_baseline": RESULTS["ours"]}
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(swapped)})

    assert [c.verdict for c in audit.claims] == ["contradicted"] * 4


def test_that_swapped_columns_of_the_evidence_change_the_verdicts(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="0.912", b="0.881", c="0.850", d="0.802")
    swapped = {k: {"accuracy": v["f1"], "f1": v["accuracy"]} for k, v in RESULTS.items()}
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(swapped)})

    assert "supported" not in [c.verdict for c in audit.claims]


def test_that_a_number_of_a_sentence_finds_its_entity(audit_of: MakeAudit) -> None:
    text = paper("Ours and simple baseline reached an accuracy of 91.2% and 85.0%, respectively.")
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(RESULTS)})

    first, second = claim(audit, 91.2), claim(audit, 85.0)
    assert (first.verdict, second.verdict) == ("supported", "supported")
    assert first.evidence[0].name.startswith("ours")
    assert second.evidence[0].name.startswith("simple_baseline")


def test_that_only_prose_is_narrative(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="0.912", b="0.881", c="0.850", d="0.802")
    audit = audit_of({"results/paper.md": text, "results/results.md": text})

    assert {c.verdict for c in audit.claims} == {"narrative_only"}


def test_that_nothing_in_the_run_is_unsupported(audit_of: MakeAudit) -> None:
    audit = audit_of({"results/paper.md": paper("Our model reaches an accuracy of 77.3%.")})

    assert claim(audit, 77.3).verdict == "unsupported"
    assert claim(audit, 77.3).trust == "unknown"


def test_that_a_planned_value_is_unsupported_and_says_so(audit_of: MakeAudit) -> None:
    text = paper("Our model reduces training time by 25%.")
    audit = audit_of({"results/paper.md": text, "proposal.md": "We expect to reduce training time by 25%."})

    assert claim(audit, 25.0).verdict == "unsupported"
    assert "planned" in claim(audit, 25.0).reason


def test_that_related_work_is_unverifiable(audit_of: MakeAudit) -> None:
    text = paper("Smith et al. (2023) reached 88.1% on this task.", "2 Related Work")
    audit = audit_of({"results/paper.md": text})

    assert claim(audit, 88.1).verdict == "unverifiable"


def test_that_a_relative_change_is_recomputed_from_evidence(audit_of: MakeAudit) -> None:
    text = paper("Ours and simple baseline reached an error of 0.30 and 0.40, a reduction of 25%.")
    data = {"ours": {"error": 0.3}, "simple_baseline": {"error": 0.4}}
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(data)})

    made = claim(audit, 25.0)
    assert made.verdict == "supported"
    assert made.evidence[0].formula == "100 × (0.3 − 0.4) / 0.4"


@pytest.mark.parametrize(
    ("printed", "change", "verdict"),
    [
        ("0.004", "90.2", "supported"),
        ("0.004", "91.2", "supported"),
        ("0.004", "92.2", "contradicted"),
        ("0.0036", "90.2", "contradicted"),
    ],
)
def test_that_a_change_of_rounded_operands_is_not_denied(
    audit_of: MakeAudit, printed: str, change: str, verdict: str
) -> None:
    table = TABLE.format(a=printed, b="0.881", c="0.041", d="0.802")
    data = {
        "ours": {"accuracy": 0.00357141, "f1": 0.881},
        "simple_baseline": {"accuracy": 0.0407133, "f1": 0.802},
    }
    text = f"{table}\nOurs had a {change}% lower accuracy compared to the simple baseline.\n"
    made = claim(
        audit_of({"results/paper.md": text, "results/results.json": json.dumps(data)}), float(change)
    )

    assert made.verdict == verdict
    assert ("as the paper prints them" in made.reason) == (verdict == "supported" and change == "90.2")


def test_that_the_ends_of_a_learning_curve_are_first_and_last(audit_of: MakeAudit) -> None:
    text = paper("Over ten epochs the validation accuracy rose from 0.50 to 0.90.")
    data = json.dumps({"validation_accuracy": [0.5, 0.7, 0.8]})
    audit = audit_of({"results/paper.md": text, "results/history.json": data})

    assert (claim(audit, 0.5).verdict, claim(audit, 0.9).verdict) == ("supported", "contradicted")


@pytest.mark.parametrize(("value", "verdict"), [("32", "supported"), ("64", "contradicted")])
def test_that_setup_is_held_against_the_options_of_the_code(
    audit_of: MakeAudit, value: str, verdict: str
) -> None:
    text = paper(f"We trained with a batch size of {value}.", "3 Experimental Setup")
    code = 'import argparse\np = argparse.ArgumentParser()\np.add_argument("--batch_size", type=int, default=32)\n'
    audit = audit_of({"results/paper.md": text, "code/train.py": code})

    assert claim(audit, float(value)).verdict == verdict


def test_that_an_option_on_a_recorded_command_counts(audit_of: MakeAudit) -> None:
    text = paper("We trained with a batch size of 64.", "3 Experimental Setup")
    code = 'import argparse\np = argparse.ArgumentParser()\np.add_argument("--batch_size", type=int, default=32)\n'
    events = [
        {
            "role": "assistant",
            "content": [
                {
                    "type": "tool_use",
                    "id": "t",
                    "name": "Bash",
                    "input": {"command": "python code/train.py --batch_size 64"},
                }
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}],
        },
    ]
    files = {"results/paper.md": text, "code/train.py": code, "claude_output.json": json.dumps(events)}

    assert claim(audit_of(files), 64.0).verdict == "supported"


@pytest.mark.parametrize(
    ("ours", "verdict"), [(0.9, "supported"), (0.8, "contradicted"), (0.7, "contradicted")]
)
def test_that_a_ranking_is_recomputed_and_a_tie_is_no_win(
    audit_of: MakeAudit, ours: float, verdict: str
) -> None:
    text = paper("NewMethod outperforms all baselines in accuracy.")
    data = {"NewMethod": {"accuracy": ours}, "old_a": {"accuracy": 0.8}, "old_b": {"accuracy": 0.5}}
    audit = audit_of({"results/paper.md": text, "results/results.json": json.dumps(data)})

    assert [c.verdict for c in audit.claims if c.kind == "ranking"] == [verdict]


def test_that_a_picture_is_looked_up_beside_the_paper(audit_of: MakeAudit) -> None:
    text = paper("![Bars](figures/bars.png)\n\n![None](./gone.png)")
    audit = audit_of({"results/paper.md": text, "results/figures/bars.png": b"\x89PNG\r\n"})

    assert [c.verdict for c in audit.claims] == ["supported", "unsupported"]
    assert [f.kind for f in audit.findings if f.kind.startswith("figure_missing")] == ["figure_missing"]


def test_that_an_unrelated_file_changes_no_verdict(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="0.912", b="0.881", c="0.850", d="0.802")
    files = {"results/paper.md": text, "results/results.json": json.dumps(RESULTS)}
    other = {"data/prices.csv": "fruit,price\napple,0.912\npear,0.7\n"}

    assert [c.verdict for c in audit_of(files).claims] == [c.verdict for c in audit_of(files | other).claims]


def test_that_fingerprints_stay_when_another_part_of_the_paper_changes(audit_of: MakeAudit) -> None:
    text = TABLE.format(a="0.912", b="0.881", c="0.850", d="0.802")
    before = audit_of({"results/paper.md": text})
    after = audit_of({"results/paper.md": text.replace("# A study", "# A study\n\nA new line of 5.5 words.")})

    assert {c.fingerprint for c in before.claims} <= {c.fingerprint for c in after.claims}


@pytest.mark.fuzzed
@given(
    metrics=st.dictionaries(
        st.sampled_from(("accuracy", "f1", "loss", "recall")), st.floats(0.01, 0.99), min_size=1
    )
)
def test_that_every_cell_printed_from_the_evidence_is_supported(
    audit_of: MakeAudit, metrics: dict[str, float]
) -> None:
    header = " | ".join(metrics)
    rows = "\n".join(
        f"| {n} | " + " | ".join(f"{v * f:.3f}" for v in metrics.values()) + " |" for n, f in ENTITIES
    )
    text = f"# T\n\n## Results\n\n| Method | {header} |\n|{'---|' * (len(metrics) + 1)}\n{rows}\n"
    data = {name: {k: v * f for k, v in metrics.items()} for name, f in ENTITIES}

    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert {c.verdict for c in audit.claims} == {"supported"}


ENTITIES = (("alpha_net", 1.0), ("beta_net", 0.5), ("gamma_net", 0.25))
