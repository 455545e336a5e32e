"""The paper with real highlight annotations, and a front page before it.

One annotation a claim: a claim over two pages has it on its first page, and its note says where it goes on. A
claim that cannot be placed is noted at the top of the first page, so that the count always holds.
"""

from collections.abc import Sequence

import pymupdf

from mlrbench_gui.domain.places import PageRect
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.building import build_paper
from mlrbench_gui.infra.pdf.pdfpapers import open_pdf
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight, PaperSource

_OPACITY = 0.9


def annotated(paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
    """The PDF of the report."""
    with open_pdf(paper.pdf) as document:
        for highlight in highlights:
            _annotate(document, paper, highlight)
        if front_page_markdown.strip():
            front = build_paper(PaperSource(RelPath("front page"), front_page_markdown, {}))
            with open_pdf(front.pdf) as cover:
                document.insert_pdf(cover, start_at=0)
        data: bytes = document.tobytes(garbage=3, deflate=True, use_objstms=1)
        return data


def _annotate(document: pymupdf.Document, paper: BuiltPaper, highlight: Highlight) -> None:
    rects = paper.places.rects(*highlight.span)
    note = highlight.note
    if not rects:
        rects = (PageRect(1, 24.0, 18.0, 36.0, 30.0, exact=False),)
        note = f"{note}\nThese words could not be found on the page.".strip()
    first = rects[0].page
    later = sorted({rect.page for rect in rects if rect.page != first})
    if later:
        note = f"{note}\nGoes on on page {', '.join(map(str, later))}.".strip()
    page = document[first - 1]
    here = [rect for rect in rects if rect.page == first]
    quads = [pymupdf.Rect(rect.x0, rect.y0, rect.x1, rect.y1).quad for rect in here]
    annotation = page.add_highlight_annot(quads)
    annotation.set_colors(stroke=highlight.colour)
    annotation.set_info(title=highlight.title, content=note)
    annotation.update(opacity=_OPACITY)
    for rect in rects:
        if rect.page != first:
            _tint(document[rect.page - 1], rect, highlight)
        if highlight.dashed:
            _outline(document[rect.page - 1], rect, highlight)


def _tint(page: pymupdf.Page, rect: PageRect, highlight: Highlight) -> None:
    """The part of a claim on a later page, painted: its annotation is on the first."""
    page.draw_rect(
        pymupdf.Rect(rect.x0, rect.y0, rect.x1, rect.y1),
        color=None,
        fill=highlight.colour,
        fill_opacity=_OPACITY * 0.7,
        overlay=False,
    )


def _outline(page: pymupdf.Page, rect: PageRect, highlight: Highlight) -> None:
    page.draw_rect(
        pymupdf.Rect(rect.x0 - 0.5, rect.y0, rect.x1 + 0.5, rect.y1),
        color=tuple(channel * 0.6 for channel in highlight.colour),
        width=0.6,
        dashes="[2 1.5] 0",
    )
