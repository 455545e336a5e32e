"""Marks of claims on the pages: the boxes of their words, the glyphs in the margin, the ticks beside the scroll bar.

Pure geometry in the stack's points; painting is elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.places import PageRect, PlaceMap
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.screens.audit.paper.stack import Box, PageStack

MARGIN_GLYPH = 11.0
MARGIN_STEP = 13.0
_SAME_LINE = 5.0
_MOST_A_LINE = 3
"""So many fit beside the text at every width of the pane."""


@dataclass(frozen=True, slots=True)
class MarginGlyph:
    """A claim's glyph beside its first line: centre height and left edge.

    With `more` it stands for that many claims of the line, of which `id` is the first.
    """

    id: str
    x: float
    y: float
    more: int = 0


@dataclass(frozen=True, slots=True)
class Tick:
    """A claim's place in the whole paper, 0.0 at the top and 1.0 at the end."""

    id: str
    at: float


def claim_rects(
    places: PlaceMap, claims: Sequence[ReviewedClaim], paper: RelPath
) -> dict[str, tuple[PageRect, ...]]:
    """The rectangles of each claim of this paper; a claim whose words left no mark on a page has none."""
    return {
        claim.current.id: places.rects(*claim.current.span)
        for claim in claims
        if claim.current.paper == paper
    }


def claim_boxes(stack: PageStack, rects: Mapping[str, Sequence[PageRect]]) -> dict[str, tuple[Box, ...]]:
    """Those rectangles as boxes of the stack."""
    return {key: tuple(stack.box(rect) for rect in found) for key, found in rects.items() if found}


def margin_glyphs(stack: PageStack, boxes: Mapping[str, Sequence[Box]]) -> tuple[MarginGlyph, ...]:
    """A glyph a claim in the right margin at its first line, side by side where lines coincide.

    Where a line has more of them than the margin holds, the last place tells how many more there are.
    """
    edges = _text_edges(stack, boxes)
    firsts = sorted((found[0][1] + found[0][3], found[0][0], key) for key, found in boxes.items())
    lines: list[tuple[float, list[str]]] = []
    for doubled, _, key in firsts:
        y = doubled / 2.0
        if lines and y - lines[-1][0] <= _SAME_LINE:
            lines[-1][1].append(key)
        else:
            lines.append((y, [key]))
    return tuple(glyph for y, keys in lines for glyph in _line_glyphs(stack, edges, y, keys))


def _line_glyphs(
    stack: PageStack, edges: Mapping[int, float], y: float, keys: Sequence[str]
) -> Iterator[MarginGlyph]:
    page = stack.page_at(y)
    room = stack.page_box(page)[2] - MARGIN_STEP * _MOST_A_LINE
    start = min(edges[page] + 9.0, room)
    shown = len(keys) if len(keys) <= _MOST_A_LINE else _MOST_A_LINE - 1
    for slot, key in enumerate(keys[:shown]):
        yield MarginGlyph(key, start + slot * MARGIN_STEP, y)
    if shown < len(keys):
        yield MarginGlyph(keys[shown], start + shown * MARGIN_STEP, y, len(keys) - shown)


def ticks(stack: PageStack, boxes: Mapping[str, Sequence[Box]]) -> tuple[Tick, ...]:
    """One tick a claim, in reading order."""
    if stack.height <= 0.0:
        return ()
    found = (Tick(key, boxes[key][0][1] / stack.height) for key in boxes)
    return tuple(sorted(found, key=lambda tick: tick.at))


def _text_edges(stack: PageStack, boxes: Mapping[str, Sequence[Box]]) -> dict[int, float]:
    """The right edge of the marked text of each page: the margin begins there."""
    edges: dict[int, float] = {}
    for found in boxes.values():
        for box in found:
            page = stack.page_at((box[1] + box[3]) / 2.0)
            edges[page] = max(edges.get(page, 0.0), box[2])
    widest = max(edges.values(), default=0.0)
    return dict.fromkeys(range(1, len(stack.sizes) + 1), widest) | {
        page: max(edge, widest) if _same_width(stack) else edge for page, edge in edges.items()
    }


def _same_width(stack: PageStack) -> bool:
    return len({round(width) for width, _ in stack.sizes}) == 1
