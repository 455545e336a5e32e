"""Studies with people that a paper tells as held, and of which the run holds no answer of anybody."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.paper import BlockKind, PaperText, SectionKind
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, Severity

_TELLING = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM})
_DONE_IN = frozenset(
    {
        SectionKind.ABSTRACT,
        SectionKind.METHOD,
        SectionKind.SETUP,
        SectionKind.RESULTS,
        SectionKind.DISCUSSION,
        SectionKind.CONCLUSION,
    }
)
_TAKING_PART = r"(?:participants|crowd-?\s?workers|volunteers)"
_PEOPLE = rf"(?:{_TAKING_PART}|annotators|respondents|human (?:raters|judges|evaluators|subjects))"
_STUDY = re.compile(
    r"\b(?:we|was|were) (?:also )?(?:conduct|recruit|survey|held|hold|perform|carried out|ran|run|ask)\w*\b[^.;]{0,60}"
    rf"\b(?:user stud(?:y|ies)|human (?:stud(?:y|ies)|evaluations?)|{_PEOPLE})|"
    rf"\bN\s*=\s*\d+\b[^.;]{{0,20}}\b{_TAKING_PART}|\b\d+ (?:crowd |human |expert )?{_TAKING_PART}|"
    r"\buser study(?::| \(\d+| (?:with|of) \d+)|\bLikert (?:trust )?scores?\b[^.;]{0,20}\bp\s*<",
    re.IGNORECASE,
)
_NOT_HELD = re.compile(
    r"\b(?:simulat\w*|synthetic|virtual|artificial|future|will|would|could|should|plan\w*|propose\w*|need\w*|no|not|"
    r"without|previous\w*|prior|et al|posed by|collected by|annotated by)\b|\[\d+\]",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"participant|respondent|annotator|rater|questionnaire|survey|likert", re.IGNORECASE)
_KEPT = (ArtifactRole.JSON, ArtifactRole.CSV)


def human_study_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a paper: the first sentence that tells of people, where no data of the run are of any."""
    if any(
        _ANSWERS.search(path) or _ANSWERS.search(facts.files.text(path))
        for path in facts.files.of_role(*_KEPT)
    ):
        return
    for paper, text in facts.papers.items():
        at = next(_told(text), None)
        if at is None:
            continue
        line = text.text.count("\n", 0, at) + 1
        told = " ".join(text.text[at:].split("\n")[0].split())[:120]
        message = f"The paper tells of a study with people, and no file of the run holds an answer of anybody: {told}"
        place = Place("line", "", line)
        yield Draft(FindingKind.METHOD_MISMATCH, Severity.HIGH, paper, place, message, paper, by_absence=True)


def _told(text: PaperText) -> Iterator[int]:
    """Where sentences begin that tell of such a study as held."""
    for block in text.blocks:
        if block.kind not in _TELLING or block.section.kind not in _DONE_IN:
            continue
        for start, end in sentence_spans(text.text, block.start, block.end):
            sentence = text.text[start:end]
            if _STUDY.search(sentence) and not _NOT_HELD.search(sentence):
                yield start
