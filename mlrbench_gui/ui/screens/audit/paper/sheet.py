"""A paper made ready for the screen: its pages, places, glyphs, figures and the claims' boxes.

Loaded off the GUI thread, because the places of 5,000 claims take longer than a frame.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.places import PageRect, PlaceMap
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.papers import built_paper
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.ui.screens.audit.paper.marks import (
    MarginGlyph,
    Tick,
    claim_boxes,
    claim_rects,
    margin_glyphs,
    ticks,
)
from mlrbench_gui.ui.screens.audit.paper.reading import GlyphIndex, index_glyphs
from mlrbench_gui.ui.screens.audit.paper.stack import Box, PageStack, stack_pages

_AIR = 22.0
_MARGIN = 60.0


@dataclass(frozen=True, slots=True)
class ClaimMarks:
    """Where the claims are on the pages: the boxes of their words by id, their glyphs and ticks."""

    boxes: Mapping[str, tuple[Box, ...]]
    glyphs: tuple[MarginGlyph, ...]
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One paper of one run on the screen."""

    run: RunName
    path: RelPath
    built: BuiltPaper
    stack: PageStack
    glyphs: GlyphIndex
    figures: Mapping[int, tuple[PageRect, ...]]
    marks: ClaimMarks

    @property
    def reading_width(self) -> tuple[float, float]:
        """Left and right of what is read: all text with a little air, and room for the margin glyphs."""
        edges = [edge for page in self.glyphs.pages for edge in self._edges(page)]
        if not edges:
            return 0.0, self.stack.width
        left, right = min(edges) - _AIR, max(edges) + _MARGIN
        return max(left, 0.0), min(right, self.stack.width)

    def _edges(self, page: int) -> tuple[float, float]:
        left = self.stack.page_box(page)[0]
        glyphs = self.glyphs.pages[page]
        return left + min(glyph.x0 for glyph in glyphs), left + max(glyph.x1 for glyph in glyphs)

    @property
    def text(self) -> str:
        """The text in which spans count."""
        return self.built.text

    def span_boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """The boxes of any span of the text."""
        return tuple(self.stack.box(rect) for rect in self.built.places.rects(start, end))


def load_sheet(ctx: Context, run: RunName, path: RelPath, claims: Sequence[ReviewedClaim]) -> PaperSheet:
    """Build the paper (or take it from the cache) and find every claim on it. Raises InputError."""
    return sheet_of(built_paper(ctx, run, path), run, path, claims)


def sheet_of(built: BuiltPaper, run: RunName, path: RelPath, claims: Sequence[ReviewedClaim]) -> PaperSheet:
    """Make a built paper ready."""
    stack = stack_pages(built.places.page_sizes)
    marks = marks_of(built, stack, path, claims)
    return PaperSheet(
        run, path, built, stack, index_glyphs(built.places), figure_rects(built.places, built.text), marks
    )


def with_claims(sheet: PaperSheet, claims: Sequence[ReviewedClaim]) -> PaperSheet:
    """The same paper with the claims as they stand now."""
    return replace(sheet, marks=marks_of(sheet.built, sheet.stack, sheet.path, claims))


def marks_of(
    built: BuiltPaper, stack: PageStack, path: RelPath, claims: Sequence[ReviewedClaim]
) -> ClaimMarks:
    """Find the claims on the pages."""
    boxes = claim_boxes(stack, claim_rects(built.places, claims, path))
    return ClaimMarks(boxes, margin_glyphs(stack, boxes), ticks(stack, boxes))


def figure_rects(places: PlaceMap, text: str) -> dict[int, tuple[PageRect, ...]]:
    """Where pictures stand, by page: what a Markdown picture left on the page as a whole."""
    found: dict[int, list[PageRect]] = {}
    for item in places.placed:
        if text.startswith("![", item.start):
            for offset, page, x0, y0, x1, y1 in item.boxes:
                if offset < 0:
                    found.setdefault(page, []).append(PageRect(page, x0, y0, x1, y1))
    return {page: tuple(rects) for page, rects in found.items()}
