"""A paper's text as values: blocks, sentences, tables and figures with code-point offsets into one string."""

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """What a stretch of a paper is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"
    FIGURE = "figure"
    CAPTION = "caption"
    MATH = "math"
    CODE = "code"


class SectionKind(StrEnum):
    """The part a section plays; it decides how its statements are read."""

    FRONT = "front"
    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    RELATED = "related"
    METHOD = "method"
    SETUP = "setup"
    RESULTS = "results"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"
    LIMITATIONS = "limitations"
    FUTURE = "future"
    REFERENCES = "references"
    APPENDIX = "appendix"
    OTHER = "other"


STATING = (
    SectionKind.ABSTRACT,
    SectionKind.RESULTS,
    SectionKind.DISCUSSION,
    SectionKind.CONCLUSION,
    SectionKind.OTHER,
)
"""Sections in which a paper states its results."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its title as printed and the part it plays; `parents` are the titles above it."""

    title: str
    kind: SectionKind
    level: int
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Code points `start` to `end` of one kind in one section. `lead` is the bold label that opens a list item."""

    kind: BlockKind
    start: int
    end: int
    section: Section
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: the span of its trimmed content, row and column (0-based, header excluded)."""

    start: int
    end: int
    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A pipe or LaTeX table. `labels` are the columns that name rows; a cell's name is row label and header."""

    start: int
    end: int
    section: Section
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in the paper: the reference as written, its alternative text and caption."""

    start: int
    end: int
    section: Section
    target: str
    alt: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PaperText:
    """A paper ready for reading. `text` is what all spans count in."""

    text: str
    title: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
