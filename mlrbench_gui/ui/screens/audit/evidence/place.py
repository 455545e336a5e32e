"""The opened place: reads a file in the background and shows it in the viewer that fits, at the locator.

The old content stays until the new one is there; a file that was shown lately opens at once.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.empty import EmptyState, ErrorState, LoadingState
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.screens.audit.evidence.documents import (
    Document,
    NothingToShow,
    TextDocument,
    Wanted,
    open_document,
)
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Selection, Viewer
from mlrbench_gui.ui.screens.audit.evidence.viewing import Viewers

if TYPE_CHECKING:
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.ui.kit.background import Background, Job
    from mlrbench_gui.ui.screens.audit.evidence.opening import Request

_KEPT = 8


@dataclass(frozen=True, slots=True)
class _Loaded:
    request: Request
    document: Document


class OpenedPlace(QWidget):
    """Stack of viewers under a line that says why a file is shown as it is, where that needs saying."""

    selection_changed = Signal()
    opened = Signal()
    raw_requested = Signal()
    search_by_hand = Signal()
    shown_in_paper = Signal()

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._request: Request | None = None
        self._kept: OrderedDict[tuple[str, str, str, bool], Document] = OrderedDict()
        self._job: Job[_Loaded] | None = None
        self.viewers = Viewers(ctx, background)
        self.viewers.failed.connect(self._failed)
        self.viewers.made.connect(self._add_viewer)
        self.viewers.shown_in_paper.connect(self.shown_in_paper)
        self.note = label("", role="warn", size="xs", wrap=True)
        self.note.setContentsMargins(12, 4, 12, 4)
        self.note.hide()
        self.empty = EmptyState("No claim is chosen")
        self.empty.pressed.connect(self.search_by_hand)
        self.error = ErrorState("")
        self.error.pressed.connect(self.raw_requested)
        self.loading = LoadingState("Reading the file")
        self.stack = QStackedWidget()
        for page in (self.empty, _padded(self.error), self.loading):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.note)
        column.addWidget(self.stack, 1)

    def open(self, request: Request) -> None:
        """Show a place. Nothing blinks: what was shown stays until the file is read."""
        self._request = request
        self._cancel()
        known = self._kept.get(request.key())
        if known is not None:
            self._kept.move_to_end(request.key())
            self._show(request, known)
            return
        if self.viewer() is None:
            self.loading.start(f"Reading {request.path.rsplit('/', 1)[-1]}")
            self.stack.setCurrentWidget(self.loading)
        self._job = self._start(request)

    def prefetch(self, request: Request) -> None:
        """Read a file that is likely to be opened next."""
        if request.key() not in self._kept:
            self._start(request)

    def say(self, title: str, line: str = "", button: str = "") -> None:
        """Show no file but why there is none."""
        self._cancel()
        self._request = None
        self.note.hide()
        self.empty.say(title, line, button)
        self.stack.setCurrentWidget(self.empty)

    def request(self) -> Request | None:
        """What is open."""
        return self._request

    def viewer(self) -> Viewer | None:
        """The viewer that is shown."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, Viewer) else None

    def selection(self) -> Selection | None:
        """What is selected in the viewer."""
        viewer = self.viewer()
        return viewer.selection() if viewer is not None else None

    def forget(self) -> None:
        """Drop all documents, as when another run is opened."""
        self._kept.clear()

    def _start(self, request: Request) -> Job[_Loaded]:
        def work(cancel: CancelToken, _emit: Emit) -> _Loaded:
            files = self._ctx.workspace.runs.files(request.run)
            wanted = Wanted(request.path, request.role, request.raw)
            return _Loaded(request, open_document(files, wanted, cancel))

        return self._background.submit(work, done=self._loaded, failed=self._failed)

    def _loaded(self, loaded: _Loaded) -> None:
        self._kept[loaded.request.key()] = loaded.document
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        if self._request is not None and self._request.key() == loaded.request.key():
            self._job = None
            self._show(self._request, loaded.document)

    def _show(self, request: Request, document: Document) -> None:
        self.loading.stop()
        self.note.setVisible(isinstance(document, TextDocument) and bool(document.note))
        if isinstance(document, TextDocument):
            self.note.setText(document.note)
        if isinstance(document, NothingToShow):
            self.empty.say(document.title, document.line)
            self.stack.setCurrentWidget(self.empty)
        else:
            self.stack.setCurrentWidget(self.viewers.show(request, document))
        self.opened.emit()

    def _failed(self, words: str) -> None:
        self.loading.stop()
        self.error.say("The file cannot be shown", words, "Show as text")
        self.stack.setCurrentIndex(1)

    def _add_viewer(self, viewer: Viewer) -> None:
        viewer.selection_changed.connect(self.selection_changed)
        viewer.raw_requested.connect(self.raw_requested)
        self.stack.addWidget(viewer)

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None


def _padded(widget: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(12, 12, 12, 12)
    column.addWidget(widget)
    column.addStretch(1)
    return page
