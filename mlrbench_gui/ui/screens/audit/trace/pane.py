"""The trace in place of paper and claims: what the agent did, how each file came to be, two files side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.screens.audit.drawer.tabline import Tab, TabFace
from mlrbench_gui.ui.screens.audit.evidence.viewers.transcript_viewer import TranscriptViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark
from mlrbench_gui.ui.screens.audit.trace.files_page import FilesPage
from mlrbench_gui.ui.screens.audit.trace.pair_page import PairPage

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlrbench_gui.domain.values import RelPath, RunName
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.services.tracing import RunTrace
    from mlrbench_gui.ui.kit.background import Background
    from mlrbench_gui.ui.screens.audit.evidence.reading.actions import Filter

ACTIONS, FILES, PAIR = "actions", "files", "pair"
_FACES = (
    TabFace(ACTIONS, "Actions", "terminal"),
    TabFace(FILES, "Files", "file"),
    TabFace(PAIR, "Side by side", "split"),
)


class TracePane(QWidget):
    """Loads a run's trace when it is first looked at. `closed` asks for the claims again.

    `place_requested` (path, locator) opens a file in the evidence; `message` is one line for the status bar.
    """

    closed = Signal()
    place_requested = Signal(str, object)
    message = Signal(str)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        ground(self, "panel")
        self._ctx, self._background = ctx, background
        self._view: RunView | None = None
        self._trace: RunTrace | None = None
        self._loading_of: tuple[RunName, frozenset[object]] | None = None
        self._then: Callable[[], None] | None = None
        self.timeline, self.files, self.pair = TranscriptViewer(), FilesPage(background), PairPage(background)
        self.timeline.set_side_by_side(True)
        self.none = EmptyState("No transcript", "", "Show the files")
        self.loading = LoadingState("Reading what the agent did")
        self.tabs = {face.key: Tab(face) for face in _FACES}
        self.facts = ElidedLabel()
        self.back = Button("Back to the claims", icon_name="chevron-left", kind="flat", tip="Esc")
        self.body = QStackedWidget()
        for page in (self.loading, self.none, self.timeline, self.files, self.pair):
            self.body.addWidget(page)
        self._page = ACTIONS
        self._lay_out()
        self._connect()

    def show_view(self, view: RunView) -> None:
        """The run on screen; its trace is read when it is asked for."""
        before, self._view = self._view, view
        if before is None or _state(before) != _state(view):
            self._trace = self._loading_of = None
            if self.isVisible():
                self.show_page(self._page)

    def show_page(self, page: str) -> None:
        """Show `actions`, `files` or `pair`."""
        self._with_trace(lambda: self._show_page(page))

    def show_action(self, action: int) -> None:
        """Show the timeline at an action."""

        def show() -> None:
            self._show_page(ACTIONS)
            self.timeline.go_to(action)

        self._with_trace(show)

    def show_file(self, path: RelPath, action: int | None = None) -> None:
        """Show the history of a file, at the version that an action left."""

        def show() -> None:
            self._show_page(FILES)
            self.files.show_file(path, action)

        self._with_trace(show)

    def show_pair(self, left: RelPath | None = None, right: RelPath | None = None) -> None:
        """Show two files side by side."""

        def show() -> None:
            self._show_page(PAIR)
            self.pair.show_pair(left, right)

        self._with_trace(show)

    @property
    def page(self) -> str:
        """Which page is chosen."""
        return self._page

    @property
    def trace(self) -> RunTrace | None:
        """The trace that is shown, None until it was read."""
        return self._trace

    def choose_filter(self, wanted: Filter) -> None:
        """List only some actions."""
        if self.body.currentWidget() is self.timeline:
            self.timeline.choose_filter(wanted)

    def focus_words(self) -> None:
        """Give the keyboard to the field that filters."""
        fields = {ACTIONS: self.timeline.words, FILES: self.files.words}
        (fields.get(self._page) or self.pair.left).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def step_row(self, by: int) -> None:
        """The next or previous row of the list with the keyboard, else of the page's first list."""
        focus = QApplication.focusWidget()
        lists: dict[str, RowList] = {ACTIONS: self.timeline.list, FILES: self.files.list}
        view = focus if isinstance(focus, RowList) and self.isAncestorOf(focus) else lists.get(self._page)
        if view is None:
            self.step_difference(by)
            return
        row = min(max(0, view.currentIndex().row() + by), view.model().rowCount() - 1)
        view.setCurrentIndex(view.model().index(row, 0))

    def step_difference(self, by: int) -> None:
        """The next or previous difference of the comparison that is shown."""
        pages: dict[str, FilesPage | PairPage] = {FILES: self.files, PAIR: self.pair}
        page = pages.get(self._page)
        found = page.step_difference(by) if page is not None else None
        self.message.emit(
            f"Difference {found[0]} of {found[1]}" if found is not None else "No difference here"
        )

    def open_find(self) -> None:
        """Find in the timeline; elsewhere the words are filtered."""
        if self.body.currentWidget() is self.timeline:
            self.timeline.open_find()
        else:
            self.focus_words()

    def close_layer(self) -> bool:
        """Close a find line, else leave the trace; False when it is not shown."""
        if not self.isVisible():
            return False
        if self.body.currentWidget() is not self.timeline or not self.timeline.close_layer():
            self.closed.emit()
        return True

    def take_keyboard(self) -> None:
        """Give the keyboard to what is shown."""
        shown = self.body.currentWidget()
        if shown is not None and shown is not self.loading:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _with_trace(self, then: Callable[[], None]) -> None:
        """Do this with the trace; while it is read, the last wish counts."""
        if self._trace is not None:
            then()
            self.take_keyboard()
            return
        self._then = then
        view = self._view
        if view is None or self._loading_of == _state(view):
            return
        wanted = self._loading_of = _state(view)
        self.loading.start()
        self.body.setCurrentWidget(self.loading)
        ctx, run = self._ctx, view.run.name

        def work(cancel: CancelToken, _emit: Emit) -> RunTrace:
            from mlrbench_gui.services.tracing import load_trace

            return load_trace(ctx, run, cancel)

        self._background.submit(work, done=lambda trace: self._read(wanted, trace), failed=self._failed)

    def _read(self, wanted: object, trace: RunTrace) -> None:
        view = self._view
        if wanted != self._loading_of or view is None:
            return
        self.loading.stop()
        self._trace = trace
        files = self._ctx.workspace.runs.files(view.run.name)
        if trace.transcript is not None:
            self.timeline.show_all()
            self.timeline.show_transcript(trace.transcript, trace.touched, None, Mark())
        self.files.show_trace(trace, files)
        self.pair.show_files(view.artifacts, files)
        self._tell(trace)
        then, self._then = self._then, None
        if then is not None:
            then()
        if self.isVisible():
            self.take_keyboard()

    def _failed(self, line: str) -> None:
        self.loading.stop()
        self._loading_of = None
        self.none.say("What the agent did cannot be read", line)
        self.body.setCurrentWidget(self.none)

    def _tell(self, trace: RunTrace) -> None:
        amiss = sum(file.is_amiss for file in trace.files)
        self.tabs[ACTIONS].set_badge(
            str(len(trace.transcript.actions)) if trace.transcript is not None else ""
        )
        self.tabs[FILES].set_badge(str(len(trace.files)))
        parts = [f"{amiss} file{'' if amiss == 1 else 's'} that no action explains"] if amiss else []
        if trace.transcript is None:
            parts = ["The run holds no transcript: nothing tells which action wrote a file"]
        elif not trace.transcript.tells_actions:
            parts = ["The transcript is prose: it tells no commands and no writes"]
        self.facts.setText(" · ".join(parts))

    def _show_page(self, page: str) -> None:
        self._page = page
        self.tabs[page].setChecked(True)
        if page == PAIR:
            self.body.setCurrentWidget(self.pair)
            self.pair.show_pair()
        elif page == FILES:
            self.body.setCurrentWidget(self.files)
        elif self._trace is not None and self._trace.transcript is None:
            words = "The run holds no file that tells what the agent did. Its files and logs can still be compared."
            self.none.say("No transcript", words, "Show the files")
            self.body.setCurrentWidget(self.none)
        else:
            self.body.setCurrentWidget(self.timeline)

    def _connect(self) -> None:
        for key, tab in self.tabs.items():
            tab.clicked.connect(lambda _on=False, key=key: self.show_page(key))
        self.none.pressed.connect(lambda: self.show_page(FILES))
        self.back.clicked.connect(self.closed)
        self.timeline.file_requested.connect(self.show_file)
        self.files.action_requested.connect(self.show_action)
        self.files.place_requested.connect(lambda path: self.place_requested.emit(path, None))

    def _lay_out(self) -> None:
        head = ground(QWidget(), "panel", edge="bottom")
        head.setFixedHeight(fonts.height("tab") + 1)
        row = QHBoxLayout(head)
        row.setContentsMargins(4, 0, 6, 1)
        row.setSpacing(0)
        for tab in self.tabs.values():
            row.addWidget(tab)
        self.facts.setProperty("role", "warn")
        self.facts.setProperty("textSize", "sm")
        row.addSpacing(12)
        row.addWidget(self.facts, 1)
        row.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.body, 1)


def _state(view: RunView) -> tuple[RunName, frozenset[object]]:
    """What a trace depends on: the run and the bytes of its files."""
    return view.run.name, frozenset((artifact.path, artifact.sha256) for artifact in view.artifacts)
