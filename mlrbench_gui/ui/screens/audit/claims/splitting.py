"""The card that asks where to split a claim: its words in two parts, the cut moved by the arrow keys."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.fonts import ui_font
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote

WIDTH = 400


class SplitCard(QWidget):
    """Emits `split_wanted` with the offset of the paper's text at which the second part begins."""

    split_wanted = Signal(int)

    def __init__(
        self, text: str, span: tuple[int, int], gaps: Sequence[int], cut: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text, self._span = text, span
        self._gaps = tuple(gaps)
        self._at = self._gaps.index(cut) if cut in self._gaps else 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._parts = (_Part(), _Part())
        split = Button("Split", icon_name="split", kind="primary")
        split.clicked.connect(lambda: self.split_wanted.emit(self.cut))
        self._row = QHBoxLayout()
        self._row.addWidget(label("← → move the cut, Enter splits", role="text-2", size="sm"))
        self._row.addStretch(1)
        self._row.addWidget(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label("Split the claim", weight="semibold"))
        for part in self._parts:
            column.addWidget(part)
        column.addLayout(self._row)
        self._show()

    @property
    def cut(self) -> int:
        """Where the second part begins."""
        return self._gaps[self._at]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if by is not None:
            self._at = max(0, min(self._at + by, len(self._gaps) - 1))
            self._show()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.split_wanted.emit(self.cut)
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        start, end = self._span
        words = plain_quote(self._text[start : self.cut]), plain_quote(self._text[self.cut : end])
        for part, text in zip(self._parts, words, strict=True):
            part.show_words(text)
        self.setAccessibleName(f"Split into: {words[0]}; and: {words[1]}")


class _Part(QWidget):
    """One part's words in a box."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""

    def show_words(self, words: str) -> None:
        self._words = words
        self.setToolTip(words)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 44)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("line"), 1.0))
        painter.setBrush(theme.color("sunken"))
        painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(theme.color("text"))
        painter.setFont(ui_font(12))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(
            Qt.TextFlag.TextWordWrap
        )
        painter.drawText(rect.adjusted(8, 4, -8, -4), flags, self._words)
