"""Rankings of small made papers, recomputed on result files and on the paper's own tables."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Scores = Mapping[str, Mapping[str, float]]

SCORES: Scores = {
    "NewNet": {"accuracy": 0.91, "loss": 0.4},
    "OldNet": {"accuracy": 0.85, "loss": 0.6},
    "PlainNet": {"accuracy": 0.80, "loss": 0.7},
}


Verdicts = Callable[[str, Scores], list[str]]


@pytest.mark.parametrize(
    "text",
    [
        "NewNet achieves higher accuracy than OldNet.",
        "NewNet outperforms OldNet in accuracy.",
        "NewNet achieves the highest accuracy of all methods.",
        "NewNet reaches a lower loss than OldNet.",
        "OldNet is outperformed by NewNet in accuracy.",
        "In terms of accuracy, NewNet surpasses OldNet.",
        "OldNet shows worse accuracy than NewNet.",
    ],
)
def test_that_rows_with_swapped_labels_turn_the_verdict(verdicts_of: Verdicts, text: str) -> None:
    swapped = {"NewNet": SCORES["OldNet"], "OldNet": SCORES["NewNet"], "PlainNet": SCORES["PlainNet"]}

    assert (verdicts_of(text, SCORES), verdicts_of(text, swapped)) == (["supported"], ["contradicted"])


def test_that_of_a_loss_the_lower_one_is_better(verdicts_of: Verdicts) -> None:
    assert verdicts_of("NewNet shows a better loss than OldNet.", SCORES) == ["supported"]
    assert verdicts_of("OldNet shows a better loss than NewNet.", SCORES) == ["contradicted"]


def test_that_a_tie_is_no_win_and_is_named(audit_of: MakeAudit) -> None:
    paper = "# A study\n\n## 4 Results\n\nNewNet achieves higher accuracy than OldNet.\n"
    scores = {"NewNet": {"accuracy": 0.85}, "OldNet": {"accuracy": 0.85}}
    audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(scores)})
    ranking = next(c for c in audit.claims if c.kind == "ranking")

    assert ranking.verdict == "contradicted"
    assert "ties with" in ranking.reason


@pytest.mark.parametrize(
    "text",
    [
        "OldNet is compared with NewNet, and its accuracy is higher than that of NewNet.",
        "OldNet shows better retention of accuracy than NewNet.",
        "OldNet reaches a higher average accuracy than NewNet.",
        "OldNet reaches a higher final accuracy than NewNet.",
        "OldNet is more robust than NewNet.",
        "OldNet achieves higher accuracy than NewNet on unseen languages.",
        "OldNet achieves higher accuracy than NewNet when labels are scarce.",
        "OldNet achieves higher accuracy than SomeNet.",
        "OldNet shows the greatest advantage in the accuracy of the small setting.",
    ],
)
def test_that_nothing_is_denied_where_a_word_of_it_is_left_over(verdicts_of: Verdicts, text: str) -> None:
    assert "contradicted" not in verdicts_of(text, SCORES)


def test_that_brackets_cut_off_from_their_measure_are_no_ranking(verdicts_of: Verdicts) -> None:
    text = "OldNet reaches an accuracy of 0.85 (which is the best among all the methods)."

    assert verdicts_of(text, SCORES) == []


def test_that_one_loss_among_many_measures_leaves_a_plain_ranking_open(verdicts_of: Verdicts) -> None:
    scores = {"NewNet": {"accuracy": 0.9, "recall": 0.5}, "OldNet": {"accuracy": 0.8, "recall": 0.6}}

    assert verdicts_of("NewNet outperforms OldNet in accuracy and recall.", scores) == ["unverifiable"]
    assert verdicts_of("NewNet outperforms OldNet in both accuracy and recall.", scores) == ["contradicted"]


def test_that_an_unrelated_file_changes_nothing(audit_of: MakeAudit) -> None:
    paper = "# A study\n\n## 4 Results\n\nNewNet achieves higher accuracy than OldNet.\n"
    files = {"results/paper.md": paper, "results/results.json": json.dumps(SCORES)}
    other = {"results/timing.json": json.dumps({"disk": {"latency": 3.0}, "network": {"latency": 5.0}})}

    plain, more = audit_of(files), audit_of({**files, **other})
    assert [(c.verdict, c.reason) for c in plain.claims] == [(c.verdict, c.reason) for c in more.claims]


TABLE = """# A study

## 4 Results

| Method | Accuracy | Loss |
|---|---|---|
| NewNet | {new} | 0.4 |
| OldNet | {old} | 0.6 |

NewNet reaches the highest accuracy in Table 1.
"""


def test_that_a_table_without_evidence_does_not_carry_its_ranking(audit_of: MakeAudit) -> None:
    audit = audit_of({"results/paper.md": TABLE.format(new=0.91, old=0.85)})

    assert [c.verdict for c in audit.claims if c.kind == "ranking"] == ["unsupported"]


def test_that_a_table_is_ranked_by_the_evidence_of_its_cells(audit_of: MakeAudit) -> None:
    text = TABLE.format(new=0.91, old=0.85)
    files = {"results/paper.md": text, "results/results.json": json.dumps(SCORES)}

    assert [c.verdict for c in audit_of(files).claims if c.kind == "ranking"] == ["supported"]
