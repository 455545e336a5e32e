"""Data that a paper tells as real or gathered, and that the run's own code drew or composed."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, Judged, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.naming.thing import ThingRole
from mlrbench_gui.audit.provenance.drawn_data import DrawnData, drawn_data
from mlrbench_gui.audit.text.paper import BlockKind, PaperText, SectionKind
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity, Verdict

_TELLING = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM})
_DONE_IN = frozenset({SectionKind.ABSTRACT, SectionKind.METHOD, SectionKind.SETUP, SectionKind.RESULTS})
_GATHERED = re.compile(
    r"\b(?:gather|collect|curat|download|scrap|crawl|obtain|sourc|retriev|assembl)\w*\b[^.;]{0,60}?\bfrom\b[^.;]{0,50}?"
    r"\b(?:public(?:ly)?|open(?:-source)?|online|real(?:-world)?|repositor(?:y|ies)|hugging ?face|github|kaggle|"
    r"the web|hospitals?|clinics?|human (?:users|annotators)|participants)\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:simulat\w*|synthetic\w*|artificial\w*|randomly generated|future|will|would|could|should|plan\w*|propos\w*|"
    r"not|without|previous\w*|prior|et al|can be|may|might)\b|\[\d+\]",
    re.IGNORECASE,
)
_ADMITTED = re.compile(
    r"\b(?:synthetic(?:ally)?|simulated|artificial|toy|randomly generated|generated at random|random)\s+"
    r"(?:[\w-]+\s+){0,3}?(?:data\w*|models?|samples?|inputs?|tasks?|environments?|images?|texts?|corpus|networks?|users?)\b",
    re.IGNORECASE,
)


def drawn_data_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a paper: a known data set, or what was gathered from others, in whose place data were made."""
    trees = {path: tree for path in sorted(facts.runs.ran) if (tree := facts.files.tree(path)) is not None}
    drawn = drawn_data(trees, facts.runs.shut)
    if drawn is None:
        return
    for paper, text in facts.papers.items():
        told = _told_set(facts, paper, drawn) or _told_gathered(text)
        if told:
            message = (
                f"Nothing that ran takes data in, and {drawn.name} is made here by code that ran, "
                f"while the paper tells of {told}."
            )
            place = Place("line", "", drawn.line)
            kind = FindingKind.SYNTHETIC_DATA
            yield Draft(kind, Severity.HIGH, drawn.path, place, message, paper, by_absence=True)


def _told_set(facts: RunFacts, paper: RelPath, drawn: DrawnData) -> str:
    """The first data set of the paper that was denied because of these data."""
    denied = (j for j in facts.judged if j.statement.paper == paper and _is_denied(j, drawn))
    return next((j.statement.thing.text for j in denied if j.statement.thing is not None), "")


def _is_denied(judged: Judged, drawn: DrawnData) -> bool:
    thing, decision = judged.statement.thing, judged.decision
    if thing is None or thing.role is not ThingRole.DATASET or decision.verdict is not Verdict.CONTRADICTED:
        return False
    return any(
        held.candidate.value.path == drawn.path and held.candidate.value.place.first == drawn.line
        for held in decision.held
    )


def _told_gathered(text: PaperText) -> str:
    """What a sentence says was gathered from others, in a paper that tells nowhere that its data are made."""
    if _ADMITTED.search(text.text):
        return ""
    for block in text.blocks:
        if block.kind in _TELLING and block.section.kind in _DONE_IN:
            for start, end in sentence_spans(text.text, block.start, block.end):
                sentence = " ".join(text.text[start:end].split())
                if _GATHERED.search(sentence) and not _NOT_SO.search(sentence):
                    return f"what was gathered: “{sentence[:110]}”"
    return ""
