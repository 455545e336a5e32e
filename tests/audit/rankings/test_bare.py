"""Comparisons whose words stand between numbers, and what they leave to the sentence around them."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.rankings.bare import bare_words
from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Scores = Mapping[str, Mapping[str, float]]
Verdicts = Callable[[str, Scores], list[str]]

NETS: Scores = {
    "NewNet": {"train accuracy": 0.85, "test accuracy": 0.9, "error reduction": 29.0},
    "OldNet": {"train accuracy": 0.95, "test accuracy": 0.8, "error reduction": 20.0},
}


def swapped(scores: Scores) -> Scores:
    return {"NewNet": scores["OldNet"], "OldNet": scores["NewNet"]}


def test_that_numbers_are_blanked_in_their_place() -> None:
    text = "It reaches a **higher** score (0.9 vs. 0.8) compared to 0.8 for OldNet at Recall@5 with GPT-4."

    bare = bare_words(text)
    assert len(bare) == len(text)
    assert bare.split() == (
        [
            "It",
            "reaches",
            "a",
            "higher",
            "score",
            "compared",
            "to",
            "OldNet",
            "at",
            "Recall@5",
            "with",
            "GPT-4.",
        ]
    )


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_any_text_keeps_its_length_and_its_other_words(text: str) -> None:
    bare = bare_words(text)

    assert len(bare) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, bare, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "NewNet achieves higher test accuracy (0.9 vs. 0.8), it seems.",
        "NewNet reaches the best test accuracy on new inputs, at 0.9 compared to 0.8 for OldNet.",
        "NewNet shows a higher error reduction rate (29%) than OldNet (20%).",
        "For test accuracy, NewNet showed the best ability to cope with new inputs.",
        "NewNet reaches the best test accuracy, outperforming OldNet.",
    ],
)
def test_that_numbers_within_a_comparison_do_not_hide_it(audit_of: MakeAudit, text: str) -> None:
    def verdicts(scores: Scores) -> set[str]:
        paper = f"# A study\n\n## 4 Results\n\n{text}\n"
        audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(scores)})
        return {c.verdict for c in audit.claims if c.kind == "ranking" and c.value is None}

    assert verdicts(NETS) == {"supported"}
    assert "supported" not in verdicts(swapped(NETS))


def test_that_a_measure_is_taken_on_the_split_that_is_told(verdicts_of: Verdicts) -> None:
    text = "NewNet achieves {} {} accuracy than OldNet, whatever the train and test sets hold."

    assert verdicts_of(text.format("higher", "test"), NETS) == ["supported"]
    assert verdicts_of(text.format("lower", "train"), NETS) == ["supported"]


def test_that_the_name_of_a_thing_names_no_measure(verdicts_of: Verdicts) -> None:
    scores = {
        "Dynamic Alignment": {"reward": 0.1, "alignment": 0.9},
        "Static Tuning": {"reward": 0.2, "alignment": 0.1},
    }

    assert verdicts_of("Dynamic Alignment shows a lower reward than Static Tuning.", scores) == ["supported"]
    assert verdicts_of("Dynamic Alignment has the best alignment of both.", scores) == ["supported"]


def test_that_which_goes_on_with_the_one_set_against(verdicts_of: Verdicts) -> None:
    scores = {
        "NewNet": {"accuracy": 0.9, "recall": 0.9},
        "OldNet": {"accuracy": 0.7, "recall": 0.8},
        "baseline": {"accuracy": 0.8, "recall": 0.7},
    }
    text = "NewNet outperforms OldNet in accuracy, which can slightly {} the {}."

    assert verdicts_of(text.format("degrade", "accuracy"), scores) == ["supported"]
    assert verdicts_of(text.format("degrade", "recall"), scores) == ["unverifiable"]
