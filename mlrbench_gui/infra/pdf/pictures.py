"""Pictures of a paper, made fit for the page: right format, bounded size; what cannot be shown says why.

Nothing is fetched and no file is opened: the bytes come with the paper.
"""

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote

from mlrbench_gui.infra.pdf.prelude import TEXT_HEIGHT, TEXT_WIDTH

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 120_000_000
_MAX_SIDE = 2000
"""More pixels than this are thinned out by whole numbers, which is fast and keeps lettering sharp."""
_MAX_WIDTH = TEXT_WIDTH * 0.9
_MAX_HEIGHT = TEXT_HEIGHT * 0.4
_REMOTE = ("http://", "https://", "ftp://", "//", "data:", "file:")


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture ready for Typst: its bytes, the ending of its name, its width in points on the page."""

    data: bytes
    suffix: str
    width: float


@dataclass(frozen=True, slots=True)
class NotShown:
    """Why a picture is a box with words instead."""

    reason: str


def prepared(reference: str, pictures: Mapping[str, bytes]) -> Shown | NotShown:
    """The picture that a paper names, or why it cannot be shown."""
    data = pictures.get(reference)
    if data is None:
        data = pictures.get(unquote(reference))
    if data is None:
        if reference.lower().startswith(_REMOTE):
            return NotShown("remote picture, not fetched")
        return NotShown("picture not found")
    if data.startswith(b"%PDF"):
        return _from_pdf(data)
    if b"<svg" in data[:2000].lower():
        return NotShown("SVG pictures are not shown")
    return _from_pixels(data)


def _from_pixels(data: bytes) -> Shown | NotShown:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            Image.MAX_IMAGE_PIXELS = MAX_PIXELS
            with Image.open(io.BytesIO(data)) as image:
                wide, high = image.size
                if wide * high > MAX_PIXELS:
                    return NotShown(f"picture too large ({wide} × {high} pixels)")
                return _fitted(image, data)
    except Image.DecompressionBombError:
        return NotShown("picture too large")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, IndexError, MemoryError):
        return NotShown("picture damaged or of an unknown kind")


def _fitted(image: "Image.Image", data: bytes) -> Shown:
    wide, high = image.size
    width = min(_MAX_WIDTH, wide * 0.75, _MAX_HEIGHT * wide / high)
    make = partial(Shown, width=round(width, 2))
    image.draft("RGB", (_MAX_SIDE, _MAX_SIDE))
    image.load()
    if (
        image.format in {"PNG", "JPEG"}
        and max(wide, high) <= _MAX_SIDE
        and image.mode in {"RGB", "L", "RGBA", "P"}
    ):
        return make(data, "png" if image.format == "PNG" else "jpg")
    mode = "RGBA" if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info else "RGB"
    picture = image if image.mode in {"RGB", "RGBA", "L"} else image.convert(mode)
    factor = -(-max(wide, high) // _MAX_SIDE)
    if factor > 1:
        picture = picture.reduce(factor)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=0)
    return make(out.getvalue(), "png")


def _from_pdf(data: bytes) -> Shown | NotShown:
    import pymupdf

    try:
        with pymupdf.open(stream=data, filetype="pdf") as document:
            page = document[0]
            scale = min(_MAX_SIDE / max(page.rect.width, page.rect.height, 1.0), 3.0)
            pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            return _from_pixels(pixmap.tobytes("png"))
    except (RuntimeError, ValueError, IndexError):
        return NotShown("PDF picture damaged")
