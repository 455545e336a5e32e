"""Where the pages of a paper stand under one another, in points. No Qt: plain numbers, so that it can be tested."""

from bisect import bisect_right
from dataclasses import dataclass

from mlrbench_gui.domain.places import PageRect

GAP = 9.0
"""Points between two pages, and above the first one."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in the stack's points."""


@dataclass(frozen=True, slots=True)
class PageStack:
    """Pages from top to bottom, each centred on the widest one."""

    sizes: tuple[tuple[float, float], ...]
    tops: tuple[float, ...]
    width: float
    height: float

    def page_box(self, page: int) -> Box:
        """The box of a page (1-based)."""
        width, height = self.sizes[page - 1]
        left = (self.width - width) / 2.0
        top = self.tops[page - 1]
        return left, top, left + width, top + height

    def box(self, rect: PageRect) -> Box:
        """A rectangle of a page as a box of the stack."""
        left, top, _, _ = self.page_box(rect.page)
        return left + rect.x0, top + rect.y0, left + rect.x1, top + rect.y1

    def page_at(self, y: float) -> int:
        """The page (1-based) at this height; the nearest one for heights between or outside."""
        return max(1, min(bisect_right(self.tops, y), len(self.sizes)))

    def on_page(self, x: float, y: float) -> tuple[int, float, float]:
        """Page and place on it of a point of the stack."""
        page = self.page_at(y)
        left, top, _, _ = self.page_box(page)
        return page, x - left, y - top

    def pages_between(self, top: float, bottom: float) -> range:
        """The pages (1-based) of which a part stands between two heights."""
        return range(self.page_at(top), self.page_at(bottom) + 1)


def stack_pages(sizes: tuple[tuple[float, float], ...]) -> PageStack:
    """Put pages of these sizes under one another."""
    tops: list[float] = []
    y = GAP
    for _, height in sizes:
        tops.append(y)
        y += height + GAP
    return PageStack(sizes, tuple(tops), max((width for width, _ in sizes), default=0.0), y)
