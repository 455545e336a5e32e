"""People's submitted forms in a report: their words beside their scores, what was agreed, and what is left out."""

from collections import Counter
from collections.abc import Iterable, Sequence

from mlrbench_gui.domain.forms import Submission, latest_submissions, submissions_of
from mlrbench_gui.domain.people import ExcludedKind, FormNote, PersonRecord, ReviewForm
from mlrbench_gui.domain.reviews import HumanReview
from mlrbench_gui.domain.rubrics import QUESTIONS
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.settling import SettledItem, settle_items
from mlrbench_gui.domain.sharing import exclusions_of
from mlrbench_gui.services.people.bridging import SOURCE, human_rows
from mlrbench_gui.services.reporting.data import (
    ReportCheck,
    ReportDecided,
    ReportNote,
    ReportReview,
    ReportScore,
    ReportSettled,
    SaidByReviewer,
)


def people_of(rows: Iterable[HumanReview], records: Sequence[PersonRecord]) -> tuple[ReportReview, ...]:
    """Imported rows, then own forms by reviewer; what a form says beside its scores stands with its first target."""
    forms = {f"{SOURCE}{one.id}": one for one in latest_submissions(records)}
    ordered = sorted(
        rows, key=lambda row: (row.source in forms, row.reviewer if row.source in forms else row.source)
    )
    made: list[ReportReview] = []
    told: set[str] = set()
    for row in ordered:
        review = _row(row)
        form = forms.get(row.source)
        if form is not None and row.source not in told:
            told.add(row.source)
            review = _with_words(review, form)
        made.append(review)
    return tuple(made)


def earlier_of(run: Run, records: Sequence[PersonRecord]) -> tuple[ReportReview, ...]:
    """Versions that a later one took the place of, by reviewer and version; whole, as they were submitted."""
    last = {one.id for one in latest_submissions(records)}
    earlier = [one for one in submissions_of(records) if one.id not in last]
    return tuple(
        _with_words(_row(row), one) if first == 0 else _row(row)
        for one in sorted(earlier, key=lambda one: (one.author, one.version, one.id))
        for first, row in enumerate(human_rows(one, run))
    )


def settled_of(records: Sequence[PersonRecord]) -> tuple[ReportSettled, ...]:
    """All on which last versions differ, what was agreed beside it; open differences first."""
    return tuple(_settled(item) for item in settle_items(records) if item.differs or item.settled is not None)


def claims_left_out(records: Sequence[PersonRecord]) -> dict[str, str]:
    """The reason by the fingerprint of each claim that does not count."""
    return {item.key: item.reason for item in exclusions_of(records) if item.what is ExcludedKind.CLAIM}


def told_left_out(records: Sequence[PersonRecord], counted: int, reasons: Sequence[str]) -> tuple[str, ...]:
    """What of this run is left out of statistics, in words. `reasons` are those of its claims that do not count."""
    out = exclusions_of(records)
    lines = [f"the whole run: {item.reason}" for item in out if item.what is ExcludedKind.RUN]
    lines += [f"review {item.key}: {item.reason}" for item in out if item.what is ExcludedKind.REVIEW]
    if reasons:
        why = "; ".join(f"{reason} ({number})" for reason, number in Counter(reasons).items())
        lines.append(f"{counted} of {counted + len(reasons)} claims counted, {len(reasons)} excluded: {why}")
    return tuple(lines)


def _row(row: HumanReview) -> ReportReview:
    return ReportReview(
        by=row.reviewer,
        kind="person",
        target=row.target.value,
        paper=None,
        scores=tuple(
            ReportScore(criterion=item.criterion, score=item.score, justification=item.justification)
            for item in row.scores
        ),
        source=f"{row.source}, {'version' if row.source.startswith(SOURCE) else 'row'} {row.row}",
    )


def _with_words(review: ReportReview, submission: Submission) -> ReportReview:
    form = submission.form
    return review.model_copy(
        update={
            "strengths": (form.strengths,) if form.strengths else (),
            "weaknesses": (form.weaknesses,) if form.weaknesses else (),
            "details": form.summary,
            "version": submission.version,
            "at": submission.at,
            "blind": submission.blind,
            "confidence": form.confidence,
            "checks": _checks(form),
            "notes": tuple(map(_note, form.notes)),
            "claims": tuple(
                ReportDecided(
                    paper=word.paper,
                    quote=word.quote,
                    verdict=word.verdict,
                    trust=word.trust,
                    reason=word.reason,
                )
                for word in form.claims
            ),
        }
    )


def _checks(form: ReviewForm) -> tuple[ReportCheck, ...]:
    return tuple(
        ReportCheck(
            question=QUESTIONS[check.question],
            answer=check.answer.value if check.answer is not None else "",
            evidence=tuple(
                ": ".join(part for part in (place.path, place.told) if part) for place in check.evidence
            ),
        )
        for check in form.checks
    )


def _note(note: FormNote) -> ReportNote:
    words, area = note.words, note.area
    return ReportNote(
        text=note.text,
        paper=words.paper if words is not None else area.paper if area is not None else None,
        span=words.span if words is not None else None,
        quote=words.quote if words is not None else "",
        page=area.page if area is not None else None,
        box=area.box if area is not None else None,
    )


def _settled(item: SettledItem) -> ReportSettled:
    word = item.settled
    return ReportSettled(
        what=item.title,
        group=item.group,
        said=tuple(
            SaidByReviewer(author=said.author, value=said.value, words=said.words) for said in item.said
        ),
        agreed=word.value if word is not None else "",
        reason=word.reason if word is not None else "",
        author=word.author if word is not None else "",
        at=word.at if word is not None else None,
        stands=word is not None and word.is_current,
    )
