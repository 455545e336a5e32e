"""Means keep their own n, their own denominator, and say what is missing."""

from mlrbench_gui.domain.reviews import Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.benchmarking import benchmark_rows


def review(
    task: str, judge: str, score: int, target: ReviewTarget = ReviewTarget.END_TO_END, agent: str = "gem-cli"
) -> Review:
    key = f"end2end_{agent}/{task}"
    return Review(
        f"{judge}/{task}/{target}",
        Sha256("0" * 64),
        target,
        judge,
        judge,
        task,
        key,
        False,
        run=RunName(key),
        scores=(Score("Overall", score),),
    )


def test_that_a_full_set_of_both_judges_is_complete_and_a_missing_review_is_not() -> None:
    full = [review(f"t{n}", judge, 4 + n % 3) for n in range(10) for judge in ("a", "b")]
    assert all(row.complete for row in benchmark_rows(full))

    rows = {row.judge: row for row in benchmark_rows(full[:-1])}

    assert rows["a"].complete
    assert not rows["b"].complete
    assert not rows["mean"].complete
    assert (rows["mean"].n_tasks, rows["mean"].n_reviews, rows["mean"].denominator) == (10, 19, 10)


def test_that_the_mean_is_over_reviews_and_each_judge_has_a_row() -> None:
    rows = {row.judge: row for row in benchmark_rows([review("t", "a", 2), review("t", "b", 5)])}
    assert {judge: row.mean for judge, row in rows.items()} == {"a": 2, "b": 5, "mean": 3.5}
    assert rows["mean"].low is None
    assert rows["mean"].agent == "gem-cli"


def test_that_scores_without_code_are_a_stage_of_their_own_and_checks_give_none() -> None:
    rows = benchmark_rows(
        [
            review("t", "a", 2),
            review("t", "a", 8, ReviewTarget.END_TO_END_NO_CODE),
            review("t", "a", 9, ReviewTarget.HALLUCINATION),
        ]
    )
    assert [(row.stage, row.mean) for row in rows if row.judge == "mean"] == [
        ("end_to_end", 2),
        ("end_to_end_no_code", 8),
    ]


def test_that_a_second_review_of_the_same_task_by_a_judge_is_not_complete() -> None:
    doubled = [review(f"t{n}", "a", 5) for n in range(10)] + [review("t0", "a", 6)]
    assert not any(row.complete for row in benchmark_rows(doubled))


def test_that_own_judges_have_rows_and_are_in_the_mean_only_where_nobody_else_judged() -> None:
    rows = {row.judge: row for row in benchmark_rows([review("t", "a", 2), review("t", "own:b", 8)])}
    assert {judge: row.mean for judge, row in rows.items()} == {"a": 2, "own:b": 8, "mean": 2}
    alone = {
        row.judge: row.mean for row in benchmark_rows([review("t", "own:b", 8), review("t", "own:c", 4)])
    }
    assert alone["mean"] == 6
    beside = benchmark_rows([review("t", "a", 2), review("t", "own:b", 8, agent="codex")])
    assert {(row.agent, row.judge) for row in beside} == {
        ("gem-cli", "a"),
        ("gem-cli", "mean"),
        ("codex", "own:b"),
    }
