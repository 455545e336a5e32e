"""Free text that grows with its words and tells when the writer pauses."""

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy
from typing_extensions import override

from mlrbench_gui.ui.kit import theme

PAUSE_MS = 800
"""So long must a writer pause before the text is told."""
_FRAME = 14


class TextArea(QPlainTextEdit):
    """`written` carries the text after a pause, or when the field is left; what is set from outside is not told."""

    written = Signal(str)

    def __init__(self, name: str, hint: str = "", *, least: int = 2, most: int = 8) -> None:
        super().__init__()
        self._least, self._most = least, most
        self._told = ""
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.flush)
        self.textChanged.connect(self._changed)
        theme.theme_signals().changed.connect(self._fit)
        self._fit()

    def set_text(self, text: str) -> None:
        """Show a text. While the writer is in the field, or has not paused yet, it stays as it is."""
        if self._pause.isActive() or self.hasFocus() or text == self.toPlainText():
            return
        self._told = text
        self.setPlainText(text)
        self._pause.stop()

    def show_other(self, text: str) -> None:
        """Show the text of something else, whoever is in the field."""
        self._told = text
        self.setPlainText(text)
        self._pause.stop()

    def flush(self) -> None:
        """Tell the text now if it is another."""
        self._pause.stop()
        text = self.toPlainText()
        if text != self._told:
            self._told = text
            self.written.emit(text)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.flush()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.minimumHeight())

    def _changed(self) -> None:
        self._fit()
        self._pause.start()

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        shown = min(max(lines, self._least), self._most)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * shown + _FRAME)
