"""Finds the statements of a paper: numbers of sentences and cells, rankings, figures, setup, references."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from mlrbench_gui.audit.claims._wording import (
    CITATION,
    DONE,
    FIGURE_WORDS,
    OURS,
    QUALITATIVE,
    RANKING,
    about_of,
    kind_of,
    segments,
)
from mlrbench_gui.audit.claims.compared_methods import compared_methods
from mlrbench_gui.audit.claims.figures import (
    caption_statement,
    is_figure_caption,
    is_table_title,
    mentioning,
    number_of,
    picture_statements,
    tells_openly,
)
from mlrbench_gui.audit.claims.formulas import states_nothing
from mlrbench_gui.audit.claims.named_things import things_used
from mlrbench_gui.audit.claims.statements import About, Statement, TableSpot
from mlrbench_gui.audit.numbers.cells import cell_numbers, unit_of_column
from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.rankings.competing import COMPETITIVE
from mlrbench_gui.audit.rankings.cues import find_comparisons
from mlrbench_gui.audit.rankings.qualities import claims_quality
from mlrbench_gui.audit.text.labels import label_columns, number_labels, row_labels
from mlrbench_gui.audit.text.paper import STATING, Block, BlockKind, Cell, PaperText, SectionKind, Table
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.domain.values import ClaimKind, RelPath

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CAPTION)
_SPELLED_IN = (
    SectionKind.ABSTRACT,
    SectionKind.INTRODUCTION,
    SectionKind.SETUP,
    SectionKind.RESULTS,
    SectionKind.DISCUSSION,
    SectionKind.CONCLUSION,
    SectionKind.LIMITATIONS,
    SectionKind.OTHER,
    SectionKind.APPENDIX,
)
_COMPARING = (*STATING, SectionKind.LIMITATIONS, SectionKind.FUTURE)
_CLAUSE = re.compile(r"[,;:]\s|\.\s|\s(?=\()|\s(?=(?:but|while|whereas|although|though)\s)")
_CHANGES = (ClaimKind.DELTA, ClaimKind.RATIO)
_LISTED = re.compile(r"[\s%$]*(?:,|and|, and|&|/|to|-|–)[\s$~≈]*(?:about |approximately )?")
_PARALLEL = re.compile(
    r"\s*(?P<by>in|on|for)\s[^.;:,()]{1,40}(?:,| and|, and)\s+(?:about |approximately |roughly )?",
    re.IGNORECASE,
)
MOST_STATEMENTS = 4000
_SHORTEST = 25
_ENUMERATOR = re.compile(
    r"\s*(?:[-*+•]\s*)?\(?(?P<number>\d{1,3})[.)]\s|[\s*]*(?P<section>[1-9]\d?(?:\.\d{1,2})+)"
    r"(?:\.?\s+(?=[A-Z][\w-]*[a-z])|\.?[\s*]*$)"
)
"""What opens an item of a list, or a heading that stands in a paragraph: `3. `, `3.2 Overview`."""
_NUMBERED = re.compile(r"^\W*(?:fig(?:ure|\.)?|table)\s*\d+\W*", re.IGNORECASE)
"""What opens a caption; its first sentence is what the others tell of."""


def find_statements(paper: RelPath, text: PaperText) -> tuple[Statement, ...]:
    """All checkable statements, by place; of a text that is no paper at most `MOST_STATEMENTS`."""
    sources = (_from_prose, _from_tables, picture_statements, _from_references)
    found = [s for source in sources for s in islice(source(paper, text), MOST_STATEMENTS)]
    found = _with_things(found, list(islice(things_used(paper, text), MOST_STATEMENTS)))
    found = _with_methods(found, list(islice(compared_methods(paper, text), MOST_STATEMENTS)))
    found.sort(key=lambda s: (s.start, s.end, s.kind))
    return tuple(s for s in found if s.end > s.start)[:MOST_STATEMENTS]


def _with_things(found: list[Statement], used: list[Statement]) -> list[Statement]:
    """A sentence that says by name what was used is told by its names, and not as a whole once more."""
    told = {s.sentence for s in used}
    return [s for s in found if s.number or s.kind is not ClaimKind.SETUP or s.sentence not in told] + used


def _with_methods(found: list[Statement], compared: list[Statement]) -> list[Statement]:
    """What is told by name already is not told once more."""
    told = {(s.start, s.end) for s in found if s.thing is not None}
    return found + [s for s in compared if (s.start, s.end) not in told]


def _from_prose(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    for block in text.blocks:
        if block.kind not in _PROSE or block.section.kind is SectionKind.REFERENCES:
            continue
        before, own = "", block
        if is_figure_caption(text.text, block):
            yield caption_statement(paper, text.text, block)
        for start, end in sentence_spans(text.text, block.start, block.end):
            sentence = text.text[start:end]
            yield from _from_sentence(paper, text, own, (start, end), before)
            before = sentence
            if block.kind is BlockKind.CAPTION and own is block:
                own = replace(block, lead=_NUMBERED.sub("", sentence).strip(" *_."))


def _from_sentence(
    paper: RelPath, text: PaperText, block: Block, span: tuple[int, int], before: str
) -> Iterator[Statement]:
    sentence = text.text[span[0] : span[1]]
    about = about_of(sentence, block.section.kind, block.lead, is_item=block.kind is BlockKind.ITEM)
    numbers = _numbers(sentence, block)
    base = Statement(
        paper,
        0,
        0,
        ClaimKind.VALUE,
        about,
        block.section,
        span,
        lead=block.lead,
        before=before,
        paragraph=block.start,
    )
    in_caption = is_figure_caption(text.text, block)
    if not in_caption:
        yield from mentioning(base, text.text)
    yield from _of_numbers(base, sentence, numbers)
    if not numbers:
        kind_without = _kind_without_number(sentence, block, about)
        is_whole = in_caption or tells_openly(sentence) or is_table_title(sentence, block)
        if kind_without is not None and not (kind_without is ClaimKind.FIGURE and is_whole):
            start, end = _content(sentence)
            figure = number_of(sentence) if kind_without is ClaimKind.FIGURE else None
            yield replace(base, start=span[0] + start, end=span[0] + end, kind=kind_without, figure=figure)
    elif about is About.RUN and block.section.kind in _COMPARING:
        yield from _ranking_part(base, sentence, numbers)


def _of_numbers(base: Statement, sentence: str, numbers: list[PrintedNumber]) -> Iterator[Statement]:
    """A statement for each number of a sentence."""
    at = base.sentence[0]
    siblings = tuple(_moved(n, at) for n in numbers)
    kind = ClaimKind.VALUE
    spans = segments(sentence, numbers)
    for i, ((start, end), number) in enumerate(zip(spans, numbers, strict=True)):
        near = (
            sentence[start : spans[i + 1][1]]
            if number.role == "low" and i + 1 < len(spans)
            else sentence[start:end]
        )
        beside = i > 0 and _is_beside(sentence, numbers[i - 1], number)
        if not (beside and kind in _CHANGES and number.unit == numbers[i - 1].unit):
            kind = kind_of(sentence, near, number, base.section.kind)
        if base.about is About.OTHERS and CITATION.search(sentence):
            kind = ClaimKind.CITATION
        yield replace(base, start=at + start, end=at + end, kind=kind, number=siblings[i], siblings=siblings)


def _is_beside(sentence: str, left: PrintedNumber, right: PrintedNumber) -> bool:
    """Whether two numbers are listed together: by a comma or `and`, within brackets, or `5% in A, 6% in B`."""
    between = sentence[left.unit_end : right.start]
    if _LISTED.fullmatch(between):
        return True
    told = _PARALLEL.fullmatch(between)
    behind = re.match(r"\s*(?P<by>in|on|for)\s", sentence[right.unit_end :])
    if told is not None and behind is not None and told.group("by") == behind.group("by"):
        return True
    opened = sentence.count("(", 0, left.start) > sentence.count(")", 0, left.start)
    return opened and re.fullmatch(r"[^().;:]{0,60}", between) is not None


def _ranking_part(base: Statement, sentence: str, numbers: list[PrintedNumber]) -> Iterator[Statement]:
    """A ranking clause in a sentence whose numbers stand elsewhere in it."""
    compared = [c.at for c in find_comparisons(sentence) if c.is_plain]
    at = 0
    for stop in (*(hit.start() for hit in _CLAUSE.finditer(sentence)), len(sentence)):
        clause = sentence[at:stop]
        if (
            (len(clause) > _SHORTEST or claims_quality(clause))
            and (
                RANKING.search(clause)
                or any(at <= place < stop for place in compared)
                or claims_quality(clause)
                or COMPETITIVE.search(clause)
            )
            and not clause.lstrip().startswith("(")
            and not any(at <= n.start < stop and not n.spelled for n in numbers)
        ):
            start, end = _content(clause)
            yield replace(
                base,
                start=base.sentence[0] + at + start,
                end=base.sentence[0] + at + end,
                kind=ClaimKind.RANKING,
            )
        at = stop + 1


def _numbers(sentence: str, block: Block) -> list[PrintedNumber]:
    spelled = block.section.kind in _SPELLED_IN
    numbers = list(find_numbers(sentence, words=spelled))
    opening = _ENUMERATOR.match(sentence)
    kept = []
    for number in numbers:
        if opening and number.start == opening.start(opening.lastgroup or 0):
            continue
        if not number.spelled and states_nothing(sentence, number):
            continue
        kept.append(number)
    return kept


def _moved(number: PrintedNumber, offset: int) -> PrintedNumber:
    return replace(
        number, start=number.start + offset, end=number.end + offset, unit_end=number.unit_end + offset
    )


def _content(sentence: str) -> tuple[int, int]:
    """The sentence without list marks and emphasis at its ends, at most about 300 characters."""
    head = re.match(r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+)?[*_\s]*", sentence)
    start = head.end() if head else 0
    end = len(sentence)
    while end > start and sentence[end - 1] in " \n\t*_.:":
        end -= 1
    return start, end


def _kind_without_number(sentence: str, block: Block, about: About) -> ClaimKind | None:
    if about is About.RUN and len(sentence) >= _SHORTEST:
        return _kind_of_words(sentence, block)
    related = about is About.OTHERS and block.section.kind is SectionKind.RELATED
    return ClaimKind.CITATION if related and CITATION.search(sentence) else None


def _kind_of_words(sentence: str, block: Block) -> ClaimKind | None:
    """What a sentence without a number tells of the run: a ranking, a figure, its setup, praise, or nothing."""
    section = block.section.kind
    compares = any(c.is_plain for c in find_comparisons(sentence))
    ranks = any(pattern.search(sentence) for pattern in (RANKING, COMPETITIVE)) or claims_quality(sentence)
    praises = QUALITATIVE.search(sentence) is not None
    if section in STATING and ranks:
        return ClaimKind.RANKING
    if block.kind is BlockKind.CAPTION or FIGURE_WORDS.search(sentence):
        return ClaimKind.FIGURE
    if section in _COMPARING and compares:
        return ClaimKind.RANKING
    if section in (SectionKind.SETUP, SectionKind.ABSTRACT) and DONE.search(sentence):
        return ClaimKind.SETUP
    ours = section in (SectionKind.INTRODUCTION, SectionKind.LIMITATIONS) and OURS.search(sentence)
    if (section in STATING or ours) and (ranks or praises):
        return ClaimKind.RANKING if ranks else ClaimKind.QUALITATIVE
    return None


def _from_tables(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    for index, table in enumerate(text.tables):
        labels = label_columns(table)
        for row, label in zip(table.rows, row_labels(table), strict=True):
            for cell in row:
                if cell.column not in labels and cell.text:
                    header = table.header[cell.column] if cell.column < len(table.header) else ""
                    line = text.text.count("\n", table.start, cell.start)
                    spot = TableSpot(index, line, cell.column, label, header, table.caption)
                    yield from _from_cell(paper, table, cell, spot)


def _from_cell(paper: RelPath, table: Table, cell: Cell, spot: TableSpot) -> Iterator[Statement]:
    unit = unit_of_column(spot.header) or unit_of_column(spot.row_label)
    found = cell_numbers(cell.text)
    labels = number_labels(spot.row_label, cell.text, found)
    numbers = tuple(_moved(replace(n, unit=n.unit or unit), cell.start) for n in found)
    kind = ClaimKind.SETUP if table.section.kind is SectionKind.SETUP else ClaimKind.VALUE
    about = About.OTHERS if table.section.kind is SectionKind.RELATED else About.RUN
    whole = Statement(
        paper, cell.start, cell.end, kind, about, table.section, (cell.start, cell.end), spot=spot
    )
    for number, (label, name) in zip(numbers, labels, strict=True):
        own = whole if len(numbers) == 1 else replace(whole, start=number.start, end=number.unit_end)
        named = replace(spot, row_label=f"{label} {name}".strip(), own=name)
        yield replace(own, number=number, siblings=numbers, spot=named)


def _from_references(paper: RelPath, text: PaperText) -> Iterator[Statement]:
    for block in text.blocks:
        if block.section.kind is not SectionKind.REFERENCES or block.kind not in _PROSE:
            continue
        for line in re.finditer(r"[^\n]+", text.text[block.start : block.end]):
            start, end = _content(line.group())
            if end - start > 30 and re.search(
                r"\b(?:19|20)\d\d|arXiv|not specified", line.group(), re.IGNORECASE
            ):
                at = block.start + line.start()
                yield Statement(
                    paper,
                    at + start,
                    at + end,
                    ClaimKind.CITATION,
                    About.OTHERS,
                    block.section,
                    (at, at + len(line.group())),
                )
