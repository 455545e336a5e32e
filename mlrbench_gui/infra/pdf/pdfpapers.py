"""PDF papers as they are: their text, and where each of its characters stands."""

import re
from collections.abc import Iterator

import pymupdf

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.places import PlacedText, PlaceMap
from mlrbench_gui.services.ports.papers import BuiltPaper

PAGE_BREAK = "\f"
_WORD = re.compile(r"\S+")
_FLAGS = pymupdf.TEXTFLAGS_TEXT

Box = tuple[str, float, float, float, float]


def open_pdf(data: bytes) -> pymupdf.Document:
    """The PDF, if it can be read. Raises InputError."""
    try:
        document = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise InputError(f"not a readable PDF ({error})") from None
    if document.needs_pass:
        raise InputError("the PDF is locked by a password; import it without one")
    if document.page_count == 0:
        raise InputError("the PDF has no pages")
    return document


def pdf_text(data: bytes) -> str:
    """Pages' text joined by U+000C."""
    with open_pdf(data) as document:
        return PAGE_BREAK.join(page.get_text("text", sort=False) for page in document)


def build_from_pdf(data: bytes) -> BuiltPaper:
    """The PDF unchanged, with the place map over its extracted text."""
    with open_pdf(data) as document:
        texts: list[str] = []
        placed: list[PlacedText] = []
        base = 0
        for number, page in enumerate(document, start=1):
            text = page.get_text("text", sort=False)
            placed.extend(_page_words(page, number, text, base))
            texts.append(text)
            base += len(text) + len(PAGE_BREAK)
        sizes = tuple((page.rect.width, page.rect.height) for page in document)
    return BuiltPaper(data, PlaceMap(tuple(placed), sizes), PAGE_BREAK.join(texts))


def _page_words(page: pymupdf.Page, number: int, text: str, base: int) -> Iterator[PlacedText]:
    """Words of a page's text; its characters come in the same order as those of the raw page."""
    boxes: list[Box | None] = [None] * len(text)
    at = 0
    for box in _raw_characters(page):
        found = text.find(box[0], at, at + 4)
        if found >= 0:
            boxes[found] = box
            at = found + 1
    for word in _WORD.finditer(text):
        known = tuple(
            (base + index, number, place[1], place[2], place[3], place[4])
            for index in range(word.start(), word.end())
            if (place := boxes[index]) is not None
        )
        if known:
            yield PlacedText(base + word.start(), base + word.end(), known)


def _raw_characters(page: pymupdf.Page) -> Iterator[Box]:
    for block in page.get_text("rawdict", flags=_FLAGS, sort=False)["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    x0, y0, x1, y1 = char["bbox"]
                    yield (char["c"], x0, y0, x1, y1)
