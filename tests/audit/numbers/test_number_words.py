"""`both`, `any` and the like are words; they count only items that are solved one by one."""

import pytest

from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.text.words import name_words


@pytest.mark.parametrize(
    "text",
    [
        "Both models reach the same accuracy.",
        "It adapts without any gradient update.",
        "This holds on both the training and the test set.",
        "It did not show any clear trend.",
        "One of the baselines is stronger.",
    ],
)
def test_that_words_without_counted_items_are_no_numbers(text: str) -> None:
    assert find_numbers(text) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It repaired both flawed programs.", 2),
        ("It failed to solve any of the hard problems.", 0),
        ("It failed to correct any of them.", 0),
        ("We train for one epoch.", 1),
    ],
)
def test_that_words_before_counted_items_are_numbers(text: str, value: int) -> None:
    assert [int(n.value) for n in find_numbers(text)] == [value]


@pytest.mark.parametrize(("short", "full"), [("R@5", "Recall@5"), ("P@1", "Precision@1"), ("H@10", "Hit@10")])
def test_that_measures_at_a_rank_have_short_forms(short: str, full: str) -> None:
    assert name_words(short) == name_words(full)
