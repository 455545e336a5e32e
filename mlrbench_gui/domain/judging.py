"""What a judge (a model) said of one stage of a run: one reply, in one of three states, with its citations checked.

A reply that failed is kept and is no score: only a valid one has scores or an answer on hallucinations.
"""

from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import RelPath, RunName, Sha256

LOWEST, HIGHEST = 1, 10
"""The scale of all criteria."""


class JudgeState(StrEnum):
    """Whether a reply says something: scores, nothing that can be read, or that the model will not judge."""

    VALID = "valid"
    INVALID = "invalid"
    REFUSED = "refused"


class CitationState(StrEnum):
    """Whether what a judge cites exists in the run.

    `elsewhere`: not in the file that is named, but in another. `file_only`: the file is there and holds no text.
    `too_short`: any run would hold it.
    """

    FOUND = "found"
    ELSEWHERE = "elsewhere"
    FILE_ONLY = "file_only"
    TOO_SHORT = "too_short"
    NOT_FOUND = "not_found"
    NO_FILE = "no_file"


FLAGGED = frozenset({CitationState.ELSEWHERE, CitationState.NOT_FOUND, CitationState.NO_FILE})
"""Citations that a person is warned of."""


class Citation(FrozenModel):
    """A file and the words of it that a judge rests on; `criterion` says for what."""

    criterion: str
    file: str
    quote: str


class CheckedCitation(FrozenModel):
    """A citation held against the run. `path` and `line` (1-based) tell where the words stand."""

    criterion: str
    file: str
    quote: str
    state: CitationState
    path: RelPath | None = None
    line: int | None = None

    @property
    def is_flagged(self) -> bool:
        return self.state in FLAGGED


class JudgeScore(FrozenModel):
    """One criterion's score with the judge's words."""

    criterion: str
    score: int = Field(ge=LOWEST, le=HIGHEST)
    justification: str


class HallucinationCase(FrozenModel):
    """One thing that a judge holds for made up."""

    type: str
    description: str
    evidence: str


class JudgeReview(FrozenModel):
    """One reply of one judge. Equal `material` means that the same texts were judged.

    `panel` and `repeats` are those of the order that it belongs to, by which what is missing is known. `judge` is the
    model that the endpoint says answered. `left_out` says what of the material was cut. `raw` is the reply itself.
    """

    id: str
    run: RunName
    task: str
    stage: JudgeStage
    target: ReviewTarget
    paper: RelPath | None
    with_code: bool
    profile: str
    judge: str
    panel: tuple[str, ...]
    repeat: int = Field(ge=1)
    repeats: int = Field(ge=1)
    rubric: str
    rubric_sha256: Sha256
    material: str
    prompt_sha256: Sha256
    pictures: int = Field(default=0, ge=0)
    left_out: tuple[str, ...] = ()
    state: JudgeState
    reason: str = ""
    scores: tuple[JudgeScore, ...] = ()
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    confidence: int | None = Field(default=None, ge=1, le=5)
    has_hallucination: bool | None = None
    cases: tuple[HallucinationCase, ...] = ()
    details: str = ""
    citations: tuple[CheckedCitation, ...] = ()
    tokens: TokenUse | None = None
    cost: float | None = None
    at: datetime
    raw: str

    @model_validator(mode="after")
    def _scores_where_valid(self) -> Self:
        says = bool(self.scores) or self.has_hallucination is not None
        if says != (self.state is JudgeState.VALID):
            raise ValueError("a valid review says something, and no other does")
        return self

    @property
    def is_valid(self) -> bool:
        return self.state is JudgeState.VALID

    @property
    def flagged(self) -> tuple[CheckedCitation, ...]:
        """Citations that do not hold."""
        return tuple(item for item in self.citations if item.is_flagged)


class Preference(StrEnum):
    """Which of two is the better, as they were shown."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


class JudgeComparison(FrozenModel):
    """One reply of one judge on two runs of a task. `first` is the one that was shown first, by no name.

    Equal `pair` means the same two in either order; `swapped` tells the orders apart.
    """

    id: str
    pair: str
    stage: JudgeStage
    task: str
    first: RunName
    second: RunName
    swapped: bool
    with_code: bool
    profile: str
    judge: str
    panel: tuple[str, ...]
    repeat: int = Field(ge=1)
    rubric: str
    rubric_sha256: Sha256
    prompt_sha256: Sha256
    left_out: tuple[str, ...] = ()
    state: JudgeState
    reason: str = ""
    preference: Preference | None = None
    words: str = ""
    tokens: TokenUse | None = None
    cost: float | None = None
    at: datetime
    raw: str

    @model_validator(mode="after")
    def _preference_where_valid(self) -> Self:
        if (self.preference is not None) != (self.state is JudgeState.VALID):
            raise ValueError("a valid comparison has a preference, and no other has one")
        return self

    @property
    def preferred(self) -> RunName | None:
        """The run that is held for the better one; None for a tie or no answer."""
        if self.preference is None or self.preference is Preference.TIE:
            return None
        return self.first if self.preference is Preference.FIRST else self.second
