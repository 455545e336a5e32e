"""What of a run can be left out, and what the list of runs says of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mlrbench_gui.domain.people import Act, ExcludedKind
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.people.filling import open_desk, put, submit
from mlrbench_gui.services.people.leaving import parts_of
from mlrbench_gui.services.people.sharing import assign, exclude, set_blind
from mlrbench_gui.services.people.veiled_workspace import VeiledWorkspace
from mlrbench_gui.services.ports.rows import RunLeftOut

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

NewStudy = Callable[[str], "Study"]
Filled = Callable[..., list[Act]]


def scored(new_study: NewStudy, filled_form: Filled, run: RunName) -> "Study":
    """A run with two judges, a row of a table and a form."""
    study = new_study("ada")
    with study.workspace.importing("y") as batch:
        for judge, score in (("a", 7), ("b", 9)):
            batch.put_review(
                Review(
                    f"{judge}.json", Sha256(judge * 64), ReviewTarget.END_TO_END, judge, judge, "task_a", run, True,
                    run=run, scores=(Score("Overall", score),),
                )
            )  # fmt: skip
        batch.put_human_review(
            HumanReview("dir/h.csv", 1, "4", "x", "task_a", run, True, (Score("Overall", 5),))
        )
    put(study.ctx, run, filled_form(4))
    submit(study.ctx, open_desk(study.ctx, run))
    return study


def test_that_run_reviews_and_claims_that_are_out_are_named_for_people(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = scored(new_study, filled_form, run)
    exclude(study.ctx, run, what=ExcludedKind.CLAIM, key="f-We reach 0.5", reason="no claim")
    exclude(study.ctx, run, what=ExcludedKind.REVIEW, key="b.json", reason="read another file")
    parts = parts_of(study.ctx, run)
    assert [(part.title, part.out.reason if part.out else "") for part in parts] == [
        ("The whole run", ""),
        ("Review by a, end to end, overall 7", ""),
        ("Review by b, end to end, overall 9", "read another file"),
        ("Review by reviewer 4, row 1 of h.csv", ""),
        ("Review by ada, version 1", ""),
        ("Claim “We reach 0.5”", "no claim"),
    ]


def test_that_what_is_left_out_of_a_run_is_in_none_of_its_counts_and_told(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = scored(new_study, filled_form, run)
    (before,) = study.workspace.runs.rows()
    assert (before.claims, before.judge_means, before.human_reviews) == (2, (7, 9), 2)
    assert before.left_out == RunLeftOut()
    for part in parts_of(study.ctx, run)[2:]:
        exclude(study.ctx, run, what=part.what, key=part.key, reason="odd")
    exclude(study.ctx, run, what=ExcludedKind.CLAIM, key="f-We reach 0.5", reason="no claim")
    exclude(study.ctx, run, reason="log of another run")
    (row,) = study.workspace.runs.rows()
    assert (row.claims, row.verdicts, row.judge_means, row.human_reviews) == (1, {"supported": 1}, (7,), 0)
    assert row.left_out == RunLeftOut("log of another run", claims=1, judges=1, people=2)
    for part in parts_of(study.ctx, run):
        if part.out is not None:
            exclude(study.ctx, run, what=part.what, key=part.key, reason="it was right", on=False)
    assert study.workspace.runs.rows() == (before,)


def test_that_a_blind_reader_is_told_of_claims_left_out_and_of_no_review(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = scored(new_study, filled_form, run)
    exclude(study.ctx, run, what=ExcludedKind.CLAIM, key="f-We reach 0.5", reason="no claim")
    exclude(study.ctx, run, what=ExcludedKind.REVIEW, key="b.json", reason="read another file")
    set_blind(study.ctx, on=True, seed="s")
    assign(study.ctx, run, "bo")
    study.author = "bo"
    ctx = replace(study.ctx, workspace=VeiledWorkspace(study.workspace, lambda: study.author))
    (row,) = ctx.workspace.runs.rows()
    assert (row.claims, row.left_out) == (1, RunLeftOut(claims=1))
    assert [part.title for part in parts_of(ctx, row.run.name)] == [
        "The whole run", "Review by ada, version 1", "Claim “We reach 0.5”",
    ]  # fmt: skip
