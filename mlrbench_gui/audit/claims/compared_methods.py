"""Statements that other methods were run beside the paper's own: the proper names of a list of baselines."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.text.paper import Block, BlockKind, PaperText, SectionKind
from mlrbench_gui.domain.values import ClaimKind, RelPath

_SECTIONS = (SectionKind.SETUP, SectionKind.METHOD, SectionKind.RESULTS, SectionKind.OTHER)
_LABEL = re.compile(
    r"(?m)^[\s>*+•_\d.)-]*(?:[\w-]+\s+)?(?:baselines?|competitors|compared methods)(?:\s+(?:methods|models|systems))?"
    r"[*_\s]*:[*_ \t]*(?P<list>[^\n]{3,400})",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\b(?:baselines?|compared methods|competitors)\b", re.IGNORECASE)
_ITEM = re.compile(
    r"[\s*+•_-]*(?:\(?\d{1,2}[.)]\s+)?[*_`]*(?P<name>[A-Z][\w+-]{2,30})[*_`]*(?:\s*\[[\d, ]+\])?[*_`]*\s*[:(–—]"
)
_NAME = re.compile(
    r"[\s*_`]*(?P<name>[A-Za-z][\w+-]{2,30})[*_`]*\s*(?:\[[^\]]{1,40}\]|\([^)]{1,60}\))?[\s.*_`]*"
)
_PROPER = re.compile(r"[A-Z]{2,}[A-Za-z]*\d*|[A-Z][a-z]*[A-Z][A-Za-z]*\d*|[A-Z][a-z]+\d+")
"""A name that no common word is spelled like: `FastKV`, `RLXF`, `UNMix`."""
_COMMON = re.compile(
    r"(?:MLP|CNN|RNN|GNN|LSTM|GRU|PCA|SVM|KNN|LLM|LM|NN|DNN|ERM|SGD|GPT|BERT|RAG|API|SOTA|CoT|SFT|RL|RLHF|MC|ML|AI|QA|NLP|"
    r"TF|IDF|BM25|KV|GPU|CPU|ViT|ResNet\w*)s?"
)
"""Short forms of kinds of methods: code spells them in many ways."""


def compared_methods(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    """Each proper name of a list of baselines, once."""
    seen: set[str] = set()
    for block in text.blocks:
        if block.section.kind not in _SECTIONS:
            continue
        for start, end in _names(text.text, block):
            name = text.text[start:end]
            if name.lower() not in seen:
                seen.add(name.lower())
                yield _statement(paper, block, start, end, name)


def _names(text: str, block: Block) -> Iterator[tuple[int, int]]:
    if block.kind is BlockKind.ITEM and _HEAD.search(block.section.title):
        item = _ITEM.match(text, block.start, block.end)
        if item is not None and is_proper(item.group("name")):
            yield item.span("name")
        return
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM):
        return
    for label in _LABEL.finditer(text, block.start, block.end):
        at = label.start("list")
        for part in _parts(label.group("list")):
            hit = _NAME.fullmatch(part)
            if hit is not None and is_proper(hit.group("name")):
                yield at + hit.start("name"), at + hit.end("name")
            at += len(part) + 1


def is_proper(name: str) -> bool:
    """Whether it is the proper name of one method, and no short form of a kind of them."""
    return _PROPER.fullmatch(name) is not None and _COMMON.fullmatch(name) is None


def _parts(listed: str) -> list[str]:
    """The list cut at its commas and semicolons, not at those in brackets; the cuts are one character each."""
    parts, depth, last = [], 0, 0
    for at, letter in enumerate(listed):
        depth += (letter in "([") - (letter in ")]")
        if letter in ",;" and depth <= 0:
            parts.append(listed[last:at])
            last = at + 1
    return [*parts, listed[last:]]


def _statement(paper: RelPath, block: Block, start: int, end: int, name: str) -> Statement:
    return Statement(
        paper,
        start,
        end,
        ClaimKind.SETUP,
        About.RUN,
        block.section,
        (start, end),
        lead=block.lead,
        paragraph=block.start,
        thing=Thing(name, ThingRole.METHOD, "", (), start, end),
    )
