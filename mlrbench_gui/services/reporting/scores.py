"""Judges' and people's scores in a report: each by itself, and means with their n that never mix the two."""

from collections.abc import Sequence
from statistics import fmean

from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.panels import PanelScores
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget
from mlrbench_gui.services.judging.upstream import as_review
from mlrbench_gui.services.reporting.data import ReportReview, ReportScore, ReviewerKind, ScoreMean


def reviews_of(
    judges: Sequence[Review], humans: Sequence[HumanReview], panels: Sequence[PanelScores] = ()
) -> tuple[ReportReview, ...]:
    """Published judges by target, name and paper, own ones alike, then people in the order of their rows."""
    ordered = sorted(
        judges, key=lambda review: (review.target.value, review.judge, review.paper or "", review.source)
    )
    own = sorted(
        (reply for panel in panels for reply in panel.replies),
        key=lambda reply: (
            reply.target.value,
            reply.profile,
            reply.paper or "",
            reply.with_code,
            reply.repeat,
        ),
    )
    people = sorted(humans, key=lambda review: (review.source, review.row))
    return (*map(_judge, ordered), *map(_own, own), *map(_person, people))


def means_of(reviews: Sequence[ReportReview]) -> tuple[ScoreMean, ...]:
    """Means by target, kind of reviewer and criterion; own judges whose reply says nothing are told as missing."""
    groups: dict[tuple[str, ReviewerKind, str], list[int]] = {}
    asked: dict[tuple[str, ReviewerKind], int] = {}
    for review in reviews:
        asked[review.target, review.kind] = asked.get((review.target, review.kind), 0) + bool(
            review.scores or review.lacks
        )
        for score in review.scores:
            groups.setdefault((review.target, review.kind, score.criterion), []).append(score.score)
    return tuple(
        ScoreMean(
            target=target,
            kind=kind,
            criterion=criterion,
            mean=round(fmean(scores), 2),
            low=min(scores),
            high=max(scores),
            n=len(scores),
            of=max(len(scores), asked[target, kind]) if kind == "own_judge" else len(scores),
        )
        for (target, kind, criterion), scores in groups.items()
    )


def _own(reply: JudgeReview) -> ReportReview:
    """A reply that is not valid is there with its reason, and has no scores."""
    made = as_review(reply)
    if made is not None:
        return _judge(made).model_copy(update={"kind": "own_judge", "by": _own_name(reply)})
    return ReportReview(
        by=_own_name(reply),
        kind="own_judge",
        target=reply.target.value,
        paper=reply.paper,
        scores=(),
        source=f"judge/{reply.id}",
        lacks=f"{reply.state.value}: {reply.reason}",
    )


def _own_name(reply: JudgeReview) -> str:
    repeat = f", reply {reply.repeat} of {reply.repeats}" if reply.repeats > 1 else ""
    return f"{reply.profile} ({reply.judge}){repeat}"


def _judge(review: Review) -> ReportReview:
    return ReportReview(
        by=review.judge,
        kind="judge",
        target=review.target.value,
        paper=review.paper,
        scores=tuple(
            ReportScore(criterion=item.criterion, score=item.score, justification=item.justification)
            for item in review.scores
        ),
        has_hallucination=review.has_hallucination,
        strengths=review.strengths,
        weaknesses=review.weaknesses,
        details=review.details,
        source=review.source,
    )


def _person(review: HumanReview) -> ReportReview:
    return ReportReview(
        by=review.reviewer,
        kind="person",
        target=ReviewTarget.END_TO_END.value,
        paper=None,
        scores=tuple(ReportScore(criterion=item.criterion, score=item.score) for item in review.scores),
        source=f"{review.source}, row {review.row}",
    )
