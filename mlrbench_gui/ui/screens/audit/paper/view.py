"""The pages with the claims' highlights: the current claim, clicks, and words selected by mouse or key.

A click on a highlight or on its glyph in the margin chooses the claim; dragging selects words of the source text.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import Verdict  # noqa: TC001 -- with the rest, at run time
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import ui_font
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap
from mlrbench_gui.ui.kit.paint import draw_text
from mlrbench_gui.ui.screens.audit.paper.highlight import HighlightItem
from mlrbench_gui.ui.screens.audit.paper.marks import MARGIN_GLYPH, MarginGlyph
from mlrbench_gui.ui.screens.audit.paper.pageview import PageView
from mlrbench_gui.ui.screens.audit.paper.reading import Glyph, word_at
from mlrbench_gui.ui.screens.audit.paper.rendering import PageRenderer
from mlrbench_gui.ui.screens.audit.paper.sheet import PaperSheet

_DRAG = 5
_GLYPH_PX = 14


class PaperView(PageView):
    """The paper with its claims. `claim_clicked` carries the id and whether the claim is added to the selection."""

    claim_clicked = Signal(str, bool)

    def __init__(self, renderer: PageRenderer, parent: QWidget | None = None) -> None:
        super().__init__(renderer, parent)
        self.setAccessibleName("Paper")
        self.viewport().setMouseTracking(True)
        self._items: dict[str, HighlightItem] = {}
        self._glyphs: tuple[MarginGlyph, ...] = ()
        self._glyph_ys: list[float] = []
        self._current: str | None = None
        self._selected: frozenset[str] = frozenset()
        self._marked: set[str] = set()
        self._verdicts: dict[str, Verdict] = {}
        self._pressed_at: QPoint | None = None
        self._anchor: Glyph | None = None
        self._dragging = False

    def show_sheet(self, sheet: PaperSheet, claims: Sequence[ReviewedClaim]) -> None:
        """Show a paper from its top, with its claims."""
        self._items.clear()
        self._marked = set()
        self.show_pages(sheet)
        self.show_claims(sheet, claims)

    def show_claims(self, sheet: PaperSheet, claims: Iterable[ReviewedClaim]) -> None:
        """Take the claims as they stand now; highlights are made anew only where the boxes changed."""
        shown = {claim.current.id: claim for claim in claims if claim.current.id in sheet.marks.boxes}
        if self._sheet is None or sheet.marks is not self._sheet.marks or self._items.keys() - shown.keys():
            self._drop_moved(sheet, shown)
        self._sheet = sheet
        for key, claim in shown.items():
            self._item(key, claim, sheet).show_as(claim.current.verdict, claim.current.trust)
        self._verdicts = {key: claim.current.verdict for key, claim in shown.items()}
        self._glyphs = sheet.marks.glyphs
        self._glyph_ys = [glyph.y for glyph in self._glyphs]
        self.bar.set_ticks(sheet.marks.ticks, self._verdicts)
        self._mark_states()
        self.viewport().update()

    def clear(self) -> None:
        """Show no paper."""
        self._items.clear()
        self._glyphs, self._glyph_ys = (), []
        self.bar.set_ticks((), {})
        self.forget_pages()

    def set_current(self, claim_id: str | None, selected: frozenset[str] = frozenset()) -> None:
        """Ring the current claim and scroll to it if it is not well in sight."""
        moved = claim_id != self._current
        self._current, self._selected = claim_id, selected
        self._mark_states()
        self.bar.set_current(claim_id)
        if moved:
            self.show_current()

    def show_current(self) -> None:
        """Scroll to the current claim."""
        item = self._items.get(self._current or "")
        if item is not None:
            self.reveal(item.boxes[0])

    def highlight(self, claim_id: str) -> HighlightItem | None:
        """The item of a claim; None where its words left no mark on a page."""
        return self._items.get(claim_id)

    def claim_at(self, place: QPoint) -> str | None:
        """The claim under a point of the viewport: the topmost highlight, or a glyph in the margin."""
        for item in self.items(place):
            if isinstance(item, HighlightItem):
                return item.claim_id
        scene = self.mapToScene(place)
        size = self._glyph_size() / self.zoom
        for glyph in self._glyphs_between(scene.y() - size, scene.y() + size):
            if glyph.x <= scene.x() <= glyph.x + size and abs(glyph.y - scene.y()) <= size / 2.0:
                return glyph.id
        return None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        wider = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if wider is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection:
            self._stretch(wider)
            return
        super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self._anchor = self.glyph_at(self._pressed_at)
            self._dragging = False
        event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if self._pressed_at is None:
            over = self.claim_at(here) is not None
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            )
            return
        self._dragging = self._dragging or (here - self._pressed_at).manhattanLength() > _DRAG
        head = self.glyph_at(here) if self._dragging else None
        if head is not None and self._anchor is not None and self._sheet is not None:
            self.select(self._sheet.glyphs.between(self._anchor, head))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed_at = self._pressed_at, None
        if pressed is None or self._dragging:
            return
        self.select(None)
        claim = self.claim_at(event.position().toPoint())
        if claim is not None:
            self.claim_clicked.emit(claim, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        glyph = self.glyph_at(event.position().toPoint())
        if glyph is not None and self._sheet is not None:
            self.select(word_at(self._sheet.text, glyph.start))

    @override
    def drawForeground(self, painter: QPainter, rect: QRectF | QPointF) -> None:  # type: ignore[override]
        exposed = QRectF(rect) if isinstance(rect, QRectF) else self.sceneRect()
        transform = painter.worldTransform()
        size, dpr = self._glyph_size(), self.devicePixelRatioF()
        painter.save()
        painter.resetTransform()
        for glyph in self._glyphs_between(exposed.top() - 20.0, exposed.bottom() + 20.0):
            verdict = self._verdicts.get(glyph.id)
            if verdict is None:
                continue
            at = transform.map(QPointF(glyph.x, glyph.y))
            if glyph.more:
                box = QRectF(round(at.x()), round(at.y() - 8.0), 24.0, 16.0)
                color = theme.color("text-2")
                draw_text(painter, box, f"+{glyph.more}", font=ui_font(11, 600), color=color)
                continue
            pixmap = verdict_pixmap(verdict, size, dpr)
            painter.drawPixmap(QPointF(round(at.x()), round(at.y() - size / 2.0)), pixmap)
        painter.restore()

    def _item(self, key: str, claim: ReviewedClaim, sheet: PaperSheet) -> HighlightItem:
        if key not in self._items:
            start, end = claim.current.span
            self._items[key] = HighlightItem(key, sheet.marks.boxes[key], end - start)
            self.scene().addItem(self._items[key])
        return self._items[key]

    def _drop_moved(self, sheet: PaperSheet, shown: dict[str, ReviewedClaim]) -> None:
        """Take away highlights of claims that are gone or that stand elsewhere now."""
        before = self._sheet.marks.boxes if self._sheet is not None else {}
        for key in list(self._items):
            if key not in shown or before.get(key) != sheet.marks.boxes[key]:
                self.scene().removeItem(self._items.pop(key))

    def _mark_states(self) -> None:
        """Touch only the items whose state is another now."""
        selected = self._selected if len(self._selected) > 1 else frozenset()
        wanted = {key for key in (self._current, *selected) if key in self._items}
        for key in self._marked - wanted:
            if key in self._items:
                self._items[key].set_state(current=False, selected=False)
        for key in wanted:
            self._items[key].set_state(current=key == self._current, selected=key in selected)
        self._marked = wanted

    def _glyphs_between(self, top: float, bottom: float) -> tuple[MarginGlyph, ...]:
        return self._glyphs[bisect_left(self._glyph_ys, top) : bisect_left(self._glyph_ys, bottom)]

    def _glyph_size(self) -> int:
        return max(10, min(round(MARGIN_GLYPH * self.zoom), _GLYPH_PX))

    def _stretch(self, by: int) -> None:
        """Let the selection end a word later or earlier."""
        if self._sheet is None or self._selection is None:
            return
        text, (start, end) = self._sheet.text, self._selection
        if by > 0:
            self.select((start, word_at(text, min(end + 1, len(text)))[1]))
        else:
            self.select((start, max(word_at(text, end - 1)[0] - 1, start + 1)))
