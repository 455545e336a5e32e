"""Wrapped text of at most so many lines."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy
from typing_extensions import override


class ClampedLabel(QLabel):
    """Wrapped text of at most so many lines; what is cut stands in the tooltip."""

    def __init__(self, lines: int, *, role: str, size: str, weight: str = "") -> None:
        super().__init__()
        self._lines = lines
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("role", role)
        self.setProperty("textSize", size)
        if weight:
            self.setProperty("weight", weight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_lines(self, lines: int) -> None:
        """Room for other many lines."""
        if lines != self._lines:
            self._lines = lines
            self._fit()

    def set_whole(self, text: str) -> None:
        """Show other text."""
        self._whole = text
        self.setAccessibleName(text)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """The most words that fit; found by halving."""
        if not self.width():
            return
        limit = self.fontMetrics().lineSpacing() * self._lines + 2
        if self._height(self._whole) <= limit:
            self._put(self._whole)
            return
        low, high = 0, len(self._whole)
        while low < high:
            middle = (low + high + 1) // 2
            if self._height(f"{self._whole[:middle].rstrip()}…") <= limit:
                low = middle
            else:
                high = middle - 1
        self._put(f"{self._whole[:low].rstrip()}…")

    def _put(self, text: str) -> None:
        if self.text() != text:
            self.setText(text)
        self.setToolTip(self._whole if text != self._whole else "")
        self.setFixedHeight(max(self.fontMetrics().height(), self._height(text)))

    def _height(self, text: str) -> int:
        box = self.fontMetrics().boundingRect(0, 0, self.width(), 10_000, int(Qt.TextFlag.TextWordWrap), text)
        return box.height()
