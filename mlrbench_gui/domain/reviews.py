"""Reviews by judges and people, and people's hallucination checks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.domain.values import RunName, Sha256

OVERALL_NAMES = ("Overall", "OverallAssessment")
"""The two names under which judges give the score of the whole."""


class ReviewTarget(StrEnum):
    """What a judge's review is about."""

    IDEA = "idea"
    PROPOSAL = "proposal"
    EXPERIMENT = "experiment"
    WRITEUP = "writeup"
    END_TO_END = "end_to_end"
    END_TO_END_NO_CODE = "end_to_end_no_code"
    AI_SCIENTIST = "ai_scientist"
    HALLUCINATION = "hallucination"


@dataclass(frozen=True, slots=True)
class Score:
    """One criterion's score, an integer of 1 to 10, with the judge's words."""

    criterion: str
    score: int
    justification: str = ""


OWN = "own:"
"""Begins the family of judges that this program asked, so that no published judge is taken for one of them."""


@dataclass(frozen=True, slots=True)
class Review:
    """A judge's review. `target_key` names the target: a run name, a run and its paper, or task and author.

    `run` and `paper` are set where the target is (or would be) a run. `target_present` is False where the
    target is not in the import: such a review counts, and is shown as "target absent".
    """

    source: str
    sha256: Sha256
    target: ReviewTarget
    judge: str
    judge_family: str
    task: str
    target_key: str
    target_present: bool
    run: RunName | None = None
    paper: str | None = None
    scores: tuple[Score, ...] = ()
    confidence: int | None = None
    has_hallucination: bool | None = None
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    details: str = ""

    @property
    def is_own(self) -> bool:
        """Whether this program asked the judge."""
        return self.judge_family.startswith(OWN)


def judge_name(family: str) -> str:
    """A family as people read it."""
    return f"{family.removeprefix(OWN)} (own)" if family.startswith(OWN) else family


def published_first(reviews: Sequence[Review]) -> tuple[Review, ...]:
    """Those that a mean over all judges is made of: published ones, and own ones only where none is published."""
    published = tuple(review for review in reviews if not review.is_own)
    return published or tuple(reviews)


@dataclass(frozen=True, slots=True)
class HumanReview:
    """One row of people's reviews; its key is `source` and `row` (1-based data row, or the version of a form)."""

    source: str
    row: int
    reviewer: str
    agent: str
    task: str
    run: RunName
    run_present: bool
    scores: tuple[Score, ...]
    double: bool = False
    target: ReviewTarget = ReviewTarget.END_TO_END


@dataclass(frozen=True, slots=True)
class HallucinationCheck:
    """One row of the people's hallucination check; values are `Yes`, `No` or `Not Sure`. `run` where it is known."""

    source: str
    row: int
    system: str
    task: str
    faked_result: str
    hallucinated_methodology: str
    incorrect_citation: str
    mathematical_error: str
    run: RunName | None = None
