"""The paper pane: loads a paper off the GUI thread, shows its pages with the claims, finds words in it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.kit.empty import EmptyState, ErrorState, LoadingState
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.screens.audit.framing import framed
from mlrbench_gui.ui.screens.audit.paper.findbar import FindBar
from mlrbench_gui.ui.screens.audit.paper.head import PaperHead
from mlrbench_gui.ui.screens.audit.paper.reading import find_spans
from mlrbench_gui.ui.screens.audit.paper.rendering import PageRenderer
from mlrbench_gui.ui.screens.audit.paper.selectionbar import SelectionBar
from mlrbench_gui.ui.screens.audit.paper.sheet import PaperSheet, load_sheet, with_claims
from mlrbench_gui.ui.screens.audit.paper.view import PaperView
from mlrbench_gui.ui.screens.audit.paper.zooming import ZOOM_STEP

POINTS_TO_PIXELS = 96.0 / 72.0
"""At 100 % a point of the page is as large as on paper at 96 pixels an inch."""

_Span = tuple[str, tuple[int, int], RelPath]


class PaperPane(QWidget):
    """`paper_wanted`: another paper of the run; `add_wanted` and `move_wanted`: what to do with the selected words."""

    paper_wanted = Signal(str)
    claim_clicked = Signal(str, bool)
    add_wanted = Signal()
    move_wanted = Signal()
    shown = Signal()
    message = Signal(str)

    def __init__(self, ctx: Context, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel")
        self._ctx = ctx
        self._background = background
        self._job: Job[PaperSheet] | None = None
        self._claims: tuple[ReviewedClaim, ...] = ()
        self._wanted: tuple[RunName, RelPath] | None = None
        self._current: tuple[str | None, frozenset[str]] = (None, frozenset())
        self._hits: tuple[tuple[int, int], ...] = ()
        self._hit: int | None = None
        self._placing = 0
        self._loading_for: list[_Span] = []
        self.head = PaperHead()
        self.find_bar = FindBar()
        self.find_bar.hide()
        self._renderer = PageRenderer(ctx.press, background, self)
        self._renderer.failed.connect(self.message)
        self.view = PaperView(self._renderer)
        self.selection_bar = SelectionBar(self.view.viewport())
        self._loading = LoadingState("Setting the paper")
        self._empty = EmptyState("No paper", "This run left none.")
        self._error = ErrorState("The paper cannot be shown", "", "Try again")
        self._stack = QStackedWidget()
        self._error_frame = framed(self._error)
        for part in (self.view, self._loading, self._empty, self._error_frame):
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.find_bar):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.view)
        self._connect()

    # --- the paper

    def show_paper(self, run: RunName, paths: Sequence[RelPath], path: RelPath | None) -> None:
        """Load and show a paper; the one before stays until the new one is there."""
        self.head.show_papers(paths, path)
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._loading.stop()
        if path is None:
            self._wanted = None
            self.view.clear()
            self.head.show_page(0, 0)
            self._stack.setCurrentWidget(self._empty)
            return
        if self._wanted == (run, path) and self.view.sheet is not None:
            return
        self._wanted = (run, path)
        if self.view.sheet is None or self._stack.currentWidget() is not self.view:
            self._stack.setCurrentWidget(self._loading)
            self._loading.start()
        self._loading_for = _spans(self._claims)
        claims, ctx = self._claims, self._ctx
        self._job = self._background.submit(
            lambda _cancel, _emit: load_sheet(ctx, run, path, claims), done=self._loaded, failed=self._refused
        )

    def show_claims(self, claims: Sequence[ReviewedClaim]) -> None:
        """Take the claims as they stand now. Spans that moved are placed off the GUI thread."""
        before, self._claims = self._claims, tuple(claims)
        sheet = self.view.sheet
        if sheet is None or self._wanted != (sheet.run, sheet.path):
            return
        if _spans(before) == _spans(self._claims):
            self.view.show_claims(sheet, self._claims)
            return
        self._place(sheet)

    def _place(self, sheet: PaperSheet) -> None:
        """Find the claims on the pages; only the newest answer counts."""
        fresh = self._claims
        self._placing += 1
        number = self._placing
        self._background.submit(
            lambda _cancel, _emit: with_claims(sheet, fresh), done=lambda made: self._placed(number, made)
        )

    def set_current(self, claim_id: str | None, selected: frozenset[str]) -> None:
        """Ring the current claim."""
        self._current = (claim_id, selected)
        self.view.set_current(claim_id, selected)

    def clear(self) -> None:
        """Show no paper and no claims, as before the first run."""
        self._claims = ()
        self._wanted = None
        self.view.clear()

    @property
    def path(self) -> RelPath | None:
        """The paper that is shown or being loaded."""
        return self._wanted[1] if self._wanted else None

    # --- zoom

    def zoom_in(self) -> None:
        """A step larger."""
        self.view.zoom_by(ZOOM_STEP**2)

    def zoom_out(self) -> None:
        """A step smaller."""
        self.view.zoom_by(ZOOM_STEP**-2)

    def set_zoom(self, percent: int) -> None:
        """That many percent; 0 lets the page fill the width."""
        if percent:
            self.view.zoom_to(percent / 100.0 * POINTS_TO_PIXELS)
        else:
            self.view.fit_width()
            self._show_zoom()

    # --- finding

    def open_find(self) -> None:
        """Open the find line."""
        self.find_bar.open()

    def close_layer(self) -> bool:
        """Drop the selection or close the find line; False when there was neither."""
        if self.view.selection is not None:
            self.view.select(None)
            return True
        if self.find_bar.isHidden():
            return False
        self._close_find()
        return True

    def copy_selection(self) -> None:
        """Put the selected words on the clipboard."""
        sheet, span = self.view.sheet, self.view.selection
        if sheet is not None and span is not None:
            QGuiApplication.clipboard().setText(sheet.text[span[0] : span[1]])
            self.message.emit("Copied the selected words")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view.viewport() and event.type() == QEvent.Type.MouseButtonRelease:
            self._offer()
        return super().eventFilter(watched, event)

    def _connect(self) -> None:
        self.head.paper_wanted.connect(self.paper_wanted)
        self.head.page_step.connect(lambda by: self.view.show_page(self.view.page + by))
        self.head.zoom_wanted.connect(self.set_zoom)
        self.head.original_toggled.connect(self.view.show_original_colours)
        self.head.find_wanted.connect(self.open_find)
        self.view.claim_clicked.connect(self.claim_clicked)
        self.view.page_changed.connect(self._show_page)
        self.view.zoom_changed.connect(self._show_zoom)
        self.view.selection_changed.connect(self._selection_changed)
        self.view.bar.valueChanged.connect(self.selection_bar.hide)
        self.find_bar.words_changed.connect(self._find_words)
        self.find_bar.step_requested.connect(self._step_hit)
        self.find_bar.select_requested.connect(self._select_hit)
        self.find_bar.closed.connect(self._close_find)
        self.selection_bar.add_requested.connect(self.add_wanted)
        self.selection_bar.move_requested.connect(self.move_wanted)
        self.selection_bar.copy_requested.connect(self.copy_selection)
        self._error.pressed.connect(self._try_again)
        self.view.viewport().installEventFilter(self)

    def _loaded(self, sheet: PaperSheet) -> None:
        self._job = None
        if self._wanted != (sheet.run, sheet.path):
            return
        self._loading.stop()
        self._stack.setCurrentWidget(self.view)
        self.view.show_sheet(sheet, self._claims)
        self.view.set_current(*self._current)
        self.view.show_current()
        self._show_page(self.view.page)
        if self._loading_for != _spans(self._claims):
            self._place(sheet)
        self._find_words(self.find_bar.words if not self.find_bar.isHidden() else "")
        for line in sheet.built.warnings[:1]:
            self.message.emit(line)
        self.shown.emit()

    def _placed(self, number: int, made: PaperSheet) -> None:
        """Only the newest places count, and only if the paper is still the same."""
        if number == self._placing and self._wanted == (made.run, made.path):
            self.view.show_claims(made, self._claims)
            self.view.set_current(*self._current)

    def _refused(self, line: str) -> None:
        self._job = None
        self._loading.stop()
        self._error.say("The paper cannot be shown", line, "Try again")
        self._stack.setCurrentWidget(self._error_frame)

    def _try_again(self) -> None:
        if self._wanted is not None:
            (run, path), self._wanted = self._wanted, None
            self.show_paper(run, (path,), path)

    def _show_page(self, page: int) -> None:
        sheet = self.view.sheet
        self.head.show_page(page, len(sheet.stack.sizes) if sheet else 0)

    def _show_zoom(self) -> None:
        self.head.show_zoom(round(self.view.zoom / POINTS_TO_PIXELS * 100), fits=self.view.fits_width)

    def _find_words(self, words: str) -> None:
        sheet = self.view.sheet
        self._hits = find_spans(sheet.text, words) if sheet else ()
        self._hit = 0 if self._hits else None
        self._show_hit()

    def _step_hit(self, by: int) -> None:
        if self._hit is not None:
            self._hit = (self._hit + by) % len(self._hits)
            self._show_hit()

    def _show_hit(self) -> None:
        self.view.show_hits(self._hits, self._hit)
        self.find_bar.show_count(len(self._hits), self._hit)
        if self._hit is not None:
            self.view.show_span(*self._hits[self._hit])

    def _select_hit(self) -> None:
        if self._hit is not None:
            self.view.select(self._hits[self._hit])
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self._offer()

    def _close_find(self) -> None:
        self.find_bar.hide()
        self._hits, self._hit = (), None
        self.view.show_hits((), None)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _selection_changed(self, span: tuple[int, int] | None) -> None:
        if span is None:
            self.selection_bar.hide()

    def _offer(self) -> None:
        """Beside the selected words, once the selection is made."""
        place = self.view.selection_place()
        if place is not None:
            self.selection_bar.show_below(place, can_move=self._current[0] is not None)


def _spans(claims: Sequence[ReviewedClaim]) -> list[_Span]:
    return [(claim.current.id, claim.current.span, claim.current.paper) for claim in claims]
