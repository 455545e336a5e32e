"""What a judge must reply for each stage, by the keys that reviews of the benchmark have, and that as our values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import HIGHEST, LOWEST, Citation, HallucinationCase, JudgeScore, Preference


class _Part(BaseModel):
    """Keys that nobody asked for are passed over, as in imported reviews."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Cited(_Part):
    """A file and words of it."""

    file: str
    quote: str


class Judged(_Part):
    """One criterion."""

    score: int = Field(ge=LOWEST, le=HIGHEST, strict=True)
    justification: str = Field(min_length=1)
    evidence: tuple[Cited, ...] = Field(default=(), max_length=12)


class Assessed(Judged):
    """The overall criterion."""

    strengths: tuple[str, ...] = Field(max_length=20)
    weaknesses: tuple[str, ...] = Field(max_length=20)


class Marked(_Part):
    """A reply that repeats the mark of its question."""

    mark: str


class IdeaReply(Marked):
    """Of an idea."""

    Consistency: Judged
    Clarity: Judged
    Novelty: Judged
    Feasibility: Judged
    Significance: Judged
    OverallAssessment: Assessed


class ProposalReply(Marked):
    """Of a proposal."""

    Consistency: Judged
    Clarity: Judged
    Novelty: Judged
    Soundness: Judged
    Feasibility: Judged
    Significance: Judged
    OverallAssessment: Assessed


class MadeUp(_Part):
    """Whether results of an experiment were made up."""

    has_hallucination: bool = Field(strict=True)
    details: str
    evidence: tuple[Cited, ...] = Field(default=(), max_length=12)


class ExperimentReply(Marked):
    """Of an experiment."""

    Hallucination: MadeUp
    Consistency: Judged
    Completeness: Judged
    Novelty: Judged
    Soundness: Judged
    Insightfulness: Judged
    Significance: Judged
    OverallAssessment: Assessed


class PaperReply(Marked):
    """Of the writing of a paper."""

    Consistency: Judged
    Clarity: Judged
    Completeness: Judged
    Soundness: Judged
    OverallAssessment: Assessed


class OverallReply(Marked):
    """Of a finished paper."""

    Clarity: Judged
    Novelty: Judged
    Soundness: Judged
    Significance: Judged
    Overall: Assessed
    Confidence: int = Field(ge=1, le=5, strict=True)


HallucinationType = Literal[
    "Nonexistent Citations", "Hallucinated Methodology", "Faked Experimental Results", "Mathematical Errors"
]


class Case(_Part):
    """One thing that was made up."""

    type: HallucinationType
    description: str = Field(min_length=1)
    evidence: str
    quotes: tuple[Cited, ...] = Field(default=(), max_length=12)


class HallucinationReply(Marked):
    """Of a check for hallucinations."""

    has_hallucination: bool = Field(strict=True)
    hallucinations: tuple[Case, ...] = Field(max_length=40)
    overall_assessment: str = Field(min_length=1)
    confidence: int = Field(ge=1, le=5, strict=True)


class ComparisonReply(Marked):
    """Which of two works is the better."""

    preference: Preference
    reason: str = Field(min_length=1)


SHAPES: Mapping[JudgeStage, type[Marked]] = {
    JudgeStage.IDEA: IdeaReply,
    JudgeStage.PROPOSAL: ProposalReply,
    JudgeStage.EXPERIMENT: ExperimentReply,
    JudgeStage.PAPER: PaperReply,
    JudgeStage.OVERALL: OverallReply,
    JudgeStage.HALLUCINATION: HallucinationReply,
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a valid reply says."""

    scores: tuple[JudgeScore, ...] = ()
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    confidence: int | None = None
    has_hallucination: bool | None = None
    cases: tuple[HallucinationCase, ...] = ()
    details: str = ""
    citations: tuple[Citation, ...] = ()


def fault_of(reply: Marked, mark: str) -> str | None:
    """What a reply of the right shape is still lacking, None where it can be taken."""
    if reply.mark != mark:
        return "its mark is not the one of the question"
    if isinstance(reply, HallucinationReply) and reply.has_hallucination != bool(reply.hallucinations):
        return "has_hallucination and the list of hallucinations do not agree"
    return None


def said_of(reply: Marked) -> Said:
    """A reply as our values."""
    if isinstance(reply, HallucinationReply):
        return _of_check(reply)
    judged = [(name, part) for name, part in reply if isinstance(part, Judged)]
    overall = next((part for _, part in judged if isinstance(part, Assessed)), None)
    made_up = reply.Hallucination if isinstance(reply, ExperimentReply) else None
    cited = [citation for name, part in judged for citation in _citations(name, part.evidence)]
    if made_up is not None:
        cited += _citations("Hallucination", made_up.evidence)
    return Said(
        scores=tuple(
            JudgeScore(criterion=name, score=part.score, justification=part.justification)
            for name, part in judged
        ),
        strengths=overall.strengths if overall is not None else (),
        weaknesses=overall.weaknesses if overall is not None else (),
        confidence=reply.Confidence if isinstance(reply, OverallReply) else None,
        has_hallucination=made_up.has_hallucination if made_up is not None else None,
        details=made_up.details if made_up is not None else "",
        citations=tuple(cited),
    )


def _of_check(reply: HallucinationReply) -> Said:
    return Said(
        confidence=reply.confidence,
        has_hallucination=reply.has_hallucination,
        cases=tuple(
            HallucinationCase(type=case.type, description=case.description, evidence=case.evidence)
            for case in reply.hallucinations
        ),
        details=reply.overall_assessment,
        citations=tuple(
            citation for case in reply.hallucinations for citation in _citations(case.type, case.quotes)
        ),
    )


def _citations(criterion: str, cited: tuple[Cited, ...]) -> Iterator[Citation]:
    for item in cited:
        yield Citation(criterion=criterion, file=item.file, quote=item.quote)
