"""Judges' and people's scores in a report: each by itself, and means with their n that never mix the two."""

from collections.abc import Sequence
from statistics import fmean

from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget
from mlrbench_gui.services.reporting.data import ReportReview, ReportScore, ScoreMean


def reviews_of(judges: Sequence[Review], humans: Sequence[HumanReview]) -> tuple[ReportReview, ...]:
    """Judges by target, name and paper, then people in the order of their rows."""
    ordered = sorted(
        judges, key=lambda review: (review.target.value, review.judge, review.paper or "", review.source)
    )
    people = sorted(humans, key=lambda review: (review.source, review.row))
    return (*map(_judge, ordered), *map(_person, people))


def means_of(reviews: Sequence[ReportReview]) -> tuple[ScoreMean, ...]:
    """Means by target, kind of reviewer and criterion."""
    groups: dict[tuple[str, str, str], list[int]] = {}
    for review in reviews:
        for score in review.scores:
            groups.setdefault((review.target, review.kind, score.criterion), []).append(score.score)
    return tuple(
        ScoreMean(
            target=target,
            kind="judge" if kind == "judge" else "person",
            criterion=criterion,
            mean=round(fmean(scores), 2),
            low=min(scores),
            high=max(scores),
            n=len(scores),
        )
        for (target, kind, criterion), scores in groups.items()
    )


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
