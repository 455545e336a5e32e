"""From a point on a page to the paper's source text and back: selecting words and finding them. No Qt."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mlrbench_gui.domain.places import PlaceMap

FIND_LIMIT = 2000


@dataclass(frozen=True, slots=True)
class Glyph:
    """The box of one source code point on a page, or of a whole formula or picture (`end - start > 1`)."""

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class GlyphIndex:
    """All glyphs of a paper by page."""

    pages: dict[int, tuple[Glyph, ...]]

    def nearest(self, page: int, x: float, y: float) -> Glyph | None:
        """The glyph at this point of a page, else the nearest one of the nearest line."""
        return min(
            self.pages.get(page, ()),
            key=lambda glyph: _outside(y, glyph.y0, glyph.y1) * 8.0 + _outside(x, glyph.x0, glyph.x1),
            default=None,
        )

    def between(self, anchor: Glyph, head: Glyph) -> tuple[int, int]:
        """The source span from one glyph to another, both included, in either direction."""
        return min(anchor.start, head.start), max(anchor.end, head.end)


def index_glyphs(places: PlaceMap) -> GlyphIndex:
    """Build the index; a page of 5,000 glyphs is searched in about a millisecond."""
    pages: dict[int, list[Glyph]] = {}
    for item in places.placed:
        glyphs_told = any(box[0] >= 0 for box in item.boxes)
        for offset, page, x0, y0, x1, y1 in item.boxes:
            if offset < 0 and glyphs_told:
                continue
            start, end = (item.start, item.end) if offset < 0 else (offset, offset + 1)
            pages.setdefault(page, []).append(Glyph(start, end, x0, y0, x1, y1))
    return GlyphIndex({page: tuple(glyphs) for page, glyphs in pages.items()})


def find_spans(text: str, words: str) -> tuple[tuple[int, int], ...]:
    """Where the words stand in the source, whatever white space and case they are printed in."""
    parts = words.split()
    if not parts:
        return ()
    pattern = re.compile(r"\s+".join(re.escape(part) for part in parts), re.IGNORECASE)
    return tuple(_limited(match.span() for match in pattern.finditer(text)))


def trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span without white space at its ends."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The run of characters without white space around an offset."""
    start = end = offset
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def section_of(text: str, offset: int) -> str:
    """The nearest Markdown heading above an offset, without its marks."""
    found = ""
    for match in re.finditer(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", text[:offset], re.MULTILINE):
        found = match.group(1)
    return found


def _limited(spans: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for count, span in enumerate(spans):
        if count == FIND_LIMIT:
            return
        yield span


def _outside(value: float, low: float, high: float) -> float:
    """How far a value lies outside of a range."""
    return max(low - value, value - high, 0.0)
