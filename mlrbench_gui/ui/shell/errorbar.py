"""The bar under the top bar that tells what went wrong, until it is put away. Never a dialog."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground


class ErrorBar(QWidget):
    """Shows the last error; earlier ones are counted and copied with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel", edge="danger")
        theme.keep_fit(self, lambda: self.setFixedHeight(height("pane-head") + 2))
        self._texts: list[str] = []
        self._label = ElidedLabel()
        self._label.setProperty("textSize", "sm")
        self._label.setProperty("weight", "medium")
        copy = Button("Copy", icon_name="copy", kind="flat")
        copy.clicked.connect(self._copy)
        close = IconButton("cross", "Put the error away")
        close.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(Glyph(lambda dpr: icon_pixmap("warning", theme.color("danger"), 16, dpr), 16))
        row.addWidget(self._label, 1)
        row.addWidget(copy)
        row.addWidget(close)
        self.hide()

    def show_error(self, text: str) -> None:
        """Show this error on top of what is shown already."""
        if text not in self._texts:
            self._texts.append(text)
        more = f"   (and {len(self._texts) - 1} before)" if len(self._texts) > 1 else ""
        self._label.setText(text + more)
        self.setAccessibleName(f"error: {text}")
        self.show()

    def text(self) -> str:
        """The last error; empty when none is shown."""
        return self._texts[-1] if self._texts else ""

    def clear(self) -> None:
        """Put all errors away."""
        self._texts.clear()
        self.hide()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._texts))
