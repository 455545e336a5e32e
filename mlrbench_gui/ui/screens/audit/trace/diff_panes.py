"""Two texts side by side: two line views that scroll together, the differences marked, and a strip that shows where."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import shown_line
from mlrbench_gui.ui.screens.audit.evidence.viewers.code_viewer import FixedLines
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineView
from mlrbench_gui.ui.screens.audit.trace.overview import Overview
from mlrbench_gui.ui.screens.audit.trace.sides import Side

if TYPE_CHECKING:
    from mlrbench_gui.ui.screens.audit.trace.aligning import Alignment

_LIMIT = 2048


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts as lines with their alignment and titles; `left` None where there is nothing to compare with."""

    titles: tuple[str, str]
    left: tuple[str, ...] | None
    right: tuple[str, ...]
    alignment: Alignment | None


class DiffPanes(QWidget):
    """Shows a comparison, or one text alone."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._alignment: Alignment | None = None
        self._scrolling = False
        self.left, self.right = LineView(), LineView()
        self.left.setAccessibleName(f"{name}, left")
        self.right.setAccessibleName(f"{name}, right")
        self.titles = (
            ElidedLabel(mode=Qt.TextElideMode.ElideMiddle),
            ElidedLabel(mode=Qt.TextElideMode.ElideMiddle),
        )
        self._left_box, self._right_box = (
            _titled(self.titles[0], self.left),
            _titled(self.titles[1], self.right),
        )
        self.splitter = Splitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self._left_box)
        self.splitter.addWidget(self._right_box)
        self.overview = Overview()
        self.overview.row_wanted.connect(self.go_to)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.splitter, 1)
        row.addWidget(self.overview)
        self.left.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bind(self.left, self.right)
        self._bind(self.right, self.left)
        self.setFocusProxy(self.right)

    def show_compared(self, compared: Compared) -> None:
        """Show a comparison, at its first difference."""
        self._alignment = compared.alignment
        alone = compared.left is None or compared.alignment is None
        self._left_box.setVisible(not alone)
        self.overview.setVisible(not alone)
        for title, words in zip(self.titles, compared.titles, strict=True):
            title.setText(words)
        if compared.left is None or compared.alignment is None:
            lines = (shown_line(text.encode("utf-8", "replace")[:_LIMIT]) for text in compared.right)
            self.right.show_source(FixedLines(tuple(lines)))
            self.overview.show_kinds(b"")
            return
        self.left.show_source(Side(compared.alignment, compared.left, compared.right, is_left=True))
        self.right.show_source(Side(compared.alignment, compared.right, compared.left, is_left=False))
        self.overview.show_kinds(compared.alignment.kinds)
        if compared.alignment.blocks:
            self.go_to(compared.alignment.blocks[0])

    def step(self, by: int) -> tuple[int, int] | None:
        """Go to the next (1) or previous (-1) difference; which one of how many, None where there is none."""
        blocks = self._alignment.blocks if self._alignment is not None else ()
        if not blocks:
            return None
        here = self.right.current()
        at = bisect_right(blocks, here) if by > 0 else bisect_left(blocks, here) - 1
        at %= len(blocks)
        self.go_to(blocks[at])
        return at + 1, len(blocks)

    def go_to(self, row: int) -> None:
        """Bring a row to a third of the height on both sides."""
        self.right.go_to(row)
        self.left.follow(row)

    def _bind(self, one: LineView, other: LineView) -> None:
        """What one does the other does; where it cannot, as its text is narrower, it does not pull back."""
        for own, theirs in (
            (one.verticalScrollBar(), other.verticalScrollBar()),
            (one.horizontalScrollBar(), other.horizontalScrollBar()),
        ):
            own.valueChanged.connect(lambda value, bar=theirs: self._scroll(bar, value))
        one.current_changed.connect(other.follow)

    def _scroll(self, bar: QScrollBar, value: int) -> None:
        if not self._scrolling:
            self._scrolling = True
            bar.setValue(value)
            self._scrolling = False


def _titled(title: ElidedLabel, view: LineView) -> QWidget:
    box, head = QWidget(), ground(QWidget(), "sunken", edge="bottom")
    title.setProperty("role", "text-2")
    title.setProperty("textSize", "xs")
    line = QHBoxLayout(head)
    line.setContentsMargins(10, 3, 10, 4)
    line.addWidget(title)
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    column.addWidget(view, 1)
    return box
