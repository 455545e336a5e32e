"""What statistics rest on: own forms beside imported rows, and nothing left out without a word."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from mlrbench_gui.domain.people import Act, Answer, ExcludedKind
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.scoreboard import BoardChoice
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.agreement.agreeing import agreement_of
from mlrbench_gui.services.boarding import read_board
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.services.people.counting import counted, exclusion_key
from mlrbench_gui.services.people.filling import open_desk, put, submit
from mlrbench_gui.services.people.sharing import exclude

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

NewStudy = Callable[[str], "Study"]
Filled = Callable[..., list[Act]]


def judged(run: RunName, judge: str, score: int) -> Review:
    return Review(
        f"{judge}.json", Sha256(judge[0] * 64), ReviewTarget.END_TO_END, judge, judge, "task_a", run, True,
        run=run, scores=(Score("Overall", score),),
    )  # fmt: skip


def prepared(new_study: NewStudy, filled_form: Filled, run: RunName) -> "Study":
    """Two judges, one imported row of a person, and two own forms with the checklist answered."""
    study = new_study("ada")
    with study.workspace.importing("y") as batch:
        for judge, score in (("a", 7), ("b", 9)):
            batch.put_review(judged(run, judge, score))
        overall = (Score("Overall", 5),)
        batch.put_human_review(HumanReview("h.csv", 1, "1", "x", "task_a", run, True, overall))
        said = Review(
            "hall.json", Sha256("f" * 64), ReviewTarget.HALLUCINATION, "a", "a", "task_a", run, True, run=run,
            details="Faked Experimental Results: typed\nEvidence: log",
        )  # fmt: skip
        batch.put_review(said)
    for study.author, score in (("ada", 4), ("bo", 6)):
        put(study.ctx, run, filled_form(score, Answer.YES))
        submit(study.ctx, open_desk(study.ctx, run))
    study.author = "ada"
    return study


def test_that_own_forms_stand_beside_imported_rows(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = prepared(new_study, filled_form, run)
    scores = counted(study.workspace)
    assert [(row.reviewer, dict(_by_criterion(row))["Overall"]) for row in scores.people] == [
        ("1", 5), ("ada", 4), ("bo", 6)
    ]  # fmt: skip
    found = agreement_of(scores)
    overall = found.criteria["Overall"]
    assert (overall.mann_whitney.n_human_human, overall.mann_whitney.n_human_judge) == (3, 3)
    assert overall.bias.value == 8 - 5
    by_kind = {item.kind: item for item in found.checks}
    assert (by_kind["faked_result"].recall, by_kind["incorrect_citation"].recall) == (1, 0)
    assert calibration_of(study.workspace).cards["a"]["Overall"].bias.value == 2


def test_that_a_run_tells_imported_rows_and_people_who_submitted_each_once(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = prepared(new_study, filled_form, run)
    put(study.ctx, run, filled_form(9))
    submit(study.ctx, open_desk(study.ctx, run))
    (row,) = study.workspace.runs.rows()
    assert row.human_reviews == 3


def test_that_a_later_version_takes_the_place_of_the_one_before(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = prepared(new_study, filled_form, run)
    put(study.ctx, run, filled_form(9, Answer.NO))
    submit(study.ctx, open_desk(study.ctx, run))
    mine = [row for row in counted(study.workspace).people if row.reviewer == "ada"]
    assert [(row.row, dict(_by_criterion(row))["Overall"]) for row in mine] == [(2, 9)]


def test_that_a_review_left_out_is_in_no_figure_and_every_figure_says_so(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = prepared(new_study, filled_form, run)
    review = study.workspace.reviews.of_run(run)[0]
    assert exclusion_key(review) == "a.json"
    exclude(study.ctx, run, what=ExcludedKind.REVIEW, key="a.json", reason="read another file")
    exclude(study.ctx, run, what=ExcludedKind.REVIEW, key="h.csv#1", reason="typed twice")
    scores = counted(study.workspace)
    assert scores.told == (
        "2 of 3 judges' reviews, 1 excluded: read another file (1)",
        "2 of 3 people's reviews, 1 excluded: typed twice (1)",
    )
    assert set(scores.told) <= set(agreement_of(scores).left_out)
    board = read_board(study.workspace, BoardChoice()).board
    (row,) = board.stages[0].rows
    assert (row.mean, row.n_reviews, row.n_excluded, row.complete) == (9, 1, 1, False)
    assert board.left_out == scores.told
    assert "a" not in calibration_of(study.workspace).cards


def test_that_a_run_left_out_takes_all_of_its_reviews_along(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = prepared(new_study, filled_form, run)
    exclude(study.ctx, run, reason="log of another run")
    scores = counted(study.workspace)
    assert (scores.judges, scores.people, scores.checklists) == ((), (), ())
    assert scores.told[0] == "0 of 1 runs, 1 excluded: log of another run (1)"
    assert read_board(study.workspace, BoardChoice()).runs == ()
    exclude(study.ctx, run, reason="it is the right one", on=False)
    assert len(counted(study.workspace).people) == 3
    assert counted(study.workspace).told == ()


def test_that_a_row_of_the_checklist_is_named_by_file_and_row() -> None:
    check = HallucinationCheck("c.csv", 4, "Agent", "task_a", "Yes", "No", "No", "No")
    assert exclusion_key(check) == "c.csv#4"


def _by_criterion(row: HumanReview) -> list[tuple[str, int]]:
    return [(score.criterion, score.score) for score in row.scores]
