"""Replies of own judges as reviews beside published ones: who is judged, by whom, and what counts."""

from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import JudgeReview, JudgeScore, JudgeState
from mlrbench_gui.domain.reviews import Review, ReviewTarget, judge_name, published_first
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.benchmarking import judged_agent
from mlrbench_gui.services.judging.upstream import as_review

_TARGETS = {
    JudgeStage.IDEA: ReviewTarget.IDEA,
    JudgeStage.EXPERIMENT: ReviewTarget.EXPERIMENT,
    JudgeStage.PAPER: ReviewTarget.WRITEUP,
    JudgeStage.OVERALL: ReviewTarget.END_TO_END,
}


def reply(
    stage: JudgeStage, run: str = "end2end_otter/reef", paper: str | None = None, **more: object
) -> JudgeReview:
    fields: dict[str, object] = {
        "id": "r1",
        "run": RunName(run),
        "task": "reef",
        "stage": stage,
        "target": _TARGETS[stage],
        "paper": None if paper is None else RelPath(paper),
        "with_code": stage is not JudgeStage.IDEA,
        "profile": "heron",
        "judge": "heron-2",
        "panel": ("heron",),
        "repeat": 1,
        "repeats": 1,
        "rubric": stage,
        "rubric_sha256": Sha256("1" * 64),
        "material": Sha256("2" * 64),
        "prompt_sha256": Sha256("3" * 64),
        "state": JudgeState.VALID,
        "reason": "",
        "scores": (JudgeScore(criterion="Clarity", score=6, justification="so"),),
        "raw": "{}",
        "at": datetime(2026, 1, 2, tzinfo=UTC),
    }
    return JudgeReview.model_validate(fields | more)


def made(review: JudgeReview) -> Review:
    found = as_review(review)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("review", "agent"),
    [
        (reply(JudgeStage.IDEA), "otter"),
        (reply(JudgeStage.EXPERIMENT), "otter"),
        (reply(JudgeStage.EXPERIMENT, "steps/otter/reef"), "otter"),
        (reply(JudgeStage.PAPER, paper="results/paper.md"), "otter"),
        (reply(JudgeStage.PAPER, "steps/otter/reef", "results/paper_heron.md"), "heron"),
        (reply(JudgeStage.OVERALL, paper="results/paper.md"), "otter"),
    ],
)
def test_that_the_agent_who_is_judged_is_found_at_each_stage(review: JudgeReview, agent: str) -> None:
    assert judged_agent(made(review)) == agent


def test_that_a_judge_without_the_code_is_another_one_where_code_is_there_to_be_seen() -> None:
    seen, blind = reply(JudgeStage.OVERALL), reply(JudgeStage.OVERALL, with_code=False)
    assert (made(seen).judge_family, made(blind).judge_family) == ("own:heron", "own:heron, no code")
    assert made(reply(JudgeStage.IDEA)).judge_family == "own:heron"
    assert judge_name(made(blind).judge_family) == "heron, no code (own)"


@pytest.mark.parametrize("state", [JudgeState.INVALID, JudgeState.REFUSED])
def test_that_a_reply_that_says_nothing_is_no_review(state: JudgeState) -> None:
    assert as_review(reply(JudgeStage.OVERALL, state=state, reason="no JSON", scores=())) is None


def test_that_published_judges_make_the_mean_where_there_are_any() -> None:
    own = made(reply(JudgeStage.OVERALL))
    other = Review("f", Sha256("0" * 64), ReviewTarget.END_TO_END, "a", "a", "reef", own.target_key, True)
    assert published_first([own, other]) == (other,)
    assert published_first([own]) == (own,)
