"""Where the characters of a paper's source stand on its pages.

Coordinates are PDF points from the page's top left corner. A `PlacedText` is one word (or formula, picture) of
the source with the boxes of its characters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageRect:
    """A rectangle on a page (1-based): x0, y0, x1, y1 in points.

    `exact` is False where only the whole word is known.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    exact: bool = True


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Source code points `start` to `end` with their boxes in reading order.

    `boxes` holds (offset, page, x0, y0, x1, y1) for each source code point that left a glyph; where glyphs could
    not be told apart `boxes` holds rectangles of the whole with offset -1.
    """

    start: int
    end: int
    boxes: tuple[tuple[int, int, float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class PlaceMap:
    """All placed text of a paper, sorted by start, with page sizes (width, height) in points."""

    placed: tuple[PlacedText, ...]
    page_sizes: tuple[tuple[float, float], ...]

    def rects(self, start: int, end: int) -> tuple[PageRect, ...]:
        """Rectangles that cover exactly the source span, one a line, in reading order."""
        return merge_lines(self._boxes(start, end))

    def _boxes(self, start: int, end: int) -> Iterable[PageRect]:
        for item in self._overlapping(start, end):
            for offset, page, x0, y0, x1, y1 in item.boxes:
                if offset < 0:
                    yield PageRect(page, x0, y0, x1, y1, exact=start <= item.start and item.end <= end)
                elif start <= offset < end:
                    yield PageRect(page, x0, y0, x1, y1)

    def _overlapping(self, start: int, end: int) -> Sequence[PlacedText]:
        return [item for item in self.placed if item.start < end and start < item.end]


def merge_lines(boxes: Iterable[PageRect]) -> tuple[PageRect, ...]:
    """Join neighbouring boxes of one line into one rectangle."""
    merged: list[PageRect] = []
    for box in boxes:
        last = merged[-1] if merged else None
        if last is not None and _same_line(last, box):
            merged[-1] = PageRect(
                last.page,
                min(last.x0, box.x0),
                min(last.y0, box.y0),
                max(last.x1, box.x1),
                max(last.y1, box.y1),
                exact=last.exact and box.exact,
            )
        else:
            merged.append(box)
    return tuple(merged)


def _same_line(left: PageRect, right: PageRect) -> bool:
    if left.page != right.page:
        return False
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    height = min(left.y1 - left.y0, right.y1 - right.y0)
    return (
        overlap > 0.5 * height
        and right.x0 - left.x1 < 3.0 * max(height, 1.0)
        and right.x0 >= left.x0 - height
    )
