"""Logs and plain text: any size, any bytes, searched in the background."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Line, shown_line, split_states
from mlrbench_gui.ui.screens.audit.evidence.reading.searching import Hits, search
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineMark, LineView
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.ui.kit.background import Background, Job
    from mlrbench_gui.ui.screens.audit.evidence.reading.lines import LineIndex

SHOWN_BYTES = 2048
_PART = 96
_PARTS_LIMIT = 4 << 20


class IndexedLines:
    """A line index as a line view's source; long lines are cut."""

    def __init__(self, index: LineIndex) -> None:
        self._index = index
        self._read = lru_cache(maxsize=512)(self._read_line)

    def count(self) -> int:
        return self._index.count()

    def line(self, number: int) -> Line:
        return self._read(number)

    def label(self, number: int) -> str:
        return str(number + 1)

    def _read_line(self, number: int) -> Line:
        raw, size = self._index.read(number, SHOWN_BYTES)
        if size <= SHOWN_BYTES:
            return shown_line(raw)
        tail = self._index.read(number, _PARTS_LIMIT)[0]
        states = split_states(tail)
        if len(states) > 1 and len(states[-1]) <= SHOWN_BYTES:
            return replace(shown_line(states[-1]), states=len(states))
        return shown_line(raw, hidden=size - len(raw))


class LineParts:
    """One long or rewritten line as rows: each state of a progress bar, each piece of a long line."""

    def __init__(self, raw: bytes) -> None:
        self._rows: list[tuple[str, bytes]] = []
        states = split_states(raw)
        for number, state in enumerate(states, 1):
            for at in range(0, max(1, len(state)), _PART):
                label = str(number) if len(states) > 1 else str(at)
                self._rows.append((label if at == 0 or len(states) == 1 else "", state[at : at + _PART]))

    def count(self) -> int:
        return len(self._rows)

    def line(self, number: int) -> Line:
        return shown_line(self._rows[number][1])

    def label(self, number: int) -> str:
        return self._rows[number][0]


class LogViewer(Viewer):
    """Shows a line index; Enter on a cut or rewritten line shows all of it, Esc goes back."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self._index: LineIndex | None = None
        self._hits: Hits | None = None
        self._searching: Job[Hits] | None = None
        self.lines = LineView()
        self.lines.setAccessibleName("Log lines")
        self.whole = LineView()
        self.whole.setAccessibleName("Whole line in parts")
        self.whole_title = label("", role="text-2", size="xs")
        self.whole_title.setContentsMargins(12, 4, 12, 4)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.whole_title)
        column.addWidget(self.whole, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.lines)
        self.stack.addWidget(page)
        self.add_body(self.stack)
        self.setFocusProxy(self.lines)
        self.lines.line_opened.connect(self.open_whole)
        self.lines.current_changed.connect(lambda _line: self.selection_changed.emit())

    def show_index(self, index: LineIndex, locator: Locator | None, mark: Mark) -> None:
        """Show the file at the locator's line, at its start without one."""
        self._stop_search()
        self.find_bar.hide()
        self.stack.setCurrentIndex(0)
        if self._index is not index:
            self._index = index
            self.lines.show_source(IndexedLines(index))
        line = locator.line if locator is not None else None
        inside = line is not None and line <= index.count()
        self.lines.set_mark(
            LineMark(line - 1, mark.verdict, mark.values, mark.note) if line and inside else None
        )

    def open_whole(self, number: int) -> None:
        """Show all of a line that is cut or was rewritten; other lines have nothing more to show."""
        if self._index is None:
            return
        raw, size = self._index.read(number, _PARTS_LIMIT)
        states = len(split_states(raw))
        if size <= SHOWN_BYTES and states == 1:
            return
        cut = f", the first {_PARTS_LIMIT >> 20} MB shown" if size > _PARTS_LIMIT else ""
        what = f"{states} states" if states > 1 else f"{size} bytes"
        self.whole_title.setText(f"Line {number + 1}, {what}{cut}. Esc goes back.")
        self.whole.show_source(LineParts(raw))
        self.stack.setCurrentIndex(1)
        self.whole.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def close_layer(self) -> bool:
        if self.stack.currentIndex() == 1:
            self.stack.setCurrentIndex(0)
            self.lines.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return super().close_layer()

    @override
    def selection(self) -> Selection | None:
        if self._index is None or not self._index.count():
            return None
        number = self.lines.current()
        return Selection(Locator(line=number + 1), IndexedLines(self._index).line(number).text.strip()[:200])

    # find

    @override
    def search(self, text: str) -> None:
        self._stop_search()
        self.lines.set_needle(text)
        self._hits = None
        if not text or self._index is None:
            self.find_bar.tell("")
            return
        index = self._index
        self.find_bar.tell("searching")
        self._searching = self._background.submit(
            lambda token, emit: _search(index, text, token, emit), done=self._found, failed=self.find_bar.tell
        )

    @override
    def step_hit(self, step: int) -> None:
        if self._hits is None or self._index is None or not len(self._hits):
            return
        start, end = self._index.span(self.lines.current())
        first = bisect_left(self._hits.offsets, start)
        target = bisect_left(self._hits.offsets, end + 1) if step > 0 else first - 1
        self._go_to_hit(target % len(self._hits))

    def _found(self, hits: Hits) -> None:
        self._hits = hits
        if self._index is None or not len(hits):
            self.find_bar.tell(hit_text(0, 0))
            return
        start, _ = self._index.span(self.lines.current())
        self._go_to_hit(bisect_left(hits.offsets, start) % len(hits))

    def _go_to_hit(self, number: int) -> None:
        if self._hits is not None and self._index is not None:
            self.lines.go_to(self._index.line_at(self._hits.offsets[number]))
            self.find_bar.tell(hit_text(number + 1, len(self._hits), "lines"))

    def _stop_search(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None


def _search(index: LineIndex, text: str, token: CancelToken, _emit: Emit) -> Hits:
    return search(index.source, text, token)
