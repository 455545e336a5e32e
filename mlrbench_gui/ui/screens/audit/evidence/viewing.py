"""One viewer of each kind, made at first use, and which of them shows a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QRectF, Signal

from mlrbench_gui.ui.screens.audit.evidence.documents import (
    ActionsDocument,
    CodeDocument,
    FigureDocument,
    PdfDocument,
    TableDocument,
    TextDocument,
    TreeDocument,
)
from mlrbench_gui.ui.screens.audit.evidence.reading.pipe_tables import table_at
from mlrbench_gui.ui.screens.audit.evidence.viewers.code_viewer import CodeViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.figure_viewer import FigureViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.json_viewer import JsonViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.log_viewer import LogViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.page_viewer import SCALE, PageViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.pictures import page_picture
from mlrbench_gui.ui.screens.audit.evidence.viewers.table_viewer import TableViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.transcript_viewer import TranscriptViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Viewer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlrbench_gui.domain.pictures import PictureReading
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.ports.papers import PageImage
    from mlrbench_gui.ui.kit.background import Background
    from mlrbench_gui.ui.screens.audit.evidence.documents import Shown
    from mlrbench_gui.ui.screens.audit.evidence.opening import Request

V = TypeVar("V", bound=Viewer)
_AROUND = 36.0


@dataclass(frozen=True, slots=True)
class _Page:
    """A rendered page for a request, and the claim's place on it in points."""

    request: Request
    page: int
    image: PageImage
    area: tuple[float, float, float, float] | None = None


class Viewers(QObject):
    """Makes viewers when they are needed; `made` hands a new one over, `failed` tells why a page is not shown."""

    made = Signal(object)
    failed = Signal(str)
    shown_in_paper = Signal()
    history_requested = Signal(str, int)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._made: dict[type[Viewer], Viewer] = {}
        self._request: Request | None = None
        self._pdf = b""

    def show(self, request: Request, document: Shown) -> Viewer:
        """Show the document in its viewer and give the viewer."""
        self._request = request
        locator, mark = request.locator, request.mark
        viewer: Viewer
        match document:
            case TreeDocument(tree=tree):
                viewer = shown = self._of(JsonViewer, lambda: JsonViewer(self._background))
                shown.show_document(tree, locator, mark)
            case TableDocument(table=table):
                viewer = cells = self._of(TableViewer, lambda: TableViewer(self._background))
                cells.show_table(table, locator, mark, by_line=False)
            case ActionsDocument():
                viewer = actions = self._of(TranscriptViewer, self._new_transcript)
                actions.show_transcript(document.transcript, document.touched, locator, mark)
            case CodeDocument():
                viewer = self._show_code(request, document)
            case FigureDocument(picture=picture):
                viewer = figure = self._of(FigureViewer, self._new_figure)
                figure.show_picture(picture, mark, has_paper=request.claim is not None)
            case PdfDocument(data=data):
                viewer = self._show_pdf(request, data)
            case TextDocument(index=index):
                viewer = log = self._of(LogViewer, lambda: LogViewer(self._background))
                log.show_index(index, locator, mark)
        return viewer

    def _show_code(self, request: Request, document: CodeDocument) -> Viewer:
        locator = request.locator
        table = table_at(document.text, locator.line) if document.text and locator and locator.line else None
        if table is not None and locator is not None and locator.column is not None:
            cells = self._of(TableViewer, lambda: TableViewer(self._background))
            cells.show_table(table, locator, request.mark, by_line=True)
            return cells
        code = self._of(CodeViewer, CodeViewer)
        code.show_lines(document.lines, locator, request.mark)
        return code

    # pages

    def _show_pdf(self, request: Request, data: bytes) -> Viewer:
        self._pdf = data
        viewer = self._of(PageViewer, self._new_page_viewer)
        page = request.locator.page if request.locator is not None and request.locator.page else 1
        self._render(page)
        return viewer

    def _render(self, page: int) -> None:
        request, data, press = self._request, self._pdf, self._ctx.press
        if request is None:
            return

        def work(_cancel: CancelToken, _emit: Emit) -> _Page:
            return _Page(request, page, press.page(data, page, SCALE))

        self._background.submit(work, done=self._rendered, failed=self.failed.emit)

    def _rendered(self, page: _Page) -> None:
        if page.request is self._request:
            viewer = self._of(PageViewer, self._new_page_viewer)
            viewer.show_page(page_picture(page.image), page.request.locator, page.request.mark, page.page)

    # the paper's figure

    def _show_paper_figure(self) -> None:
        """Render the page on which the claim stands and put it beside the run's figure."""
        request, ctx = self._request, self._ctx
        if request is None or request.claim is None:
            return
        claim = request.claim

        def work(_cancel: CancelToken, _emit: Emit) -> _Page:
            from mlrbench_gui.services.papers import built_paper

            paper = built_paper(ctx, request.run, claim.paper)
            rects = paper.places.rects(*claim.span)
            page = rects[0].page if rects else 1
            here = [rect for rect in rects if rect.page == page]
            area = (
                (
                    min(r.x0 for r in here),
                    min(r.y0 for r in here),
                    max(r.x1 for r in here),
                    max(r.y1 for r in here),
                )
                if here
                else None
            )
            return _Page(request, page, ctx.press.page(paper.pdf, page, SCALE), area)

        self._background.submit(work, done=self._paper_rendered, failed=self.failed.emit)

    def _paper_rendered(self, page: _Page) -> None:
        if page.request is not self._request:
            return
        image = page_picture(page.image)
        area = QRectF(image.rect())
        if page.area is not None:
            x0, y0, x1, y1 = (edge * SCALE for edge in page.area)
            area = QRectF(x0, y0, x1 - x0, y1 - y0).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        self._of(FigureViewer, self._new_figure).show_paper(image, area)

    def read_bars(self) -> bool:
        """Read the bars of the figure that is shown; False where none is."""
        viewer = self._made.get(FigureViewer)
        request, reader = self._request, self._ctx.figures
        if not isinstance(viewer, FigureViewer) or not viewer.isVisible() or request is None:
            return False
        missing = "this program was started without a reader of pictures" if reader is None else None
        missing = missing or (reader.missing() if reader is not None else None)
        if missing is not None or reader is None:
            viewer.say_bars(f"{missing[:1].upper()}{missing[1:]}" if missing else "")
            return True
        viewer.say_bars("Reading the bars; the first time takes some seconds", busy=True)
        files = self._ctx.workspace.runs.files(request.run)

        def work(_cancel: CancelToken, _emit: Emit) -> PictureReading:
            return reader.read([files.read(request.path)])[0]

        self._background.submit(
            work,
            done=lambda reading: self._bars_read(request, reading),
            failed=lambda line: self._bars_failed(request, line),
            name="Reading the bars",
        )
        return True

    def _bars_read(self, request: Request, reading: PictureReading) -> None:
        if request is self._request:
            self._of(FigureViewer, self._new_figure).show_bars(reading)

    def _bars_failed(self, request: Request, line: str) -> None:
        if request is self._request:
            self._of(FigureViewer, self._new_figure).say_bars(line)

    def _new_figure(self) -> FigureViewer:
        viewer = FigureViewer()
        viewer.bars_wanted.connect(self.read_bars)
        viewer.paper_wanted.connect(self._show_paper_figure)
        viewer.shown_in_paper.connect(self.shown_in_paper)
        return viewer

    def _new_transcript(self) -> TranscriptViewer:
        viewer = TranscriptViewer()
        viewer.file_requested.connect(self.history_requested)
        return viewer

    def _new_page_viewer(self) -> PageViewer:
        viewer = PageViewer()
        viewer.page_wanted.connect(self._render)
        return viewer

    def _of(self, kind: type[V], make: Callable[[], V]) -> V:
        known = self._made.get(kind)
        if isinstance(known, kind):
            return known
        viewer = make()
        self._made[kind] = viewer
        self.made.emit(viewer)
        return viewer
