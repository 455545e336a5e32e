"""An equal number alone supports nothing: name and context must carry the link, else it stays a candidate."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


def paper(text: str, section: str = "4 Results") -> str:
    return f"# A study\n\n## {section}\n\n{text}\n"


def claim(audit: Audit, value: float) -> Claim:
    return next(c for c in audit.claims if c.value == value)


def verdict(audit_of: MakeAudit, text: str, value: float, **data: object) -> str:
    return str(
        claim(audit_of({"results/paper.md": paper(text), "results/r.json": json.dumps(data)}), value).verdict
    )


def table(row: str, column: str, cell: str) -> str:
    return f"| Method | {column} |\n|---|---|\n| {row} | {cell} |\n| Other net | 77.7 |"


@pytest.mark.parametrize(("held", "expected"), [(0.0, "supported"), (0.0588, "unsupported")])
def test_that_a_whole_number_is_no_print_of_a_fraction(
    audit_of: MakeAudit, held: float, expected: str
) -> None:
    text = "Our tuned_net has a recall of 0 in the end."
    found = verdict(audit_of, text, 0.0, tuned_net={"recall": held}, plain_net={"recall": 0.31})

    assert (found == "supported") == (expected == "supported")


@pytest.mark.parametrize(("held", "supported"), [(3, True), (2.97, False)])
def test_that_a_number_word_counts_and_does_not_round(
    audit_of: MakeAudit, held: float, supported: bool
) -> None:
    text = "Our tuned_net needs three restarts to converge."
    found = verdict(audit_of, text, 3.0, tuned_net={"restarts": held}, plain_net={"restarts": 9})

    assert (found == "supported") == supported


def test_that_a_rounded_measurement_is_still_supported(audit_of: MakeAudit) -> None:
    text = "Our tuned_net has an accuracy of 88% and a delay of 3 s."
    data = {"tuned_net": {"accuracy": 0.8812, "delay_s": 3.2}, "plain_net": {"accuracy": 0.5, "delay_s": 9.0}}

    assert verdict(audit_of, text, 88.0, **data) == "supported"
    assert verdict(audit_of, text, 3.0, **data) == "supported"


@pytest.mark.parametrize(
    ("column", "supported"), [("Accuracy", True), ("Problems passed", False), ("Data reduction (%)", False)]
)
def test_that_a_cell_is_carried_by_its_row_and_its_column(
    audit_of: MakeAudit, column: str, supported: bool
) -> None:
    data = {"tuned_net": {"accuracy": 41.25}, "other_net": {"accuracy": 77.7}}

    assert (verdict(audit_of, table("Tuned net", column, "41.25"), 41.25, **data) == "supported") == supported


def test_that_a_cell_may_rest_on_a_log_that_names_the_measure_alone(audit_of: MakeAudit) -> None:
    files = {
        "results/paper.md": paper(table("Tuned net", "Spearman correlation", "0.9165")),
        "results/log.txt": "INFO evaluating\nINFO Spearman correlation: 0.9165\n",
    }

    assert claim(audit_of(files), 0.9165).verdict == "supported"


@pytest.mark.parametrize(("setting", "supported"), [("1e-4", True), ("5e-05", False)])
def test_that_a_setting_of_one_digit_is_told_as_it_is_set(
    audit_of: MakeAudit, setting: str, supported: bool
) -> None:
    files = {
        "results/paper.md": paper(
            "We train with a learning rate of 0.0001 throughout.", "3 Experimental setup"
        ),
        "code/train.py": f"LEARNING_RATE = {setting}\nprint('training', LEARNING_RATE)\n",
    }

    assert (claim(audit_of(files), 0.0001).verdict == "supported") == supported


@pytest.mark.parametrize(
    ("text", "supported"),
    [
        ("The learner is trained on 5 tasks in a row.", True),
        ("Both losses of our learner fall within 5 rounds.", False),
    ],
)
def test_that_a_literal_supports_a_count_of_what_it_names(
    audit_of: MakeAudit, text: str, supported: bool
) -> None:
    files = {
        "results/paper.md": paper(text),
        "code/run.py": "def run(n_tasks=5):\n    return [step(i) for i in range(n_tasks)]\n",
    }

    assert (claim(audit_of(files), 5.0).verdict == "supported") == supported


def test_that_a_percentage_is_no_number_of_samples(audit_of: MakeAudit) -> None:
    text = "Random sampling with a 20% reduction of the samples was worse."

    assert verdict(audit_of, text, 20.0, num_samples=20) != "supported"


def test_that_what_supports_nothing_stays_a_candidate(audit_of: MakeAudit) -> None:
    found = audit_of(
        {
            "results/paper.md": paper(table("Tuned net", "Problems passed", "1")),
            "results/r.json": json.dumps({"tuned_net": {"accuracy": 0.745}, "other_net": {"accuracy": 0.2}}),
        }
    )

    assert claim(found, 1.0).verdict == "unsupported"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("EVAL_NETS = ['a', 'b', 'c', 'd', 'e']\n", "supported"),
        ("common_metrics = ['a', 'b', 'c', 'd', 'e']\n", "unverifiable"),
        ("net_names = ['a', 'b', 'c', 'd', 'e']\n", "unverifiable"),
    ],
)
def test_that_a_list_counts_only_what_its_name_ends_in(audit_of: MakeAudit, code: str, expected: str) -> None:
    text = "We evaluated only five common nets."
    audit = audit_of(
        {"results/paper.md": paper(text, "4 Experimental Setup"), "code/run.py": code + "print(1)\n"}
    )
    assert claim(audit, 5.0).verdict == expected, claim(audit, 5.0).reason


@pytest.mark.parametrize(
    "text", ["Spurious features align with class 1 in training.", "Curation (Stage 3) is repeated."]
)
def test_that_the_name_of_one_of_several_meets_no_setting(audit_of: MakeAudit, text: str) -> None:
    code = "n_classes = 1\nclass_one = 1\nstage = 3\nprint(n_classes)\n"
    audit = audit_of({"results/paper.md": paper(text, "4 Experimental Setup"), "code/run.py": code})
    (found,) = [c for c in audit.claims if c.value is not None]
    assert found.verdict == "unverifiable", found.reason
    assert "which one is meant" in found.reason


def test_that_a_count_of_classes_is_still_a_setting(audit_of: MakeAudit) -> None:
    text = "The classifier has 7 classes in all runs."
    files = {
        "results/paper.md": paper(text, "4 Experimental Setup"),
        "code/run.py": "num_classes = 7\nprint(1)\n",
    }
    assert claim(audit_of(files), 7.0).verdict == "supported"


def test_that_the_order_of_grams_is_a_name(audit_of: MakeAudit) -> None:
    text = "Unique n-grams (1-grams, 2-grams) measure diversity."
    audit = audit_of({"results/paper.md": paper(text, "4 Experimental Setup"), "code/run.py": "x = [1, 2]\n"})
    assert not [c for c in audit.claims if c.value in (1.0, 2.0)]
