"""Statements that a thing called by name was used: a model, a data set, an optimizer, a library.

A mention alone is no statement: the sentence must say that this work used it, and the first such sentence of each part
of the paper counts.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from mlrbench_gui.audit.claims._wording import OURS, about_of
from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.audit.text.paper import Block, BlockKind, PaperText, SectionKind
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.domain.values import ClaimKind, RelPath

_PARTS = {
    SectionKind.ABSTRACT: "abstract",
    SectionKind.INTRODUCTION: "abstract",
    SectionKind.SETUP: "setup",
    SectionKind.METHOD: "setup",
    SectionKind.RESULTS: "results",
    SectionKind.OTHER: "results",
    SectionKind.APPENDIX: "results",
}
_USED = re.compile(
    r"\b(?:us(?:ed?|es|ing)|utili[sz]\w+|employ\w*|adopt(?:s|ed|ing)?|leverag\w+|evaluat(?:e|ed|es|ing|ions?)|"
    r"test(?:ed|s)? on|"
    r"train(?:ed|s|ing)?|pre-?train(?:ed|s|ing)?|fine-?tun(?:e|ed|es|ing)|benchmark(?:ed|ing)?|conduct(?:ed|s)?|"
    r"perform(?:ed|s)|"
    r"implement(?:ed|s|ing)?|load(?:ed|s)?|runs?|ran|construct(?:ed|s)?|optimi[sz](?:ed|ing)|experiment(?:s|ed)?|"
    r"initiali[sz](?:ed|ing)|validat(?:e|ed|es|ing)|proof[- ]of[- ]concept|compare[ds]?|select(?:ed)?|chose|"
    r"drawn|sampled|applied|built|based)\b",
    re.IGNORECASE,
)
_IS_USED = re.compile(
    r"[`*\s\w-]{0,30}?\b(?:was|were|is|are|serves?d?)\s+(?:\w+ly\s+)?(?:used|employed|trained|fine-?tuned|"
    r"evaluated|loaded|as|adopted|chosen|selected)\b"
)
_LABEL = re.compile(
    r"\b(?:models?|llms?|data\s?sets?|data|benchmarks?|optimi[sz]ers?|optimi[sz]ation|baselines?|backbones?|"
    r"encoders?|architectures?|"
    r"implementation|training|framework|software|tools?)\b",
    re.IGNORECASE,
)
_OWN_WORK = frozenset({SectionKind.SETUP, SectionKind.METHOD, SectionKind.RESULTS})
_TASK = re.compile(r"(?:\A|\n)[*_ ]*[A-Z][\w /-]{2,40}[*_]*:[*_\s`]*\Z")
"""A sentence that begins with a task, so that the data set behind it is that of the task: `Recommendation: X`."""
_MERELY = re.compile(
    r"(?:\b(?:such as|like|e\.g\.,?|for example,?|for instance,?|including|similar to|inspired by|unlike|"
    r"rather than|instead of|"
    r"not|without|beyond|versus reported|as in|following|introduced (?:in|by)|proposed (?:in|by)|motivated by|"
    r"larger|other|versions? of|variants? of)\b[\w\s,`*/()-]{0,30}|"
    r"(?:\be\.g\.|\bi\.e\.)[^)]{0,60})$",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:can|could|may|might|should|would|will|plan\w*|propose to|such systems|models like|future|intend\w*)\b",
    re.IGNORECASE,
)
_IN_CAPTION = re.compile(
    r"\b(?:on|for|with|via|from|of|using|to)\s+(?:the\s+|a\s+)?(?:[\w-]+\s+){0,2}[`*]*$", re.IGNORECASE
)
_NOUN = re.compile(
    r"[`*\"”’]{0,3}\s+(?P<noun>models?|data\s?sets?|benchmarks?|corpus|optimi[sz]er|library|tool|backbone|"
    r"encoder|test set|test split)\b",
    re.IGNORECASE,
)
_ROLES = (
    (re.compile(r"data|bench|corpus|test|train", re.IGNORECASE), ThingRole.DATASET),
    (re.compile(r"optim", re.IGNORECASE), ThingRole.OPTIMIZER),
    (re.compile(r"librar|tool|framework", re.IGNORECASE), ThingRole.LIBRARY),
    (re.compile(r"model|backbone|encoder|llm", re.IGNORECASE), ThingRole.MODEL),
)
_OF_MACHINE = (ThingRole.ACCELERATOR, ThingRole.PRECISION)
_OWN_NAME = re.compile(
    r"`(?P<code>[A-Za-z][\w./-]{3,60})`(?=\s+(?:models?|data\s?sets?|benchmarks?|optimi[sz]er)\b)|"
    r"`(?P<path>[\w-]+/[\w.-]+)`|"
    r"\b(?P<set>[A-Z][\w]*[a-z][A-Z][\w]*-?\d[\w]*|[A-Z][A-Za-z]*-?\d+[A-Za-z]?)(?=\s+(?:data\s?set|benchmark|"
    r"corpus|(?:test|train(?:ing)?|validation)\s+(?:set|split))\b)"
)
_CONSTRUCTED = re.compile(
    r"\b(?:construct|collect|curate|build|create|assemble|release)(?:ed|d|s)?\s+(?:the\s+|a\s+|"
    r"an\s+)?[`*]*(?P<set>[A-Z][\w]*(?:-[A-Z\d][\w]*)+)[`*]*(?=\s*[:,(])"
)


def things_used(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    """The statements of a paper that a thing was used, each thing once in each part."""
    seen: set[tuple[object, ...]] = set()
    for block in text.blocks:
        is_caption = block.kind is BlockKind.CAPTION
        part = "caption" if is_caption else _PARTS.get(block.section.kind, "")
        if not part or block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CAPTION):
            continue
        for span in sentence_spans(text.text, block.start, block.end):
            sentence = text.text[slice(*span)]
            if about_of(sentence, block.section.kind, block.lead, is_item=True) is not About.RUN:
                continue
            for thing in _told_used(sentence, block, is_caption=is_caption):
                if (part, thing.key) not in seen:
                    seen.add((part, thing.key))
                    yield _statement(paper, block, span, sentence, thing)


def _told_used(sentence: str, block: Block, *, is_caption: bool) -> Iterator[Thing]:
    for thing in told_by_name(sentence):
        before = sentence[: thing.start]
        if _MERELY.search(before[-80:]) or _HEDGED.search(before[-80:]):
            continue
        if thing.role in _OF_MACHINE:
            is_used = not is_caption and _is_machine(before, sentence[thing.end :], block)
        elif is_caption:
            is_used = _IN_CAPTION.search(before) is not None
        else:
            is_used = _says_used(before, sentence[thing.end :], block) or _is_set_up(thing, before, block)
        if is_used:
            yield thing


def told_by_name(sentence: str) -> tuple[Thing, ...]:
    """All that a sentence calls by name, used or not."""
    known = sorted(things_in(sentence), key=lambda t: t.start)
    return *known, *_by_own_name(sentence, known)


def _is_machine(before: str, after: str, block: Block) -> bool:
    """Whether the accelerator or number format is told as that of the experiments."""
    if block.section.kind is SectionKind.SETUP:
        return True
    return block.section.kind is SectionKind.METHOD and _says_used(before, after, block)


def _says_used(before: str, after: str, block: Block) -> bool:
    """Whether the words before or behind the name say that it was used, or a label such as `Model:` does."""
    kind = block.section.kind
    if kind in (SectionKind.INTRODUCTION, SectionKind.METHOD) and not OURS.search(before):
        return False
    return _USED.search(before[-140:]) is not None or _IS_USED.match(after) is not None


def _is_set_up(thing: Thing, before: str, block: Block) -> bool:
    """In a section on the setup: an optimizer, or a name behind a label such as `Model:` or that of a list's item."""
    if thing.role is ThingRole.DATASET and block.section.kind in _OWN_WORK and _TASK.search(before):
        return True
    if block.section.kind is not SectionKind.SETUP:
        return False
    label = before.rpartition(":")[0][-60:] if ":" in before else block.lead
    if thing.role is ThingRole.OPTIMIZER or _LABEL.search(label):
        return True
    return block.kind is BlockKind.ITEM and bool(label) and "." not in before[len(label) :]


def _by_own_name(sentence: str, known: list[Thing]) -> Iterator[Thing]:
    """Names that no list knows, told by a noun beside them: `the X-1M data set`, or by what was constructed."""
    for hit in (*_OWN_NAME.finditer(sentence), *_CONSTRUCTED.finditer(sentence)):
        group = hit.lastgroup or "set"
        start, end = hit.span(group)
        if any(t.start < end and start < t.end for t in known):
            continue
        noun = _NOUN.match(sentence, end)
        told = noun.group("noun") if noun else ""
        role = next((role for words, role in _ROLES if words.search(told)), None)
        if role is None and group != "path":
            role = ThingRole.DATASET
        if role is not None:
            yield Thing(hit.group(group), role, "", (), start, end)


def _statement(paper: RelPath, block: Block, span: tuple[int, int], sentence: str, thing: Thing) -> Statement:
    """The span covers the name with its marks and the noun behind it."""
    noun = _NOUN.match(sentence, thing.end)
    start, end = thing.start, noun.end() if noun else thing.end
    marked = sentence[start - 1 : start] == "`"
    if marked and sentence[thing.end : thing.end + 1] == "`":
        start, end = start - 1, max(end, thing.end + 1)
    return Statement(
        paper,
        span[0] + start,
        span[0] + end,
        ClaimKind.SETUP,
        About.RUN,
        block.section,
        span,
        lead=block.lead,
        paragraph=block.start,
        thing=replace(thing, start=span[0] + thing.start, end=span[0] + thing.end),
    )
