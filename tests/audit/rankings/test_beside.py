"""Comparisons whose sides or measures stand where one does not look first: ahead, in brackets, behind."""

from collections.abc import Callable, Mapping

import pytest

Scores = Mapping[str, Mapping[str, float]]
Verdicts = Callable[[str, Scores], list[str]]

NETS: Scores = {
    "SwiftNet": {"accuracy": 0.8, "loss": 0.5},
    "BroadNet": {"accuracy": 0.9, "loss": 0.2},
    "PlainNet": {"accuracy": 0.7, "loss": 0.6},
}
PAIR: Scores = {
    "baseline": {"accuracy": 0.8, "perplexity": 20.0},
    "GateNet": {"accuracy": 0.8, "perplexity": 20.0},
}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("When compared to PlainNet, SwiftNet shows better accuracy and loss.", "supported"),
        ("When compared to BroadNet, SwiftNet shows better accuracy and loss.", "contradicted"),
        ("SwiftNet was selected over BroadNet despite having lower accuracy.", "supported"),
        ("SwiftNet was selected over PlainNet despite having lower accuracy.", "contradicted"),
        ("While SwiftNet has higher accuracy (0.8 vs. 0.7 for PlainNet), others were chosen.", "supported"),
        (
            "While SwiftNet has higher accuracy (0.8 vs. 0.9 for BroadNet), others were chosen.",
            "unverifiable",
        ),
    ],
)
def test_that_rivals_may_stand_ahead_or_in_brackets(verdicts_of: Verdicts, text: str, verdict: str) -> None:
    assert verdicts_of(text, NETS) == [verdict]


@pytest.mark.parametrize(("rival", "verdict"), [("PlainNet", "supported"), ("BroadNet", "unverifiable")])
def test_that_the_next_sentence_goes_on_with_both_sides(
    verdicts_of: Verdicts, rival: str, verdict: str
) -> None:
    text = (
        f"Compared to {rival}, the SwiftNet took long to run. However, it achieved clearly better accuracy."
    )

    assert verdicts_of(text, NETS)[-1] == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The lower accuracy of PlainNet calls for more work.", "supported"),
        ("The lower accuracy of SwiftNet calls for more work.", "unverifiable"),
        ("Despite the overall weaker accuracy of SwiftNet compared to BroadNet, it is used.", "supported"),
        ("The clear advantage of BroadNet in accuracy speaks for it.", "supported"),
        ("The clear advantage of SwiftNet in accuracy speaks for it.", "unverifiable"),
        ("The lowest accuracy of PlainNet came late.", "unverifiable"),
    ],
)
def test_that_the_owner_may_stand_behind(verdicts_of: Verdicts, text: str, verdict: str) -> None:
    assert verdicts_of(text, NETS) == [verdict]


@pytest.mark.parametrize(("name", "verdict"), [("PlainNet", "supported"), ("SwiftNet", "contradicted")])
def test_that_a_clause_between_hides_no_name(verdicts_of: Verdicts, name: str, verdict: str) -> None:
    text = f"The {name} model, while quite steady in use, had the lowest accuracy of all methods."

    assert verdicts_of(text, NETS) == [verdict]


@pytest.mark.parametrize(("name", "verdict"), [("BroadNet", "supported"), ("SwiftNet", "contradicted")])
def test_that_what_leads_to_the_best_is_the_best(verdicts_of: Verdicts, name: str, verdict: str) -> None:
    assert verdicts_of(f"In our runs {name} led to the highest accuracy.", NETS) == [verdict]
    assert verdicts_of(f"In our runs {name} is close to the highest accuracy.", NETS) != ["supported"]


def test_that_two_may_share_the_lead(verdicts_of: Verdicts) -> None:
    shared = {**NETS, "SwiftNet": {"accuracy": 0.9, "loss": 0.2}}
    text = "SwiftNet and BroadNet achieve the highest accuracy (0.9) and would be picked for that."

    assert verdicts_of(text, shared) == ["supported"]


@pytest.mark.parametrize(
    "text",
    [
        "Both methods show the same speed. The perplexity scores were also identical.",
        "Our tests of GateNet did not yield improvements in reducing perplexity compared to the baseline.",
        "In sum, both the baseline and our gated variant reached identical accuracy.",
    ],
)
def test_that_two_alike_are_alike(verdicts_of: Verdicts, text: str) -> None:
    apart = {**PAIR, "GateNet": {"accuracy": 0.9, "perplexity": 9.0}}

    assert verdicts_of(text, PAIR)[-1] == "supported"
    assert verdicts_of(text, apart)[-1] != "supported"


def test_that_not_only_denies_nothing(verdicts_of: Verdicts) -> None:
    assert verdicts_of("BroadNet not only has higher accuracy than SwiftNet but is small.", NETS) == [
        "supported"
    ]
    assert verdicts_of("SwiftNet not only has higher accuracy than BroadNet but is small.", NETS) == [
        "contradicted"
    ]


def test_that_room_for_improvement_is_none(verdicts_of: Verdicts) -> None:
    assert verdicts_of("SwiftNet shows room for improvement in accuracy compared to BroadNet.", NETS) == []


def test_that_a_whole_name_goes_before_a_part_of_it(verdicts_of: Verdicts) -> None:
    scores = {
        "SwiftNet": {"pass rate": 0.7, "pass@1": 0.3},
        "PlainNet": {"pass rate": 0.6, "pass@1": 0.5},
    }

    assert verdicts_of("SwiftNet boosts the pass rate over PlainNet.", scores) == ["supported"]


@pytest.mark.parametrize(("recall", "verdict"), [(0.6, "supported"), (0.4, "unverifiable")])
def test_that_a_group_may_be_named_by_plain_words(verdicts_of: Verdicts, recall: float, verdict: str) -> None:
    scores = {
        "SwiftNet": {"task_performance": {"recall": recall, "f1": 0.6}, "costs": {"seconds": 9.0}},
        "PlainNet": {"task_performance": {"recall": 0.5, "f1": 0.5}, "costs": {"seconds": 3.0}},
    }
    text = "It runs long, with SwiftNet showing better task performance than PlainNet."

    assert verdicts_of(text, scores) == [verdict]  # type: ignore[arg-type]


@pytest.mark.parametrize("own", ["our **SwiftNet** method", "our proposed SwiftNet"])
def test_that_what_is_called_ours_once_is_ours(verdicts_of: Verdicts, own: str) -> None:
    text = f"We set {own} against the others.\n\nOur approach has a lower {{}} than PlainNet."

    assert verdicts_of(text.format("loss"), NETS) == ["supported"]
    assert verdicts_of(text.format("accuracy"), NETS) != ["supported"]


@pytest.mark.parametrize(("over", "verdict"), [("languages", "unsupported"), ("budgets", "supported")])
def test_that_what_a_ranking_runs_over_must_be_held(verdicts_of: Verdicts, over: str, verdict: str) -> None:
    scores = {
        name: {"small budget accuracy": v["accuracy"], "large budget accuracy": v["accuracy"]}
        for name, v in NETS.items()
    }
    text = f"BroadNet outperforms the other methods in accuracy across all data {over}."

    assert verdicts_of(text, scores) == [verdict]
