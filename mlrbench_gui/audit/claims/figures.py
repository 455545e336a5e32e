"""Statements about figures: pictures, captions, and sentences on what a figure shows, each one claim as a whole."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.text.paper import Block, BlockKind, PaperText
from mlrbench_gui.domain.values import ClaimKind, RelPath

MENTION = re.compile(
    r"\bfig(?:ure|\.)?s?\s*(?P<first>\d+)(?:\s*(?:[-–—]|and|&|,)\s*(?P<last>\d+))?", re.IGNORECASE
)
NUMBERED = re.compile(r"\bfig(?:ure|\.)?\s*(?P<number>\d+)", re.IGNORECASE)
_CAPTION = re.compile(r"[\s*_>#]*fig(?:ure|\.)?\s*(?P<number>\d+)", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_TABLE_TITLE = re.compile(r"[\s*_>#]*tab(?:le|\.)\s*\d+", re.IGNORECASE)
_MOST = 800
_LEAST_WORDS = 3
_MOST_NAMED = 8
_MARKS = " \n\t*_"


def number_of(text: str) -> int | None:
    """The number of the first figure that a text names."""
    hit = MENTION.search(text)
    return int(hit.group("first")) if hit else None


def mentioned(text: str) -> list[int]:
    """The numbers of the figures that a text names, ranges written out."""
    numbers: list[int] = []
    for hit in MENTION.finditer(text):
        first, last = int(hit.group("first")), int(hit.group("last") or hit.group("first"))
        numbers += range(first, min(max(first, last), first + _MOST_NAMED) + 1)
    return numbers


def tells_openly(text: str) -> bool:
    """Whether a text names a figure outside of brackets; within it only points there."""
    return MENTION.search(_BRACKETS.sub("", text)) is not None


def is_figure_caption(text: str, block: Block) -> bool:
    """Whether the block is the caption of a figure."""
    return block.kind is BlockKind.CAPTION and _CAPTION.match(text, block.start, block.end) is not None


def is_table_title(sentence: str, block: Block) -> bool:
    """Whether a sentence only gives a table its number and title."""
    return block.kind is BlockKind.CAPTION and _TABLE_TITLE.match(sentence) is not None


def caption_statement(paper: RelPath, text: str, block: Block) -> Statement:
    """The caption of a figure as one statement."""
    start, end = _stripped(text, block.start, block.end)
    return Statement(
        paper,
        start,
        end,
        ClaimKind.FIGURE,
        About.RUN,
        block.section,
        (start, end),
        paragraph=block.start,
        figure=number_of(text[start:end]),
    )


def mentioning(base: Statement, text: str) -> Iterator[Statement]:
    """The statement that a sentence makes about the figures it names; nothing where it does no more than point."""
    start, end = _stripped(text, *base.sentence)
    told = text[start:end]
    number = number_of(told)
    if number is None or base.about is not About.RUN or not tells_openly(told):
        return
    if len(re.findall(r"[A-Za-z]{2,}", MENTION.sub("", told))) < _LEAST_WORDS:
        return
    yield Statement(
        base.paper,
        start,
        end,
        ClaimKind.FIGURE,
        base.about,
        base.section,
        base.sentence,
        lead=base.lead,
        before=base.before,
        paragraph=base.paragraph,
        figure=number,
    )


def picture_statements(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    """Each picture of the paper with its alternative text and caption."""
    for figure in text.figures:
        yield Statement(
            paper,
            figure.start,
            figure.end,
            ClaimKind.FIGURE,
            About.RUN,
            figure.section,
            (figure.start, figure.end),
            lead=figure.alt,
            before=figure.caption,
            target=figure.target,
            figure=number_of(figure.caption) or number_of(figure.alt),
        )


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without list marks, blanks and emphasis at its ends, at most 800 characters."""
    head = re.compile(r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+)?").match(text, start, end)
    start = head.end() if head else start
    while start < end and text[start] in _MARKS:
        start += 1
    end = min(end, start + _MOST)
    while end > start and text[end - 1] in _MARKS + ":":
        end -= 1
    return start, end
