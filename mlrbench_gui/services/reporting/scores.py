"""Judges' and people's scores in a report: each by itself, and means with their n that never mix the two."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.panels import PanelScores
from mlrbench_gui.domain.people import ExcludedKind, PersonRecord
from mlrbench_gui.domain.reviews import HumanReview, Review
from mlrbench_gui.domain.sharing import exclusions_of
from mlrbench_gui.services.judging.upstream import JUDGED, as_review
from mlrbench_gui.services.people.bridging import SOURCE
from mlrbench_gui.services.reporting.data import ReportReview, ReportScore, ReviewerKind, ScoreMean
from mlrbench_gui.services.reporting.people import people_of


def reviews_of(
    judges: Sequence[Review],
    humans: Sequence[HumanReview],
    panels: Sequence[PanelScores] = (),
    people: Sequence[PersonRecord] = (),
) -> tuple[ReportReview, ...]:
    """Published judges by target, name and paper, own ones alike, then people; `people` is what reviewers did."""
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
    made = (*map(_judge, ordered), *map(_own, own), *people_of(humans, people))
    out = {item.key: item.reason for item in exclusions_of(people) if item.what is ExcludedKind.REVIEW}
    return tuple(
        review.model_copy(update={"left_out": out[key]}) if (key := _key(review)) in out else review
        for review in made
    )


def means_of(reviews: Sequence[ReportReview]) -> tuple[ScoreMean, ...]:
    """Means by target, kind of reviewer and criterion; own judges whose reply says nothing are told as missing.

    What a person left out is in no mean, and the mean says how many that are.
    """
    groups: dict[tuple[str, ReviewerKind, str], list[int]] = {}
    asked: dict[tuple[str, ReviewerKind], int] = {}
    without = Counter(
        (review.target, review.kind, score.criterion)
        for review in reviews
        if review.left_out
        for score in review.scores
    )
    for review in reviews:
        if review.left_out:
            continue
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
            excluded=without[target, kind, criterion],
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
        source=f"{JUDGED}{reply.id}",
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


def _key(review: ReportReview) -> str:
    """By what the review is named when it is left out."""
    source, _, place = review.source.rpartition(", ")
    if review.kind != "person":
        return review.source.removeprefix(JUDGED)
    return (
        source.removeprefix(SOURCE) if source.startswith(SOURCE) else f"{source}#{place.removeprefix('row ')}"
    )
