"""Code and Markdown: numbered lines in greys and weights, opened at a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineMark, LineView
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Line


class FixedLines:
    """Lines that are all known, as a line view's source."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines

    def count(self) -> int:
        return len(self._lines)

    def line(self, number: int) -> Line:
        return self._lines[number]

    def label(self, number: int) -> str:
        return str(number + 1)


class CodeViewer(Viewer):
    """Shows coloured lines; a line too long to show whole is seen whole in the raw view."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._hits: tuple[int, ...] = ()
        self.view = LineView()
        self.view.setAccessibleName("Code lines")
        self.view.current_changed.connect(lambda _line: self.selection_changed.emit())
        self.view.line_opened.connect(self._open_line)
        self.add_body(self.view)

    def show_lines(self, lines: tuple[Line, ...], locator: Locator | None, mark: Mark) -> None:
        """Show the file at the locator's line."""
        self.find_bar.hide()
        if lines is not self._lines:
            self._lines = lines
            self.view.show_source(FixedLines(lines))
        line = locator.line if locator is not None else None
        if line is not None and line <= len(lines):
            self.view.set_mark(LineMark(line - 1, mark.verdict, mark.values, mark.note))
        else:
            self.view.set_mark(None)

    @override
    def selection(self) -> Selection | None:
        if not self._lines:
            return None
        number = self.view.current()
        return Selection(Locator(line=number + 1), self._lines[number].text.strip()[:200])

    @override
    def search(self, text: str) -> None:
        self.view.set_needle(text)
        folded = text == text.lower()
        texts = ((n, line.text.lower() if folded else line.text) for n, line in enumerate(self._lines))
        self._hits = tuple(number for number, where in texts if text in where) if text else ()
        if not text:
            self.find_bar.tell("")
        elif not self._hits:
            self.find_bar.tell(hit_text(0, 0))
        else:
            self._show_hit(next((n for n, line in enumerate(self._hits) if line >= self.view.current()), 0))

    @override
    def step_hit(self, step: int) -> None:
        if not self._hits:
            return
        here = self.view.current()
        after = [n for n, line in enumerate(self._hits) if line > here]
        before = [n for n, line in enumerate(self._hits) if line < here]
        self._show_hit(
            (after[0] if after else 0) if step > 0 else (before[-1] if before else len(self._hits) - 1)
        )

    def _show_hit(self, number: int) -> None:
        self.view.go_to(self._hits[number])
        self.find_bar.tell(hit_text(number + 1, len(self._hits), "lines"))

    def _open_line(self, number: int) -> None:
        if number < len(self._lines) and self._lines[number].hidden:
            self.raw_requested.emit()
