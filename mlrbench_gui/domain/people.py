"""What reviewers do, line by line: an append-only record from which forms, versions and progress follow.

Nothing is ever changed or erased. The id of a line is made from what it says, so two workspaces are brought together
by the union of their lines, and a line that is taken over twice is one.
"""

import hashlib
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import RelPath, RunName, Sha256, Trust, Verdict

LOWEST, HIGHEST, SUREST = 1, 10, 5
"""Scores go from 1 to 10, confidence from 1 to 5."""

WHOLE_WORKSPACE = RunName("")
"""The run of a line that is about no single run."""


class Question(StrEnum):
    """The checklist on what a paper may have made up."""

    CITATIONS = "citations"
    METHODOLOGY = "methodology"
    MATHEMATICS = "mathematics"
    FAKED_RESULTS = "faked_results"


class Answer(StrEnum):
    """The answers, spelled as the benchmark's own checks are."""

    YES = "Yes"
    NO = "No"
    NOT_SURE = "Not Sure"


class FormWords(StrEnum):
    """The free texts of a form."""

    STRENGTHS = "strengths"
    WEAKNESSES = "weaknesses"
    SUMMARY = "summary"


class EvidencePlace(FrozenModel):
    """A place in a file of the run that an answer rests on; `told` is what stands there, for people."""

    path: RelPath
    locator: Locator
    told: str = ""


class PaperArea(FrozenModel):
    """A rectangle of a page, in PDF points from its upper left corner. `paper_sha256` is the file that was seen."""

    paper: RelPath
    paper_sha256: Sha256
    page: int = Field(ge=1)
    box: tuple[float, float, float, float]


class FormNote(FrozenModel):
    """A free note; it hangs on words, on an area of a page, or on the run as a whole."""

    id: str
    text: str
    words: ClaimAnchor | None = None
    area: PaperArea | None = None


class FormScore(FrozenModel):
    """One criterion; without a score it is words alone."""

    target: ReviewTarget
    criterion: str
    score: int | None = Field(default=None, ge=LOWEST, le=HIGHEST)
    words: str = ""


class FormCheck(FrozenModel):
    """One question of the checklist with what its answer rests on."""

    question: Question
    answer: Answer | None = None
    evidence: tuple[EvidencePlace, ...] = ()


class ClaimWord(FrozenModel):
    """What the reviewer's own decisions said of a claim when the review was submitted."""

    paper: RelPath
    fingerprint: str
    quote: str
    verdict: Verdict
    trust: Trust
    reason: str = ""


class ClaimTime(FrozenModel):
    """Active seconds on one claim."""

    paper: RelPath
    fingerprint: str
    seconds: int = Field(ge=0)


class ReviewForm(FrozenModel):
    """A review as filled in: scores, checklist, notes, words. `claims` and `times` are set when it is submitted."""

    scores: tuple[FormScore, ...] = ()
    checks: tuple[FormCheck, ...] = ()
    notes: tuple[FormNote, ...] = ()
    confidence: int | None = Field(default=None, ge=LOWEST, le=SUREST)
    strengths: str = ""
    weaknesses: str = ""
    summary: str = ""
    claims: tuple[ClaimWord, ...] = ()
    times: tuple[ClaimTime, ...] = ()


class Score(FrozenModel):
    """A criterion is scored, or its words are changed; the whole cell each time."""

    kind: Literal["score"] = "score"
    cell: FormScore


class Check(FrozenModel):
    """A question is answered; None takes the answer back."""

    kind: Literal["check"] = "check"
    question: Question
    answer: Answer | None


class Attach(FrozenModel):
    """Evidence is laid to a question; `on` False takes it away."""

    kind: Literal["attach"] = "attach"
    question: Question
    place: EvidencePlace
    on: bool = True


class WriteNote(FrozenModel):
    """A note is written or changed; an empty text takes it away."""

    kind: Literal["note"] = "note"
    note: FormNote


class BeSure(FrozenModel):
    """The reviewer's confidence in the whole review."""

    kind: Literal["confidence"] = "confidence"
    value: int | None = Field(ge=LOWEST, le=SUREST)


class WriteWords(FrozenModel):
    """One of the free texts."""

    kind: Literal["words"] = "words"
    field: FormWords
    text: str


class SpendTime(FrozenModel):
    """Active time on a claim, written when the reviewer leaves it."""

    kind: Literal["time"] = "time"
    spent: ClaimTime


class Submit(FrozenModel):
    """A version of the review, frozen with all that stands in it. `blind`: the run's maker and scores were hidden."""

    kind: Literal["submit"] = "submit"
    version: int = Field(ge=1)
    form: ReviewForm
    blind: bool = False


class Assign(FrozenModel):
    """A run is given to a reviewer, or taken from one."""

    kind: Literal["assign"] = "assign"
    reviewer: str
    on: bool = True


class Settle(FrozenModel):
    """The agreed word on one thing on which submitted reviews differ. `of` are the ids of those reviews."""

    kind: Literal["settle"] = "settle"
    item: str
    value: str
    reason: str
    of: tuple[str, ...]


class ExcludedKind(StrEnum):
    """What can be left out of statistics."""

    RUN = "run"
    REVIEW = "review"
    CLAIM = "claim"


class Exclude(FrozenModel):
    """Something is left out of statistics, or counted again. `key`: empty for the run, else id or fingerprint."""

    kind: Literal["exclude"] = "exclude"
    what: ExcludedKind
    key: str = ""
    on: bool = True
    reason: str


class SetBlind(FrozenModel):
    """Blind review begins or ends for the workspace; `seed` gives names and order, the same to all."""

    kind: Literal["blind"] = "blind"
    on: bool
    seed: str


class LiftBlind(FrozenModel):
    """A person looked behind the curtain of a run before submitting; it stays on the record."""

    kind: Literal["lift"] = "lift"
    reason: str


Act = Annotated[
    Score
    | Check
    | Attach
    | WriteNote
    | BeSure
    | WriteWords
    | SpendTime
    | Submit
    | Assign
    | Settle
    | Exclude
    | SetBlind
    | LiftBlind,
    Field(discriminator="kind"),
]


class PersonRecord(FrozenModel):
    """One line of the record. `at` is aware UTC; `id` is made from all the rest."""

    id: str
    run: RunName
    author: str
    at: datetime
    act: Act


def record_of(run: RunName, author: str, at: datetime, act: Act) -> PersonRecord:
    """The line that says this; equal words by the same person at the same moment make an equal line."""
    moment = at.astimezone(UTC)
    said = "\0".join((run, author, moment.isoformat(), act.model_dump_json()))
    id_ = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return PersonRecord(id=id_, run=run, author=author, at=moment, act=act)
