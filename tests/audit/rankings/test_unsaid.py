"""Comparisons that leave a side, a denial or a rival unsaid, and those with guessing."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

Scores = Mapping[str, Mapping[str, float]]
Verdicts = Callable[[str, Scores], list[str]]

THREE: Scores = {
    "adaptive_net": {"accuracy": 0.9, "stability": 0.6},
    "static_net": {"accuracy": 0.7, "stability": 0.9},
    "mixed_net": {"accuracy": 0.8, "stability": 0.8},
}


def two(accuracy: float, loss: float) -> Scores:
    return {"NewNet": {"accuracy": accuracy, "loss": loss}, "OldNet": {"accuracy": 0.8, "loss": 0.5}}


def test_that_a_denial_reaches_over_or(verdicts_of: Verdicts) -> None:
    text = "NewNet did not show a reduction in loss or an improvement in accuracy compared to OldNet."

    assert verdicts_of(text, two(0.8, 0.5)) == ["supported"]
    assert verdicts_of(text, two(0.9, 0.5)) != ["supported"]


@pytest.mark.parametrize(("loss", "verdict"), [(0.4, "supported"), (0.6, "unverifiable")])
def test_that_what_is_added_denies_nothing_as_it_names_no_rival(
    verdicts_of: Verdicts, loss: float, verdict: str
) -> None:
    text = "NewNet improves the accuracy over OldNet, even with slightly lower loss."

    assert verdicts_of(text, two(0.9, loss)) == [verdict]


def test_that_what_is_added_leaves_the_main_clause_to_be_denied(verdicts_of: Verdicts) -> None:
    text = "NewNet improves the accuracy over OldNet, even with slightly lower loss."

    assert verdicts_of(text, two(0.7, 0.6)) == ["contradicted"]


@pytest.mark.parametrize(("accuracy", "verdict"), [(0.8, "supported"), (0.7, "contradicted")])
def test_that_two_named_together_may_be_alike(verdicts_of: Verdicts, accuracy: float, verdict: str) -> None:
    text = "In this setting both the OldNet and `NewNet` methods achieved identical scores on accuracy."

    assert verdicts_of(text, two(accuracy, 0.5)) == [verdict]


def test_that_no_difference_is_told_between_two(verdicts_of: Verdicts) -> None:
    text = "We see no discernible difference between NewNet and OldNet in terms of accuracy."

    assert verdicts_of(text, two(0.8, 0.1)) == ["supported"]
    assert verdicts_of(text, two(0.9, 0.1)) == ["unverifiable"]


def test_that_a_bare_comparison_goes_on_with_those_ranked_before(verdicts_of: Verdicts) -> None:
    before = "The adaptive_net achieves higher accuracy than the mixed_net. "

    assert verdicts_of(f"{before}The static_net shows clearly lower accuracy.", THREE)[-1] == "supported"
    assert verdicts_of(f"{before}The static_net shows clearly higher accuracy.", THREE)[-1] != "supported"


@pytest.mark.parametrize(("way", "verdict"), [("lower", "supported"), ("higher", "unverifiable")])
def test_that_a_comparison_with_nobody_holds_only_against_everybody(
    verdicts_of: Verdicts, way: str, verdict: str
) -> None:
    text = f"The weather was fine. The static_net shows clearly {way} accuracy."

    assert verdicts_of(text, THREE) == [verdict]


def test_that_more_of_a_kind_is_set_against_all_others(verdicts_of: Verdicts) -> None:
    text = "There is a clear price, with more adaptive models showing lower {}."

    assert verdicts_of(text.format("stability"), THREE) == ["supported"]
    assert verdicts_of(text.format("accuracy"), THREE) != ["supported"]


def test_that_what_a_thing_shows_is_told_of_it(verdicts_of: Verdicts) -> None:
    text = "The {} model clearly shows that joining both kinds of steps yields the best accuracy."

    assert verdicts_of(text.format("adaptive_net"), THREE) == ["supported"]
    assert verdicts_of(text.format("static_net"), THREE) != ["supported"]


def test_that_full_may_be_left_out_of_a_name(verdicts_of: Verdicts) -> None:
    scores = {"full_net": {"accuracy": 0.9}, "small_tree": {"accuracy": 0.8}}

    assert verdicts_of("Net outperforms small_tree in accuracy.", scores) == ["supported"]


@pytest.mark.parametrize(
    ("text", "accuracy", "verdict"),
    [
        ("NewNet performs no better than random guessing.", 0.5, "supported"),
        ("NewNet performs no better than a random classifier.", 0.9, "unverifiable"),
        ("NewNet performs no better than a random forest.", 0.5, "unverifiable"),
    ],
)
def test_that_guessing_between_two_is_one_half(
    verdicts_of: Verdicts, text: str, accuracy: float, verdict: str
) -> None:
    scores = {"NewNet": {"accuracy": accuracy, "f1": 0.4}, "OldNet": {"accuracy": 0.8, "f1": 0.7}}

    assert verdicts_of(text, scores) == [verdict]


def test_that_guessing_among_many_is_left_open(verdicts_of: Verdicts) -> None:
    assert verdicts_of("NewNet performs no better than random guessing.", two(0.5, 0.4)) == ["unverifiable"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (
            "mixed_net achieves a better balance between accuracy and stability than adaptive_net.",
            "supported",
        ),
        (
            "adaptive_net achieves a better balance between accuracy and stability than mixed_net.",
            "unverifiable",
        ),
    ],
)
def test_that_a_balance_is_as_good_as_its_weaker_side(verdicts_of: Verdicts, text: str, verdict: str) -> None:
    assert verdicts_of(text, THREE) == [verdict]


@pytest.mark.parametrize(("where", "verdict"), [("hilly", "supported"), ("flat", "unverifiable")])
def test_that_an_advantage_is_greatest_where_it_is(
    audit_of: Callable[[Mapping[str, str]], Audit], where: str, verdict: str
) -> None:
    values = {"hilly": (0.9, 0.5), "flat": (0.9, 0.8), "steep": (0.8, 0.7)}
    results = {
        place: {"NewNet": {"accuracy": new}, "OldNet": {"accuracy": old}}
        for place, (new, old) in values.items()
    }
    text = f"All places differ in accuracy, with NewNet showing the greatest advantage in the {where} place."
    audit = audit_of(
        {
            "results/paper.md": f"# A study\n\n## 4 Results\n\n{text}\n",
            "results/results.json": json.dumps(results),
        }
    )

    assert [c.verdict for c in audit.claims if c.kind == "ranking"] == [verdict]
