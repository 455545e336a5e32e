"""The output of the chosen job: find in it, follow its end, copy it."""

from bisect import bisect_left, bisect_right

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.services.jobs.output import KEPT_LINES, OutputTail
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.screens.jobs.log_view import OutputView


class OutputPane(QWidget):
    """`message` is one line for the status bar."""

    message = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._tail: OutputTail | None = None
        self._hits: tuple[int, ...] = ()
        self.view = OutputView()
        self.field = _FindField()
        self.field.setFixedWidth(220)
        self._count = label("", role="text-2", size="xs")
        self._foot = ElidedLabel()
        self.follow = IconButton("follow", "Follow the end", key="F", checkable=True)
        self.follow.setChecked(True)
        self._lay_out()
        self.field.textChanged.connect(self._search)
        self.field.stepped.connect(self.step_hit)
        self.follow.clicked.connect(lambda on: self.view.follow(on=on))
        self.view.following_changed.connect(self.follow.setChecked)

    def show_tail(self, tail: OutputTail | None) -> None:
        """Show another job's output."""
        if tail is not self._tail:
            self._tail = tail
            self.view.show_tail(tail)
        self.refresh()

    def refresh(self) -> None:
        """Take in what was printed since."""
        self.view.refresh()
        first, last = self._tail.span() if self._tail is not None else (0, 0)
        dropped = f", the last {KEPT_LINES:,} and more are kept" if first else ""
        self._foot.setText(
            f"{last:,} line{'' if last == 1 else 's'}{dropped}" if last else "Nothing printed yet"
        )

    def toggle_follow(self) -> None:
        """Follow the end, or stay."""
        self.view.follow(on=not self.view.following)

    def copy(self) -> None:
        """Copy the selected lines, or all that are kept."""
        text = self.view.selected_text()
        if not text and self._tail is not None:
            text = "\n".join(line.text for line in self._tail.lines(*self._tail.span()))
        QGuiApplication.clipboard().setText(text)
        lines = text.count("\n") + 1 if text else 0
        self.message.emit(f"{lines:,} line{'' if lines == 1 else 's'} copied")

    def step_hit(self, step: int) -> None:
        """Go to the next line with what is looked for, or the one before, round the ends."""
        self._hits = (
            self._tail.find(self.field.text()) if self._tail is not None and self.field.text() else ()
        )
        if not self._hits:
            self._tell_hits(-1)
            return
        current = self.view.current()
        at = bisect_right(self._hits, current) if step > 0 else bisect_left(self._hits, current) - 1
        at %= len(self._hits)
        self.view.go_to(self._hits[at])
        self._tell_hits(at)

    def leave_find(self) -> None:
        """Look for nothing any more; the keyboard goes to the lines."""
        self.field.clear()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _search(self, text: str) -> None:
        self.view.needle = text
        if text:
            self.step_hit(1)
        else:
            self._hits = ()
            self._tell_hits(-1)
        self.view.viewport().update()

    def _tell_hits(self, at: int) -> None:
        told = (
            f"{at + 1} of {len(self._hits):,} lines" if self._hits else "no line" if self.field.text() else ""
        )
        self._count.setText(told)
        self.field.setAccessibleDescription(told)

    def _lay_out(self) -> None:
        back = IconButton("chevron-up", "Previous hit", key="Shift Enter")
        onward = IconButton("chevron-down", "Next hit", key="Enter")
        back.clicked.connect(lambda: self.step_hit(-1))
        onward.clicked.connect(lambda: self.step_hit(1))
        copy = IconButton("copy", "Copy the selected lines, or all")
        copy.clicked.connect(self.copy)
        bar = QWidget()
        ground(bar, "sunken", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 3, 8, 4)
        row.setSpacing(6)
        row.addWidget(label("Output", size="sm", weight="semibold"))
        row.addSpacing(6)
        for part in (self.field, back, onward, self._count):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.follow)
        row.addWidget(copy)
        bar.setFixedHeight(height("control") + 10)
        self._foot.setProperty("textSize", "xs")
        self._foot.setProperty("role", "text-2")
        self._foot.setContentsMargins(12, 3, 12, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.view, 1)
        column.addWidget(separator())
        column.addWidget(self._foot)


class _FindField(SearchField):
    """Enter and Shift+Enter step."""

    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__("Find in the output", key="Ctrl+F")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)
