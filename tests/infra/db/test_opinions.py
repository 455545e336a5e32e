"""Opinions come back as they were given, in their order, and only those of the run."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.opinions import Opinion, OpinionState, TokenUse
from mlrbench_gui.domain.values import RelPath, RunName, Sha256, Verdict
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

RUN = RunName("end2end_x/task_a")


def opinion(number: int, run: RunName = RUN, state: OpinionState = OpinionState.VALID) -> Opinion:
    return Opinion(
        id=f"o{number}",
        run=run,
        paper=RelPath("results/paper.md"),
        fingerprint="f1",
        state=state,
        verdict=Verdict.SUPPORTED if state is OpinionState.VALID else None,
        words="The file holds it – “0.5”.",
        model="heron-2",
        prompt="opinion-1",
        prompt_sha256=Sha256("a" * 64),
        tokens=TokenUse(prompt=310, reply=24),
        cost=0.0004,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
        raw='{"verdict": "supported"}',
    )


def test_that_opinions_come_back_after_a_restart_in_the_order_given(
    workspace: SqliteWorkspace, place: Place
) -> None:
    given = (opinion(1, state=OpinionState.REFUSED), opinion(2))
    for item in (*given, opinion(3, RunName("other/run"))):
        workspace.opinions.append(item)
    workspace.close()

    with closing(open_workspace(place)) as again:
        assert again.opinions.of_run(RUN) == given


def test_that_an_opinion_is_never_written_twice(workspace: SqliteWorkspace) -> None:
    workspace.opinions.append(opinion(1))
    with pytest.raises(IntegrityError):
        workspace.opinions.append(opinion(1))
