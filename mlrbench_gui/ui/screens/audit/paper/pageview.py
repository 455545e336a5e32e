"""The pages of a paper on screen: their pictures wished for as they come into sight, and spans of the text marked."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.overlay import OverlayItem
from mlrbench_gui.ui.screens.audit.paper.pages import PageItem
from mlrbench_gui.ui.screens.audit.paper.pixels import Inks
from mlrbench_gui.ui.screens.audit.paper.reading import Glyph, trimmed
from mlrbench_gui.ui.screens.audit.paper.rendering import PageRenderer
from mlrbench_gui.ui.screens.audit.paper.sheet import PaperSheet
from mlrbench_gui.ui.screens.audit.paper.stack import Box
from mlrbench_gui.ui.screens.audit.paper.zooming import ZoomView


class PageView(ZoomView):
    """Shows one `PaperSheet` without its claims. `selection_changed` carries a span of the source text or None."""

    selection_changed = Signal(object)
    page_changed = Signal(int)

    def __init__(self, renderer: PageRenderer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._renderer = renderer
        self._renderer.rendered.connect(self._page_rendered)
        self._sheet: PaperSheet | None = None
        self._pages: list[PageItem] = []
        self._overlay: OverlayItem | None = None
        self._original_colours = False
        self._page = 0
        self._selection: tuple[int, int] | None = None
        self._wishes = QTimer(self)
        self._wishes.setSingleShot(True)
        self._wishes.setInterval(0)
        self._wishes.timeout.connect(self._wish)
        self.zoom_changed.connect(self._wishes.start)
        self.bar.valueChanged.connect(self._scrolled)
        theme.theme_signals().changed.connect(self._themed)
        self._themed()

    @property
    def sheet(self) -> PaperSheet | None:
        """The paper that is shown."""
        return self._sheet

    @property
    def page(self) -> int:
        """The page (1-based) in the middle of the view, 0 without a paper."""
        return self._page

    @property
    def selection(self) -> tuple[int, int] | None:
        """The selected span of the source text."""
        return self._selection

    def show_pages(self, sheet: PaperSheet) -> None:
        """Show a paper from its top."""
        self.forget_pages()
        built, stack = sheet.built, sheet.stack
        self._renderer.open(built.pdf, built.places.page_sizes, sheet.figures)
        self._sheet = sheet
        left, right = sheet.reading_width
        self.setSceneRect(QRectF(left, 0.0, right - left, stack.height))
        self._pages = [
            PageItem(page, stack.page_box(page), self._renderer) for page in range(1, len(stack.sizes) + 1)
        ]
        self._overlay = OverlayItem(QRectF(0.0, 0.0, stack.width, stack.height))
        for item in (*self._pages, self._overlay):
            self.scene().addItem(item)
        self._themed()
        self.refit()
        self.bar.setValue(0)
        self._scrolled()

    def forget_pages(self) -> None:
        """Show no paper."""
        self.scene().clear()
        self._sheet, self._overlay, self._pages = None, None, []
        self._selection = None
        self._page = 0

    def show_span(self, start: int, end: int) -> None:
        """Scroll to any span of the source text."""
        boxes = self._sheet.span_boxes(start, end) if self._sheet else ()
        if boxes:
            x0, y0, x1, y1 = boxes[0]
            self.reveal(QRectF(QPointF(x0, y0), QPointF(x1, y1)))

    def show_box(self, box: Box) -> None:
        """Scroll to a box of the stack and frame it."""
        if self._overlay is not None:
            self._overlay.show_hits((box,), ())
            x0, y0, x1, y1 = box
            self.reveal(QRectF(QPointF(x0, y0), QPointF(x1, y1)))

    def show_page(self, page: int) -> None:
        """Scroll to the top of a page."""
        if self._sheet is not None and 1 <= page <= len(self._pages):
            top = self._sheet.stack.page_box(page)[1]
            self.bar.setValue(self.bar.value() + self.mapFromScene(QPointF(0.0, top)).y() - 8)

    def show_hits(self, hits: Sequence[tuple[int, int]], current: int | None) -> None:
        """Frame what a search found and fill the hit that one is at."""
        if self._sheet is None or self._overlay is None:
            return
        boxes = [box for span in hits for box in self._sheet.span_boxes(*span)]
        filled = self._sheet.span_boxes(*hits[current]) if current is not None else ()
        self._overlay.show_hits(boxes, filled)

    def select(self, span: tuple[int, int] | None) -> None:
        """Select a span of the source text, or nothing."""
        if self._sheet is None or self._overlay is None:
            return
        wanted = trimmed(self._sheet.text, span) if span else None
        wanted = wanted if wanted and wanted[0] < wanted[1] else None
        if wanted != self._selection:
            self._selection = wanted
            self._overlay.select(self._sheet.span_boxes(*wanted) if wanted else ())
            self.selection_changed.emit(wanted)

    def selection_place(self) -> QPoint | None:
        """Where the selection ends, in the viewport."""
        if self._sheet is None or self._selection is None:
            return None
        boxes = self._sheet.span_boxes(*self._selection)
        return self.mapFromScene(QPointF(boxes[-1][2], boxes[-1][3])) if boxes else None

    def show_original_colours(self, on: bool) -> None:
        """In dark surroundings show the pages as printed."""
        self._original_colours = on
        self._themed()

    def glyph_at(self, place: QPoint) -> Glyph | None:
        """The glyph of the source text nearest to a point of the viewport."""
        if self._sheet is None:
            return None
        scene = self.mapToScene(place)
        return self._sheet.glyphs.nearest(*self._sheet.stack.on_page(scene.x(), scene.y()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scrolled()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._wishes.start()

    def _scrolled(self) -> None:
        if self._sheet is None:
            return
        self._wishes.start()
        page = self._sheet.stack.page_at(self.scene_middle().y())
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    def _wish(self) -> None:
        """Ask for the pages in sight, the one in the middle first, then for their neighbours."""
        if self._sheet is None:
            return
        top = self.mapToScene(QPoint(0, 0)).y()
        bottom = self.mapToScene(QPoint(0, self.viewport().height())).y()
        shown = self._sheet.stack.pages_between(top, bottom)
        ranked = sorted(shown, key=lambda page: abs(page - self._page))
        near = [page for page in (shown.stop, shown.start - 1) if 1 <= page <= len(self._pages)]
        self._renderer.want([*ranked, *near], self.zoom * self.devicePixelRatioF(), self._inks())

    def _page_rendered(self, page: int) -> None:
        if 1 <= page <= len(self._pages):
            self._pages[page - 1].update()

    def _inks(self) -> Inks | None:
        colours = theme.current()
        if not colours.dark or self._original_colours:
            return None
        return Inks(_tone(colours.color("page")), _tone(colours.color("text")))

    def _themed(self) -> None:
        self.setBackgroundBrush(theme.current().color("desk"))
        for page in self._pages:
            page.set_inks(self._inks())
        self._wishes.start()
        self.viewport().update()


def _tone(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()
