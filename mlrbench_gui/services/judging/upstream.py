"""A judge's valid review in the benchmark's own forms: a file with its keys, and the record of an import of it."""

import hashlib

from mlrbench_gui.domain.calibration import own_judge
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import HallucinationCase, JudgeReview
from mlrbench_gui.domain.panels import panels_of
from mlrbench_gui.domain.reviews import OVERALL_NAMES, Review, ReviewTarget, Score
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.ports.workspace import Workspace

_WITHOUT_CODE = frozenset({JudgeStage.IDEA, JudgeStage.PROPOSAL})
"""No code is there to be seen: a judge of these is the same one either way."""


JUDGED = "judge/"
"""Begins the source of an own judge's review; the reply's id follows."""


def review_body(review: JudgeReview) -> dict[str, object]:
    """The review by the keys and scales that the benchmark's files have; empty for one that is not valid."""
    if not review.is_valid:
        return {}
    if review.stage is JudgeStage.HALLUCINATION:
        return {
            "has_hallucination": review.has_hallucination,
            "hallucinations": [case.model_dump() for case in review.cases],
            "overall_assessment": review.details,
            "confidence": review.confidence,
        }
    body: dict[str, object] = {}
    if review.stage is JudgeStage.EXPERIMENT:
        body["Hallucination"] = {"has_hallucination": review.has_hallucination, "details": review.details}
    for score in review.scores:
        part: dict[str, object] = {"score": score.score, "justification": score.justification}
        if score.criterion in OVERALL_NAMES:
            part |= {"strengths": list(review.strengths), "weaknesses": list(review.weaknesses)}
        body[score.criterion] = part
    if review.confidence is not None:
        body["Confidence"] = review.confidence
    return body


def as_review(review: JudgeReview) -> Review | None:
    """The review beside imported ones; None for one that is not valid, which is no review at all."""
    if not review.is_valid:
        return None
    is_writeup = review.target is ReviewTarget.WRITEUP
    family = own_judge(review.profile, with_code=review.with_code or review.stage in _WITHOUT_CODE)
    return Review(
        source=f"{JUDGED}{review.id}",
        sha256=Sha256(hashlib.sha256(review.raw.encode("utf-8", "replace")).hexdigest()),
        target=review.target,
        judge=review.judge,
        judge_family=family,
        task=review.task,
        target_key=_target_key(review),
        target_present=True,
        run=review.run,
        paper=review.paper if is_writeup else None,
        scores=tuple(Score(item.criterion, item.score, item.justification) for item in review.scores),
        confidence=review.confidence,
        has_hallucination=review.has_hallucination,
        strengths=review.strengths,
        weaknesses=review.weaknesses,
        details="\n\n".join((review.details, *map(_case, review.cases))).strip(),
    )


def own_reviews(workspace: Workspace) -> tuple[Review, ...]:
    """The valid replies that count of all own panels, as reviews beside the published ones."""
    replies = [reply for panel in panels_of(workspace.judges.all()) for reply in panel.replies]
    return tuple(made for reply in replies if (made := as_review(reply)) is not None)


def _target_key(review: JudgeReview) -> str:
    """Ideas and proposals go by task and author, papers by run and file, all else by run."""
    if review.stage in _WITHOUT_CODE:
        group = review.run.partition("/")[0]
        return f"{review.task}/{group.partition('_')[2] or group}"
    return f"{review.run}/{review.paper}" if review.target is ReviewTarget.WRITEUP else review.run


def _case(case: HallucinationCase) -> str:
    return f"{case.type}: {case.description}\nEvidence: {case.evidence}"
