"""Who is paired with whom, and that nothing falls out unseen."""

from mlrbench_gui.domain.agreement import CheckScore
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.agreement.agreeing import agreement_of
from mlrbench_gui.services.agreement.checks import rates
from mlrbench_gui.services.people.counting import CountedScores


def scores(
    people: list[HumanReview], reviews: list[Review], checks: tuple[HallucinationCheck, ...] = ()
) -> CountedScores:
    return CountedScores(tuple(reviews), (), tuple(people), checks)


def person(run: str, reviewer: str, score: int, row: int = 1) -> HumanReview:
    name = RunName(f"agent/{run}")
    return HumanReview("h.csv", row, reviewer, "agent", run, name, True, (Score("Overall", score),))


def judge(
    run: str, family: str, score: int, target: ReviewTarget = ReviewTarget.END_TO_END, details: str = ""
) -> Review:
    given = (Score("Overall", score),) if score else ()
    return Review(
        f"{run}-{family}-{target}.json",
        Sha256("0" * 64),
        target,
        family,
        family,
        run,
        run,
        True,
        run=RunName(f"agent/{run}"),
        scores=given,
        details=details,
    )


def test_that_differences_are_taken_row_by_row_and_only_between_reviewers_with_as_many_rows() -> None:
    people = [
        person("a", "1", 4),
        person("a", "2", 7),
        person("b", "1", 3),
        person("b", "1", 5, 2),
        person("b", "2", 9),
    ]
    reviews = [judge("a", "x", 6), judge("a", "y", 8), judge("b", "x", 4)]

    found = agreement_of(scores(people, reviews)).criteria["Overall"]

    assert (found.mann_whitney.n_human_human, found.mann_whitney.n_human_judge) == (1, 5)
    assert found.mean_abs_diff["human_human"] == 3
    assert found.mean_abs_diff["human_judge"] == (3 + 0 + 1 + 1 + 5) / 5
    assert found.bias.n == 2
    assert {card.judge: card.bias.n for card in found.judges} == {"x": 2, "y": 1}


def test_that_the_mean_difference_has_an_interval_over_papers() -> None:
    people = [
        person(run, who, score)
        for run, at in zip("abcd", range(4), strict=True)
        for who, score in (("1", 4), ("2", 4 + at))
    ]
    reviews = [judge(run, "x", 6) for run in "abcd"]
    told = agreement_of(scores(people, reviews)).criteria["Overall"].mean_abs_diff
    value, low, high = (told[f"human_human{end}"] for end in ("", "_low", "_high"))
    assert value == (0 + 1 + 2 + 3) / 4
    assert low is not None
    assert high is not None
    assert low < value < high


def test_that_recall_and_precision_have_intervals_over_cases() -> None:
    recall, precision = rates(CheckScore("faked_result", "a", 6, 2, 3, 9, 0))
    assert (recall.value, precision.value, recall.n) == (6 / 9, 6 / 8, 20)
    assert recall.low is not None
    assert recall.high is not None
    assert recall.low < 6 / 9 < recall.high
    nothing, named = rates(CheckScore("faked_result", "a", 0, 2, 0, 2, 0))
    assert (nothing.value, named.value, named.low) == (None, 0.0, 0.0)


def test_that_judges_who_saw_no_code_are_not_mixed_in() -> None:
    reviews = [judge("a", "x", 6), judge("a", "x", 1, ReviewTarget.END_TO_END_NO_CODE)]
    found = agreement_of(scores([person("a", "1", 6)], reviews)).criteria["Overall"]
    assert found.bias.value == 0


def test_that_papers_without_a_judge_are_told() -> None:
    found = agreement_of(scores([person("a", "1", 6), person("b", "1", 6)], [judge("a", "x", 6)]))
    assert found.left_out == ("1 rows of people on papers that no judge scored",)


def test_that_a_judges_list_is_held_against_the_checklist() -> None:
    checks = tuple(
        HallucinationCheck("c.csv", row, "Agent", run, faked, "No", citation, "Not Sure")
        for row, (run, faked, citation) in enumerate(
            (("a", "Yes", "Yes"), ("b", "Yes", "No"), ("c", "No", "No")), 1
        )
    )
    listed = ("All is odd", "Faked Experimental Results: typed\nEvidence: log", "Nonexistent Citations: none")
    details = "\n\n".join(listed)
    reviews = [judge(run, "x", 0, ReviewTarget.HALLUCINATION, details) for run in ("a", "b")]

    found = agreement_of(scores([], reviews, checks))
    by_kind = {item.kind: item for item in found.checks}

    assert by_kind["faked_result"].recall == 1
    assert by_kind["incorrect_citation"].precision == 0.5
    assert by_kind["mathematical_error"].unsure == 2
    assert by_kind["mathematical_error"].recall is None
    assert found.left_out == ("1 rows of the hallucination check have no judge's check here",)
