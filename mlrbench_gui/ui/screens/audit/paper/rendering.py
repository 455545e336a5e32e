"""Pictures of the pages on screen: asked from the press one at a time, the newest wish first, kept within a bound.

The press queues what it is given, so a wish is handed over only when the one before it is done; wishes for pages
that went out of sight meanwhile are forgotten. Until a picture is there, the nearest older one serves, scaled.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap

from mlrbench_gui.domain.places import PageRect
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.ports.papers import PaperPress
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.paper.pixels import Inks, dark_picture, light_picture

CACHE_BYTES = 96 * 1024 * 1024
PAGE_PIXELS = 14_000_000
"""No picture of a page has more pixels; above it the page is shown scaled."""


@dataclass(frozen=True, slots=True)
class PageKey:
    """A picture in the cache: page, device pixels a point (in thousandths), and the inks it is drawn in."""

    page: int
    milli: int
    inks: Inks | None


class PageRenderer(QObject):
    """Keeps pictures of one paper's pages. `rendered` tells the page that has a new picture."""

    rendered = Signal(int)
    failed = Signal(str)

    def __init__(self, press: PaperPress, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._press = press
        self._background = background
        self._pdf = b""
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._figures: Mapping[int, Sequence[PageRect]] = {}
        self._kept: OrderedDict[PageKey, QPixmap] = OrderedDict()
        self._bytes = 0
        self._wishes: list[PageKey] = []
        self._busy = False
        self._paper = 0
        self._refused: set[PageKey] = set()

    def open(
        self,
        pdf: bytes,
        sizes: tuple[tuple[float, float], ...],
        figures: Mapping[int, Sequence[PageRect]],
    ) -> None:
        """Turn to another paper; pictures of the one before are dropped."""
        self._pdf, self._sizes, self._figures = pdf, sizes, figures
        self._kept.clear()
        self._refused.clear()
        self._bytes = 0
        self._wishes = []
        self._paper += 1

    def want(self, pages: Sequence[int], scale: float, inks: Inks | None) -> None:
        """Wish for these pages, the most wanted first, and for nothing that was wished before."""
        keys = (self._key(page, scale, inks) for page in pages)
        self._wishes = [key for key in keys if key not in self._kept and key not in self._refused]
        self._next()

    def picture(self, page: int, scale: float, inks: Inks | None) -> tuple[QPixmap | None, bool]:
        """The best picture at hand and whether it is the one for this scale."""
        key = self._key(page, scale, inks)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key], True
        others = [other for other in self._kept if other.page == page and other.inks == inks]
        best = min(others, key=lambda other: abs(other.milli - key.milli), default=None)
        return (self._kept[best] if best else None), False

    @property
    def kept_bytes(self) -> int:
        """Bytes of all pictures kept."""
        return self._bytes

    def _key(self, page: int, scale: float, inks: Inks | None) -> PageKey:
        width, height = self._sizes[page - 1]
        most = (PAGE_PIXELS / max(width * height, 1.0)) ** 0.5
        return PageKey(page, round(min(scale, most) * 1000), inks)

    def _next(self) -> None:
        if self._busy or not self._wishes or not self._pdf:
            return
        key, pdf, paper = self._wishes.pop(0), self._pdf, self._paper
        figures = self._pixel_rects(key)
        press = self._press

        def render(cancel: CancelToken, emit: Emit) -> QImage:  # noqa: ARG001 -- the shape of all background work
            image = press.page(pdf, key.page, key.milli / 1000.0)
            if key.inks is None:
                return light_picture(image)
            return dark_picture(image, key.inks, (*figures, *image.pictures))

        self._busy = True
        self._background.submit(
            render,
            done=lambda picture: self._arrived(paper, key, picture),
            failed=lambda line: self._missed(paper, key, line),
        )

    def _arrived(self, paper: int, key: PageKey, picture: QImage) -> None:
        self._busy = False
        if paper == self._paper:
            self._keep(key, QPixmap.fromImage(picture))
            self.rendered.emit(key.page)
        self._next()

    def _missed(self, paper: int, key: PageKey, line: str) -> None:
        self._busy = False
        if paper == self._paper:
            self._refused.add(key)
            self.failed.emit(line)
        self._next()

    def _keep(self, key: PageKey, pixmap: QPixmap) -> None:
        self._kept[key] = pixmap
        self._bytes += _bytes_of(pixmap)
        while self._bytes > CACHE_BYTES and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= _bytes_of(dropped)

    def _pixel_rects(self, key: PageKey) -> list[tuple[int, int, int, int]]:
        scale = key.milli / 1000.0
        return [
            (round(rect.x0 * scale), round(rect.y0 * scale), round(rect.x1 * scale), round(rect.y1 * scale))
            for rect in self._figures.get(key.page, ())
        ]


def _bytes_of(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
