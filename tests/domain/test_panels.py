"""A panel's scores: each judge weighs once, what is missing is counted, and no reply on other texts is mixed in."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mlrbench_gui.domain.judge_stages import CRITERIA, JudgeStage
from mlrbench_gui.domain.judging import JudgeReview, JudgeScore, JudgeState
from mlrbench_gui.domain.panels import PanelScores, panel_totals, panels_of
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import RunName, Sha256

START = datetime(2026, 1, 1, tzinfo=UTC)
PANEL = ("a", "b", "c")
SHA = Sha256("0" * 64)


def reply(profile: str, score: int | None, repeat: int = 1, **more: object) -> JudgeReview:
    """A reply that gives every criterion this score; None is one that cannot be read."""
    stage = more.get("stage", JudgeStage.OVERALL)
    assert isinstance(stage, JudgeStage)
    at = more.pop("at", 0)
    assert isinstance(at, int)
    values: dict[str, object] = {
        "id": f"{profile}{repeat}{score}{at}",
        "run": RunName("end2end_x/t"),
        "task": "t",
        "stage": stage,
        "target": ReviewTarget.END_TO_END,
        "paper": None,
        "with_code": True,
        "profile": profile,
        "judge": f"{profile}-1",
        "panel": PANEL,
        "repeat": repeat,
        "repeats": 1,
        "rubric": "overall-1",
        "rubric_sha256": SHA,
        "material": "m",
        "prompt_sha256": SHA,
        "state": JudgeState.VALID if score is not None else JudgeState.INVALID,
        "reason": "" if score is not None else "it holds no JSON object",
        "scores": tuple(
            JudgeScore(criterion=name, score=score, justification="so") for name in CRITERIA[stage]
        )
        if score is not None
        else (),
        "at": START + timedelta(seconds=at),
        "raw": "raw",
    }
    return JudgeReview.model_validate(values | more)


def panel(*replies: JudgeReview) -> PanelScores:
    [found] = panels_of(replies)
    return found


def test_that_the_mean_is_of_the_judges_that_answered_and_says_so() -> None:
    found = panel(reply("a", 4), reply("b", None), reply("c", 8))
    assert {item.mean for item in found.criteria} == {6.0}
    assert (found.complete, found.count_words) == (False, "2 of 3 judges")
    assert [(item.profile, item.state) for item in found.missing] == [("b", "invalid")]


def test_that_a_judge_that_never_answered_is_missing_too() -> None:
    found = panel(reply("a", 4))
    assert [item.profile for item in found.missing] == ["b", "c"]
    assert found.count_words == "1 of 3 judges"


def test_that_repeats_give_a_judge_no_more_weight() -> None:
    found = panel(*(reply("a", 2, n, repeats=3) for n in (1, 2, 3)), reply("b", 8, 1, repeats=3))
    assert found.criteria[0].mean == 5.0
    assert found.count_words == "2 of 3 judges, 4 of 9 replies"


@pytest.mark.parametrize(("high", "disagree"), [(6, False), (7, True)])
def test_that_judges_disagree_from_three_points_on(high: int, disagree: bool) -> None:
    found = panel(reply("a", 4), reply("b", high), reply("c", 5))
    assert {item.disagree for item in found.criteria} == {disagree}


def test_that_a_spread_no_wider_than_one_judges_own_is_within_noise() -> None:
    noisy = panel(reply("a", 2, 1, repeats=2), reply("a", 8, 2, repeats=2), reply("b", 8, 1, repeats=2))
    assert noisy.criteria[0].within_noise
    calm = panel(reply("a", 2), reply("b", 8))
    assert not calm.criteria[0].within_noise


def test_that_the_newest_valid_reply_counts_and_a_later_failure_replaces_none() -> None:
    found = panel(reply("a", 4), reply("a", 6, at=1), reply("a", None, at=2))
    assert found.criteria[0].judges[0].mean == 6.0
    assert "a" in found.answered


def test_that_replies_on_other_texts_do_not_count() -> None:
    found = panel(reply("a", 4), reply("b", 9, material="other", at=1))
    assert found.answered == ("b",)


def test_that_judges_split_on_hallucination_disagree() -> None:
    found = panel(
        reply("a", None, state=JudgeState.VALID, has_hallucination=True),
        reply("b", None, state=JudgeState.VALID, has_hallucination=False),
    )
    assert found.votes is not None
    assert (found.votes.found, found.votes.judges, found.votes.disagree) == (1, 2, True)


def test_that_a_total_is_complete_only_with_every_judge_on_every_run() -> None:
    runs = [RunName(f"end2end_x/t{n}") for n in range(10)]
    full = [reply(name, 4, run=run) for run in runs for name in PANEL]
    [overall] = [item for item in panel_totals(panels_of(full)) if item.criterion == "Overall"]
    assert (overall.complete, overall.count_words) == (True, "3 of 3 judges, 10 of 10 runs")
    lacking = [item for item in full if (item.run, item.profile) != (runs[3], "b")]
    [overall] = [item for item in panel_totals(panels_of(lacking)) if item.criterion == "Overall"]
    assert (overall.complete, overall.count_words) == (False, "2 of 3 judges, 9 of 10 runs")


def test_that_a_reply_that_is_not_valid_can_have_no_score() -> None:
    with pytest.raises(ValidationError):
        reply("a", 4, state=JudgeState.REFUSED)
    with pytest.raises(ValidationError):
        reply("a", None, state=JudgeState.VALID)


@pytest.mark.fuzzed
@given(st.lists(st.tuples(st.sampled_from(PANEL), st.none() | st.integers(1, 10)), min_size=1, max_size=12))
def test_that_a_failed_reply_never_moves_a_mean(given_: list[tuple[str, int | None]]) -> None:
    replies = [reply(name, score, at=n) for n, (name, score) in enumerate(given_)]
    valid = [item for item in replies if item.is_valid]
    found = panel(*replies)
    assert found.criteria[0].mean == (panel(*valid).criteria[0].mean if valid else None)
    assert found.complete == (len(found.answered) == len(PANEL))
