"""Judges' replies come back as they were given, in their order, and only those of the run; nothing is overwritten."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import (
    CheckedCitation,
    CitationState,
    JudgeComparison,
    JudgeReview,
    JudgeScore,
    JudgeState,
    Preference,
)
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

RUN = RunName("end2end_x/task_a")
SHA = Sha256("a" * 64)


def review(number: int, run: RunName = RUN, state: JudgeState = JudgeState.VALID) -> JudgeReview:
    valid = state is JudgeState.VALID
    return JudgeReview(
        id=f"j{number}",
        run=run,
        task="task_a",
        stage=JudgeStage.OVERALL,
        target=ReviewTarget.END_TO_END_NO_CODE,
        paper=RelPath("results/paper.md"),
        with_code=False,
        profile="heron",
        judge="heron-2",
        panel=("heron", "egret"),
        repeat=1,
        repeats=1,
        rubric="overall-1",
        rubric_sha256=SHA,
        material="m",
        prompt_sha256=SHA,
        state=state,
        reason="" if valid else "it holds no JSON object",
        scores=(JudgeScore(criterion="Overall", score=4, justification="So – “so”."),) if valid else (),
        citations=(
            CheckedCitation(criterion="Overall", file="paper.md", quote="x y", state=CitationState.NOT_FOUND),
        ),
        tokens=TokenUse(prompt=310, reply=24),
        cost=None,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
        raw='{"Overall": ',
    )


def comparison(number: int) -> JudgeComparison:
    return JudgeComparison(
        id=f"c{number}",
        pair="p1",
        stage=JudgeStage.OVERALL,
        task="task_a",
        first=RUN,
        second=RunName("end2end_y/task_a"),
        swapped=False,
        with_code=False,
        profile="heron",
        judge="heron-2",
        panel=("heron",),
        repeat=1,
        rubric="comparison-1, overall-1",
        rubric_sha256=SHA,
        prompt_sha256=SHA,
        state=JudgeState.VALID,
        preference=Preference.SECOND,
        words="It measured more.",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        raw="{}",
    )


def test_that_replies_come_back_after_a_restart_in_the_order_given(
    workspace: SqliteWorkspace, place: Place
) -> None:
    given = (review(2), review(1, state=JudgeState.INVALID), review(4, state=JudgeState.REFUSED))
    other = review(3, RunName("other/run"))
    for item in (*given, other):
        workspace.judges.append(item)
    workspace.judges.append_comparison(comparison(1))
    workspace.close()
    with closing(open_workspace(place)) as again:
        assert again.judges.of_run(RUN) == given
        assert again.judges.all() == (*given, other)
        assert again.judges.comparisons() == (comparison(1),)
        assert comparison(1).preferred == "end2end_y/task_a"


def test_that_a_reply_is_written_once(workspace: SqliteWorkspace) -> None:
    workspace.judges.append(review(1))
    with pytest.raises(IntegrityError):
        workspace.judges.append(review(1))
    assert len(workspace.judges.all()) == 1
