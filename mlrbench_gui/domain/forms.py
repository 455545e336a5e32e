"""Reviews of people, folded from the record: the form as it stands, and the versions that were submitted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.people import (
    Attach,
    BeSure,
    Check,
    ClaimTime,
    FormCheck,
    FormNote,
    FormScore,
    PersonRecord,
    Question,
    ReviewForm,
    Score,
    SpendTime,
    Submit,
    WriteNote,
    WriteWords,
)
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.rubrics import RUBRIC
from mlrbench_gui.domain.values import RelPath, RunName

EDITS = (Score, Check, Attach, WriteNote, BeSure, WriteWords)
"""Acts that change what stands in a form."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted version; it never changes. `id` is that of its line in the record."""

    id: str
    run: RunName
    author: str
    at: datetime
    version: int
    form: ReviewForm
    blind: bool


@dataclass(frozen=True, slots=True)
class OwnReview:
    """A reviewer's review of a run: the form as it stands, and the last version that was submitted.

    `is_draft`: something was changed since then, or nothing was submitted yet.
    """

    form: ReviewForm
    submitted: Submission | None
    is_draft: bool
    is_begun: bool


def in_order(records: Iterable[PersonRecord]) -> tuple[PersonRecord, ...]:
    """Each line once, by time, then by id: the union of two records folds the same either way."""
    unique = {record.id: record for record in records}
    return tuple(sorted(unique.values(), key=lambda record: (record.at, record.id)))


def own_review(records: Iterable[PersonRecord], author: str) -> OwnReview:
    """Fold what this author did to one run."""
    own = [record for record in in_order(records) if record.author == author]
    submitted = submissions_of(own)
    since = [record for record in own if isinstance(record.act, EDITS)]
    last = submitted[-1] if submitted else None
    return OwnReview(
        form=_filled(own),
        submitted=last,
        is_draft=last is None or any(record.at > last.at for record in since),
        is_begun=bool(since) or last is not None,
    )


def submissions_of(records: Iterable[PersonRecord]) -> tuple[Submission, ...]:
    """All submitted versions, by time."""
    return tuple(
        Submission(
            id=record.id,
            run=record.run,
            author=record.author,
            at=record.at,
            version=record.act.version,
            form=record.act.form,
            blind=record.act.blind,
        )
        for record in in_order(records)
        if isinstance(record.act, Submit)
    )


def latest_submissions(records: Iterable[PersonRecord]) -> tuple[Submission, ...]:
    """The last version of each reviewer, by name."""
    last = {submission.author: submission for submission in submissions_of(records)}
    return tuple(last[author] for author in sorted(last))


def missing_of(form: ReviewForm, targets: Sequence[ReviewTarget]) -> tuple[str, ...]:
    """What must be filled in before the form can be submitted, in words, in the order of the form."""
    scored = {(cell.target, cell.criterion) for cell in form.scores if cell.score is not None}
    lacking = [
        criterion.title
        for target in targets
        for criterion in RUBRIC[target]
        if (target, criterion.key) not in scored
    ]
    answered = {check.question for check in form.checks if check.answer is not None}
    lacking += [question.value.replace("_", " ") for question in Question if question not in answered]
    return (*lacking, *(() if form.confidence is not None else ("confidence",)))


def score_of(form: ReviewForm, target: ReviewTarget, criterion: str) -> FormScore:
    """The cell of a criterion, empty where nothing was said."""
    found = (cell for cell in form.scores if (cell.target, cell.criterion) == (target, criterion))
    return next(found, FormScore(target=target, criterion=criterion))


def check_of(form: ReviewForm, question: Question) -> FormCheck:
    """The answer to a question, empty where none was given."""
    return next((check for check in form.checks if check.question is question), FormCheck(question=question))


class _Sheet:
    """The form while it is filled in, line by line."""

    def __init__(self) -> None:
        self.scores: dict[tuple[ReviewTarget, str], FormScore] = {}
        self.checks: dict[Question, FormCheck] = {}
        self.notes: dict[str, FormNote] = {}
        self.times: dict[tuple[RelPath, str], int] = {}
        self.words: dict[str, str] = {}
        self.confidence: int | None = None

    def take(self, record: PersonRecord) -> None:
        match record.act:
            case Score(cell=cell):
                self.scores[cell.target, cell.criterion] = cell
            case Check() | Attach():
                self._check(record.act)
            case WriteNote(note=note):
                if note.text.strip():
                    self.notes[note.id] = note
                else:
                    self.notes.pop(note.id, None)
            case BeSure(value=value):
                self.confidence = value
            case WriteWords(field=field, text=text):
                self.words[field.value] = text
            case SpendTime(spent=spent):
                key = (spent.paper, spent.fingerprint)
                self.times[key] = self.times.get(key, 0) + spent.seconds
            case _:
                pass

    def _check(self, act: Check | Attach) -> None:
        before = self.checks.get(act.question, FormCheck(question=act.question))
        if isinstance(act, Check):
            changed = before.model_copy(update={"answer": act.answer})
        else:
            others = tuple(place for place in before.evidence if place != act.place)
            changed = before.model_copy(update={"evidence": (*others, act.place) if act.on else others})
        self.checks[act.question] = changed

    def form(self) -> ReviewForm:
        return ReviewForm(
            scores=tuple(
                cell
                for cell in sorted(self.scores.values(), key=lambda cell: (cell.target, cell.criterion))
                if cell.score is not None or cell.words
            ),
            checks=tuple(self.checks[question] for question in Question if question in self.checks),
            notes=tuple(self.notes.values()),
            confidence=self.confidence,
            strengths=self.words.get("strengths", ""),
            weaknesses=self.words.get("weaknesses", ""),
            summary=self.words.get("summary", ""),
            times=tuple(
                ClaimTime(paper=paper, fingerprint=fingerprint, seconds=seconds)
                for (paper, fingerprint), seconds in self.times.items()
            ),
        )


def _filled(records: Iterable[PersonRecord]) -> ReviewForm:
    sheet = _Sheet()
    for record in records:
        sheet.take(record)
    return sheet.form()
