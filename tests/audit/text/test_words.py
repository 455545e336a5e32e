"""Names of one thing written in several ways have the same words."""

import pytest

from mlrbench_gui.audit.text.words import joined, name_words


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("avg_acc", "Average Accuracy"),
        ("learning_rate", "lr"),
        ("R²", "R^2"),
        ("simpleFactChecking", "simple fact checking"),
        ("Recall@10", "recall_10"),
        ("error_rates", "Error Rate"),
        ("ROUGE-L", "Rougel"),
        ("BERTScore", "bertscore"),
    ],
)
def test_that_two_spellings_of_a_name_are_the_same_words(left: str, right: str) -> None:
    assert name_words(left) == name_words(right)


def test_that_joined_names_ignore_marks() -> None:
    assert joined("Probe-Static") == joined("probe_static")
