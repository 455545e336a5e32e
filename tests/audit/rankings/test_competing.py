"""`Competitive performance`: what keeps up, what does not, and what stays a matter of judgement."""

from collections.abc import Callable, Mapping

import pytest

Scores = Mapping[str, Mapping[str, float]]
Verdicts = Callable[[str, Scores], list[str]]


def _scores(new: float, other: float = 0.8) -> Scores:
    return {"NewNet": {"accuracy": new}, "OldNet": {"accuracy": other}, "PlainNet": {"accuracy": 0.7}}


@pytest.mark.parametrize(
    ("new", "verdict"),
    [(0.9, "supported"), (0.78, "supported"), (0.72, "unverifiable"), (0.4, "contradicted")],
)
def test_that_only_the_last_by_far_is_denied(verdicts_of: Verdicts, new: float, verdict: str) -> None:
    assert verdicts_of("NewNet shows competitive accuracy on these data.", _scores(new)) == [verdict]


def test_that_of_two_the_weaker_one_may_still_compete(verdicts_of: Verdicts) -> None:
    scores = {"NewNet": {"accuracy": 0.4}, "OldNet": {"accuracy": 0.8}}

    assert verdicts_of("NewNet shows competitive accuracy.", scores) == ["unverifiable"]


def test_that_a_field_of_its_own_is_not_held_against_other_measures(verdicts_of: Verdicts) -> None:
    assert verdicts_of("NewNet shows competitive performance in translation.", _scores(0.4)) == [
        "unverifiable"
    ]


def test_that_not_competitive_and_hopes_are_left_open(verdicts_of: Verdicts) -> None:
    assert verdicts_of("NewNet does not reach competitive accuracy.", _scores(0.4)) == ["unverifiable"]
    assert verdicts_of("NewNet should reach competitive accuracy.", _scores(0.4)) == ["unverifiable"]
