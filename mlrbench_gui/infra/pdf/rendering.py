"""Pages as pixels."""

from collections import OrderedDict
from hashlib import sha256

import pymupdf

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.pdf.pdfpapers import open_pdf
from mlrbench_gui.services.ports.papers import PageImage

_OPEN_AT_ONCE = 4
_MAX_PIXELS = 60_000_000
_MOST_OF_PAGE = 0.8

Box = tuple[int, int, int, int]


class OpenDocuments:
    """The last few documents that pages were asked of, so that each is parsed once."""

    def __init__(self) -> None:
        self._documents: OrderedDict[bytes, pymupdf.Document] = OrderedDict()

    def get(self, data: bytes) -> pymupdf.Document:
        """The document of these bytes."""
        key = sha256(data).digest()
        if key in self._documents:
            self._documents.move_to_end(key)
            return self._documents[key]
        document = open_pdf(data)
        self._documents[key] = document
        while len(self._documents) > _OPEN_AT_ONCE:
            self._documents.popitem(last=False)[1].close()
        return document


def render_page(documents: OpenDocuments, data: bytes, page: int, scale: float) -> PageImage:
    """A page (1-based) at a scale of 72 dpi, bounded in pixels. Raises InputError."""
    document = documents.get(data)
    if not 1 <= page <= document.page_count:
        raise InputError(f"page {page} of a paper with {document.page_count} pages was asked for")
    rect = document[page - 1].rect
    scale = max(scale, 0.01)
    area = rect.width * rect.height * scale * scale
    if area > _MAX_PIXELS:
        scale *= (_MAX_PIXELS / area) ** 0.5
    pixmap = document[page - 1].get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False, annots=True)
    pictures = _pictures(document[page - 1], scale, (pixmap.width, pixmap.height))
    return PageImage(page, pixmap.width, pixmap.height, pixmap.stride, bytes(pixmap.samples), pictures)


def _pictures(page: pymupdf.Page, scale: float, size: tuple[int, int]) -> tuple[Box, ...]:
    """Where pictures stand in the rendered page; one that fills the page is a scan and no figure."""
    found: list[Box] = []
    for item in page.get_image_info():
        x0, y0, x1, y1 = (round(edge * scale) for edge in item["bbox"])
        box = (max(0, x0), max(0, y0), min(size[0], x1), min(size[1], y1))
        width, height = box[2] - box[0], box[3] - box[1]
        if min(width, height) > 0 and width * height < _MOST_OF_PAGE * size[0] * size[1]:
            found.append(box)
    return tuple(found)
