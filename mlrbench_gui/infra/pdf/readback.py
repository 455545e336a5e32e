"""From the finished PDF back to the source: which glyphs each marker link covers, character by character.

Glyphs come in drawing order, as markers do, so a word is nearly always the next glyphs; its link's rectangles prove
it. Formulas get the glyphs that lie in their links; of these the numbers are told apart where source and page agree.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pymupdf

from mlrbench_gui.domain.places import PlacedText
from mlrbench_gui.infra.pdf.emitter import Marker

_LINK = re.compile(
    r"/Rect\s*\[\s*([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\s*\].*?/URI\s*\(s:(\d+)\)", re.DOTALL
)
_REFERENCE = re.compile(r"(\d+) 0 R")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_IGNORED = frozenset("\u200b\u200c\u200d\ufe0e\ufe0f")
_SAME_GLYPH = str.maketrans("\u00ad\u2010\u2011", "---")
_LOOK_AHEAD = 400
_STRAY = 12

Rect = tuple[int, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A drawn sign: its folded text (may be several characters), whether it is missing from the font, its box."""

    text: str
    raw: str
    missing: bool
    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def box(self) -> tuple[int, float, float, float, float]:
        return (self.page, self.x0, self.y0, self.x1, self.y1)


def folded(text: str) -> str:
    """Text as glyphs and source are compared: compatibility forms, without blanks, all hyphens alike.

    Hyphens share a glyph, and the PDF names that glyph after the one that was drawn first.
    """
    if text.isascii():
        return "".join(text.split())
    kept = "".join(char for char in text if char not in _IGNORED)
    return "".join(unicodedata.normalize("NFKC", kept).translate(_SAME_GLYPH).split())


def marker_rects(document: pymupdf.Document) -> dict[int, list[Rect]]:
    """Rectangles of each marker, page by page (1-based), top left corner as origin."""
    found: dict[int, list[Rect]] = {}
    for index in range(document.page_count):
        xref = document.page_xref(index)
        height = document[index].rect.height
        kind, value = document.xref_get_key(xref, "Annots")
        if kind == "xref":
            value = document.xref_object(int(value.split()[0]), compressed=True)
        for reference in _REFERENCE.findall(value if kind in {"array", "xref"} else ""):
            match = _LINK.search(document.xref_object(int(reference), compressed=True))
            if match:
                x0, y0, x1, y1 = (float(match[number]) for number in range(1, 5))
                found.setdefault(int(match[5]), []).append((index + 1, x0, height - y1, x1, height - y0))
    return found


def glyphs(document: pymupdf.Document) -> list[Glyph]:
    """All signs that leave a mark, in drawing order."""
    return [
        glyph for index in range(document.page_count) for glyph in _page_glyphs(document[index], index + 1)
    ]


def _page_glyphs(page: pymupdf.Page, number: int) -> Iterator[Glyph]:
    for span in page.get_texttrace():
        for code, glyph, _origin, (x0, y0, x1, y1) in span["chars"]:
            raw = chr(code) if 0 <= code < 0x110000 else "\ufffd"
            text = folded(raw) if code >= 0x20 else ""
            if text or glyph == 0:
                yield Glyph(text, raw, glyph == 0, number, x0, y0, x1, y1)


@dataclass(frozen=True, slots=True)
class ReadBack:
    """Placed texts sorted by start; `absent`: characters without a glyph; `unplaced`: markers that left no mark."""

    placed: tuple[PlacedText, ...]
    absent: frozenset[str]
    unplaced: int
    inexact: int


def read_back(document: pymupdf.Document, markers: Sequence[Marker], text: str) -> ReadBack:
    """Find every marker on the pages of the document that was set from them."""
    reader = _Reader(glyphs(document), marker_rects(document), markers, text)
    return reader.read()


class _Reader:
    """Walks glyphs and markers side by side."""

    def __init__(
        self, signs: list[Glyph], rects: dict[int, list[Rect]], markers: Sequence[Marker], text: str
    ) -> None:
        self.signs = signs
        self.rects = rects
        self.markers = markers
        self.text = text
        self.at = 0
        self.absent: set[str] = set()
        self.page_starts = [
            bisect_left(signs, page, key=lambda sign: sign.page) for page in range(1, _last(signs) + 2)
        ]

    def read(self) -> ReadBack:
        placed: list[PlacedText] = []
        unplaced = inexact = 0
        for number, marker in enumerate(self.markers):
            rects = self.rects.get(number)
            if not rects:
                unplaced += 1
                continue
            item = self._word(marker, rects) if marker.text else self._formula(marker, rects)
            inexact += bool(marker.text) and any(box[0] < 0 for box in item.boxes)
            placed.append(item)
        placed.sort(key=lambda item: (item.start, item.end))
        return ReadBack(tuple(placed), frozenset(self.absent), unplaced, inexact)

    def _word(self, marker: Marker, rects: list[Rect]) -> PlacedText:
        wanted = _wanted(marker)
        spelled = "".join(char for char, _ in wanted)
        for start in range(self.at, min(self.at + _LOOK_AHEAD, len(self.signs))):
            if start > self.at and self.signs[start].page > rects[-1][0]:
                break
            matched = self._match(start, spelled, rects)
            if matched is not None:
                self.at = matched[-1] + 1 if matched else start
                return self._placed(marker, wanted, matched)
        return self._by_place(marker, wanted, spelled, rects)

    def _match(self, start: int, spelled: str, rects: list[Rect]) -> list[int] | None:
        """Indexes of the glyphs from `start` on that spell the word inside its rectangles."""
        used: list[int] = []
        at = 0
        index = start
        while at < len(spelled):
            if index >= len(self.signs):
                return None
            sign = self.signs[index]
            if sign.missing:
                self._note_missing(sign, spelled[at])
                used.append(index)
                at += 1
            elif spelled.startswith(sign.text, at) and _inside(sign, rects):
                used.append(index)
                at += len(sign.text)
            elif not (used and sign.text == "-"):
                return None
            index += 1
        return used

    def _note_missing(self, sign: Glyph, char: str) -> None:
        self.absent.add(sign.raw if sign.raw not in "\0\ufffd" else char)

    def _placed(self, marker: Marker, wanted: list[tuple[str, int]], used: list[int]) -> PlacedText:
        boxes: list[tuple[int, int, float, float, float, float]] = []
        at = 0
        for index in used:
            sign = self.signs[index]
            length = max(len(sign.text), 1)
            first, last = wanted[at][1], wanted[min(at + length, len(wanted)) - 1][1]
            offsets = range(first, last + 1) if 0 < last - first < length else (first,)
            boxes.extend((offset, *sign.box) for offset in offsets)
            at += length
        return PlacedText(marker.start, marker.end, tuple(boxes))

    def _by_place(
        self, marker: Marker, wanted: list[tuple[str, int]], spelled: str, rects: list[Rect]
    ) -> PlacedText:
        """The word by its rectangles alone, where drawing order does not help."""
        inside = self._signs_in(rects)
        signs = [index for index in inside if self.signs[index].text != "-" or "-" in spelled]
        if "".join(self.signs[index].text for index in signs) == spelled:
            return self._placed(marker, wanted, signs)
        for index in inside:
            if self.signs[index].missing:
                self.absent.update(char for char in marker.text if not char.isascii())
        return PlacedText(marker.start, marker.end, tuple((-1, *rect) for rect in rects))

    def _next_signs_in(self, rects: list[Rect]) -> list[int]:
        """Glyphs of a formula: drawn in one go, they begin within the next few."""
        index = self.at
        last = min(self.at + _LOOK_AHEAD, len(self.signs))
        while index < last and not _inside(self.signs[index], rects):
            index += 1
        found: list[int] = []
        outside = 0
        while index < len(self.signs) and outside < _STRAY:
            if _inside(self.signs[index], rects):
                found.append(index)
                outside = 0
            else:
                outside += 1
            index += 1
        return found

    def _signs_in(self, rects: list[Rect]) -> list[int]:
        pages = sorted({rect[0] for rect in rects})
        return [
            index
            for page in pages
            for index in range(self.page_starts[page - 1], self._page_end(page))
            if _inside(self.signs[index], rects)
        ]

    def _page_end(self, page: int) -> int:
        return self.page_starts[page] if page < len(self.page_starts) else len(self.signs)

    def _formula(self, marker: Marker, rects: list[Rect]) -> PlacedText:
        inside = self._next_signs_in(rects)
        if inside:
            self.at = inside[-1] + 1
        else:
            inside = self._signs_in(rects)
        whole = _lines_of([self.signs[index].box for index in inside]) or rects
        boxes = [(-1, *rect) for rect in whole]
        boxes.extend(self._numbers(marker, inside))
        return PlacedText(marker.start, marker.end, tuple(boxes))

    def _numbers(
        self, marker: Marker, inside: list[int]
    ) -> Iterator[tuple[int, int, float, float, float, float]]:
        """Boxes of the digits of each number, if page and source hold the same numbers in the same order."""
        source = [
            (match[0], marker.start + match.start())
            for match in _NUMBER.finditer(self.text[marker.start : marker.end])
        ]
        shown, places = self._on_baselines(inside)
        drawn = [(match[0], match.start()) for match in _NUMBER.finditer(shown)]
        if [number for number, _ in source] != [number for number, _ in drawn]:
            return
        for (number, offset), (_, at) in zip(source, drawn, strict=True):
            for step in range(len(number)):
                yield (offset + step, *self.signs[places[at + step]].box)

    def _on_baselines(self, inside: list[int]) -> tuple[str, list[int]]:
        """What the glyphs spell, a blank wherever the line changes: numerator, denominator, index."""
        shown: list[str] = []
        places: list[int] = []
        for index in inside:
            if places and abs(self.signs[index].y1 - self.signs[places[-1]].y1) > 0.5:
                shown.append(" ")
                places.append(places[-1])
            shown.append(self.signs[index].text[:1] or " ")
            places.append(index)
        return "".join(shown), places


def _wanted(marker: Marker) -> list[tuple[str, int]]:
    """Folded characters of the word, each with its source offset."""
    return [
        (piece, offset) for char, offset in zip(marker.text, marker.at, strict=True) for piece in folded(char)
    ]


def _inside(sign: Glyph, rects: list[Rect]) -> bool:
    x, y = (sign.x0 + sign.x1) / 2, (sign.y0 + sign.y1) / 2
    return any(
        page == sign.page and x0 - 0.6 <= x <= x1 + 0.6 and y0 - 1.5 <= y <= y1 + 1.5
        for page, x0, y0, x1, y1 in rects
    )


def _last(signs: list[Glyph]) -> int:
    return signs[-1].page if signs else 0


def _lines_of(boxes: list[Rect]) -> list[Rect]:
    """One rectangle a line and page: boxes whose heights overlap lie on one line."""
    lines: list[Rect] = []
    for page, x0, y0, x1, y1 in sorted(boxes):
        for index, (other, a0, b0, a1, b1) in enumerate(lines):
            if other == page and min(b1, y1) - max(b0, y0) > 0.25 * min(b1 - b0, y1 - y0):
                lines[index] = (page, min(a0, x0), min(b0, y0), max(a1, x1), max(b1, y1))
                break
        else:
            lines.append((page, x0, y0, x1, y1))
    return lines
