"""Where the characters of a paper's source stand on its pages.

Coordinates are PDF points from the page's top left corner. A `PlacedText` is one word (or formula, picture) of
the source with the boxes of its characters. `PlaceMap` keeps them in flat arrays: a paper has some 60,000 boxes,
which are found by bisection and travel between processes as bytes.
"""

import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, overload

from typing_extensions import override

Box = tuple[int, int, float, float, float, float]


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

    `boxes` holds (offset, page, x0, y0, x1, y1) for each source code point that left a glyph. Boxes with offset
    -1 are rectangles of the whole (a formula, a picture, a word whose glyphs could not be told apart).
    """

    start: int
    end: int
    boxes: tuple[Box, ...]


class _Packed(Sequence[PlacedText]):
    """Placed texts, sorted by start, as arrays."""

    def __init__(self, placed: Iterable[PlacedText] = ()) -> None:
        self.starts = array("q")
        self.ends = array("q")
        self.reach = array("q")
        self.first = array("q", [0])
        self.offsets = array("q")
        self.pages = array("q")
        self.edges = array("f")
        furthest = 0
        for item in sorted(placed, key=lambda item: (item.start, item.end)):
            furthest = max(furthest, item.end)
            self.starts.append(item.start)
            self.ends.append(item.end)
            self.reach.append(furthest)
            for offset, page, *edges in item.boxes:
                self.offsets.append(offset)
                self.pages.append(page)
                self.edges.extend(edges)
            self.first.append(len(self.offsets))

    def arrays(self) -> tuple["array[int] | array[float]", ...]:
        return (self.starts, self.ends, self.reach, self.first, self.offsets, self.pages, self.edges)

    @override
    def __len__(self) -> int:
        return len(self.starts)

    @overload
    @override
    def __getitem__(self, index: int) -> PlacedText: ...

    @overload
    @override
    def __getitem__(self, index: slice) -> tuple[PlacedText, ...]: ...

    @override
    def __getitem__(self, index: int | slice) -> PlacedText | tuple[PlacedText, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        return PlacedText(self.starts[at], self.ends[at], tuple(self.boxes(at)))

    def boxes(self, at: int) -> Iterator[Box]:
        for box in range(self.first[at], self.first[at + 1]):
            x0, y0, x1, y1 = self.edges[4 * box : 4 * box + 4]
            yield (self.offsets[box], self.pages[box], x0, y0, x1, y1)

    def overlapping(self, start: int, end: int) -> range:
        """Indexes of texts that may overlap the span."""
        return range(bisect_left(self.reach, start + 1), bisect_left(self.starts, end))

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Packed) and self.arrays() == other.arrays()

    @override
    def __hash__(self) -> int:
        return hash((len(self), len(self.offsets)))


_COUNTS = struct.Struct("<3Q")


@dataclass(frozen=True, slots=True)
class PlaceMap:
    """All placed text of a paper, sorted by start, with page sizes (width, height) in points."""

    placed: Sequence[PlacedText]
    page_sizes: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not isinstance(self.placed, _Packed):
            object.__setattr__(self, "placed", _Packed(self.placed))

    def rects(self, start: int, end: int) -> tuple[PageRect, ...]:
        """Rectangles that cover exactly the source span, one a line, in reading order."""
        return merge_lines(self._boxes(start, end))

    def _boxes(self, start: int, end: int) -> Iterator[PageRect]:
        packed = self.placed
        assert isinstance(packed, _Packed)
        for at in packed.overlapping(start, end):
            first, last = packed.starts[at], packed.ends[at]
            if last <= start:
                continue
            yield from _covering(list(packed.boxes(at)), (start, end), whole=start <= first and last <= end)

    def to_bytes(self) -> bytes:
        """A compact form that `from_bytes` reads, little endian."""
        packed = self.placed
        assert isinstance(packed, _Packed)
        sizes = array("f", [edge for size in self.page_sizes for edge in size])
        parts = [_COUNTS.pack(len(packed), len(packed.offsets), len(self.page_sizes))]
        parts.extend(_little(part).tobytes() for part in (*packed.arrays(), sizes))
        return b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises ValueError for anything else."""
        if len(data) < _COUNTS.size:
            raise ValueError("too short for a place map")
        texts, boxes, pages = _COUNTS.unpack_from(data)
        packed = _Packed()
        packed.first.pop()
        sizes = array("f")
        lengths = (texts, texts, texts, texts + 1, boxes, boxes, 4 * boxes, 2 * pages)
        targets = (*packed.arrays(), sizes)
        if (
            sum(n * part.itemsize for n, part in zip(lengths, targets, strict=True))
            != len(data) - _COUNTS.size
        ):
            raise ValueError("not the length of a place map")
        at = _COUNTS.size
        for length, part in zip(lengths, targets, strict=True):
            part.frombytes(data[at : at + length * part.itemsize])
            at += length * part.itemsize
            if sys.byteorder == "big":
                part.byteswap()
        if any(left > right for left, right in zip(packed.first, packed.first[1:], strict=False)):
            raise ValueError("the boxes of a place map are out of order")
        if packed.first[0] != 0 or packed.first[-1] != boxes:
            raise ValueError("the boxes of a place map do not add up")
        return cls(packed, tuple(zip(sizes[::2], sizes[1::2], strict=True)))


def _little(part: "array[int] | array[float]") -> "array[int] | array[float]":
    if sys.byteorder == "big":
        part = part[:]
        part.byteswap()
    return part


def _covering(boxes: Sequence[Box], span: tuple[int, int], *, whole: bool) -> Iterator[PageRect]:
    """The boxes of one placed text for a span: its rectangles as a whole if all is wanted, else its characters'."""
    start, end = span
    wholes = [box for box in boxes if box[0] < 0]
    if wholes and whole:
        yield from (PageRect(*box[1:]) for box in wholes)
        return
    chosen = [box for box in boxes if start <= box[0] < end]
    if chosen or not wholes:
        yield from (PageRect(*box[1:]) for box in chosen)
    else:
        yield from (PageRect(*box[1:], exact=False) for box in wholes)


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
