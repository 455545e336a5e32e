"""Figures of an estimate beside each other."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.paint import draw_line, draw_text

NONE = "–"
_TALL = 50


class Figures(QWidget):
    """Values over their names, parted by lines."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = names
        self._values: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.keep_fit(self, self.updateGeometry)
        theme.theme_signals().changed.connect(self.update)
        self.show_values(())

    def show_values(self, values: tuple[str, ...]) -> None:
        """Show these, one a name; dashes where there are none."""
        self._values = values or (NONE,) * len(self._names)
        told = ", ".join(f"{name} {value}" for name, value in zip(self._names, self._values, strict=True))
        self.setAccessibleName(f"Estimate: {told}")
        self.update()

    def values(self) -> dict[str, str]:
        """The figures by name."""
        return dict(zip(self._names, self._values, strict=True))

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, px(_TALL))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        wide = self.width() / len(self._names)
        for at, (name, value) in enumerate(zip(self._names, self._values, strict=True)):
            left = at * wide + (12 if at else 0)
            cell = QRectF(left, 2, wide - 16, self.height() - 4)
            above = QRectF(cell.left(), cell.top(), cell.width(), px(26))
            below = QRectF(cell.left(), above.bottom(), cell.width(), px(16))
            role = "text-3" if value == NONE else "text"
            draw_text(painter, above, value, font=mono_font(16, 600), color=theme.color(role))
            draw_text(painter, below, name, font=ui_font(11), color=theme.color("text-2"))
            if at:
                edge = round(at * wide) + 0.5
                draw_line(painter, QPointF(edge, 4), QPointF(edge, self.height() - 4))
