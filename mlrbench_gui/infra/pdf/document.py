"""A paper between Markdown and page: blocks of runs in which every shown character knows its source code point."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Style:
    """How a run of text is set."""

    strong: bool = False
    emphasis: bool = False
    code: bool = False
    struck: bool = False
    small: bool = False
    label: bool = False


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Chars:
    """Text to show; `at[i]` is the source code point that `text[i]` stands for."""

    text: str
    at: Sequence[int]
    style: Style = PLAIN


@dataclass(frozen=True, slots=True)
class Formula:
    """TeX without its delimiters; `start` to `end` in the source has them."""

    tex: str
    start: int
    end: int
    display: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by the reference as written, with its alternative text."""

    reference: str
    start: int
    end: int
    alt: tuple["Inline", ...] = ()


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a source line; `forced` where the author asked for a new line."""

    forced: bool


Inline = Chars | Formula | Picture | Break
Inlines = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (the title) to 6."""

    level: int
    content: Inlines


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `hanging` for entries of the references, `small` for captions without a picture."""

    content: Inlines
    hanging: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of the table or figure that stands before or after it."""

    content: Inlines


@dataclass(frozen=True, slots=True)
class Display:
    """A formula on lines of its own, with the punctuation that follows it."""

    formula: Formula
    tail: Inlines = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture on lines of its own."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, the first the head; all rows have as many cells as `aligns`: left, center, right or empty."""

    aligns: tuple[str, ...]
    rows: tuple[tuple[Inlines, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code with the language named in the fence."""

    lines: tuple[Chars, ...]
    language: Chars | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list with its mark (`1.`, or empty for a bullet of ours)."""

    mark: Chars | None
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `tight` without space between its items."""

    items: tuple[Item, ...]
    tight: bool


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quotation."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A horizontal rule."""


@dataclass(frozen=True, slots=True)
class Group:
    """A caption with its table or figure, kept together."""

    blocks: tuple["Block", ...]


Block = Heading | Paragraph | Caption | Display | Figure | Table | Code | Listing | Quote | Divider | Group


@dataclass(frozen=True, slots=True)
class Document:
    """A whole paper; `title` is plain text for the PDF's properties."""

    blocks: tuple[Block, ...]
    title: str = ""
    warnings: tuple[str, ...] = field(default=())


def plain_text(content: Sequence[Inline]) -> str:
    """The characters of some inlines, formulas as their TeX."""
    parts: list[str] = []
    for item in content:
        match item:
            case Chars(text=text):
                parts.append(text)
            case Formula(tex=tex):
                parts.append(tex)
            case Break():
                parts.append(" ")
            case Picture():
                pass
    return "".join(parts)
