"""A submitted form as the records that statistics, drawers and reports read of people's reviews."""

from collections.abc import Iterable, Mapping

from mlrbench_gui.domain.forms import Submission, check_of, latest_submissions
from mlrbench_gui.domain.people import PersonRecord, Question, ReviewForm
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, ReviewTarget, Score
from mlrbench_gui.domain.rubrics import RUBRIC
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.values import RunName

SOURCE = "people/"
"""Begins the source of a record made of a submitted form; the form's id follows."""


def last_submissions(records: Iterable[PersonRecord]) -> tuple[Submission, ...]:
    """The last version of each reviewer of each run, by run, then name."""
    by_run: dict[RunName, list[PersonRecord]] = {}
    for record in records:
        by_run.setdefault(record.run, []).append(record)
    return tuple(last for run in sorted(by_run) for last in latest_submissions(by_run[run]))


def human_rows(submission: Submission, run: Run, *, present: bool = True) -> tuple[HumanReview, ...]:
    """A row for each target that was scored; its number is that of the version."""
    return tuple(
        HumanReview(
            source=f"{SOURCE}{submission.id}",
            row=submission.version,
            reviewer=submission.author,
            agent=run.agent,
            task=run.task,
            run=run.name,
            run_present=present,
            scores=scores,
            target=target,
        )
        for target in RUBRIC
        if (scores := _scores(submission.form, target))
    )


def checklist(submission: Submission, run: Run) -> HallucinationCheck:
    """The answers of the checklist, about this very run; a question without an answer is not sure."""
    said = {question: check_of(submission.form, question).answer or "Not Sure" for question in Question}
    return HallucinationCheck(
        source=f"{SOURCE}{submission.id}",
        row=submission.version,
        system=run.agent,
        task=run.task,
        faked_result=said[Question.FAKED_RESULTS],
        hallucinated_methodology=said[Question.METHODOLOGY],
        incorrect_citation=said[Question.CITATIONS],
        mathematical_error=said[Question.MATHEMATICS],
        run=run.name,
    )


def rows_of(submissions: Iterable[Submission], runs: Mapping[RunName, Run]) -> tuple[HumanReview, ...]:
    """`human_rows` of all whose run is in the workspace."""
    return tuple(row for one in submissions if one.run in runs for row in human_rows(one, runs[one.run]))


def _scores(form: ReviewForm, target: ReviewTarget) -> tuple[Score, ...]:
    """In the order of the rubric."""
    given = {cell.criterion: cell for cell in form.scores if cell.target is target}
    return tuple(
        Score(criterion.key, cell.score, cell.words)
        for criterion in RUBRIC[target]
        if (cell := given.get(criterion.key)) is not None and cell.score is not None
    )
