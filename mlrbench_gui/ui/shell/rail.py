"""The rail at the left: one button a screen, with words where there is room."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.icons import RAIL, paint_icon
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import CENTER, draw_text, half_pixel, text_width

WIDE, NARROW = 72, 44


class RailButton(QAbstractButton):
    """Icon over word; the shown screen has the selection's ground and a 3 px bar."""

    def __init__(self, icon_name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon_name
        self._narrow = False
        self._hover = False
        self._count = 0
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        theme.theme_signals().changed.connect(self.update)

    def set_narrow(self, *, narrow: bool, key: str) -> None:
        """Without the word its tooltip tells it."""
        self._narrow = narrow
        self.setToolTip(f"{self.text()}  ({key})" if narrow else key)
        self.updateGeometry()
        self.update()

    def set_count(self, count: int) -> None:
        """How many things are under way there; none shows nothing."""
        self._count = count
        self.setAccessibleName(f"{self.text()}, {count} under way" if count else self.text())
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(36, 36) if self._narrow else QSize(64, px(48))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover = True
        self.update()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover = False
        self.update()
        super().leaveEvent(event)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        self._paint_ground(painter, box)
        role = "text-off" if not self.isEnabled() else "accent-ink" if self.isChecked() else "text-2"
        tall = self.sizeHint().height()
        top = (box.height() - RAIL) / 2 if self._narrow else (tall - RAIL - px(15)) / 2
        paint_icon(
            painter, self._icon, QRectF((box.width() - RAIL) / 2, round(top), RAIL, RAIL), theme.color(role)
        )
        if self._count:
            self._paint_count(painter, QPointF((box.width() + RAIL) / 2, round(top)), box.width())
        if not self._narrow:
            word = QRectF(0, round(top) + RAIL + 3, box.width(), px(12))
            font = ui_font(11, 600 if self.isChecked() else 400)
            draw_text(painter, word, self.text(), font=font, color=theme.color(role), align=CENTER)

    def _paint_count(self, painter: QPainter, corner: QPointF, room: float) -> None:
        text = str(self._count) if self._count < 100 else "99" if self._narrow else "99+"
        font = ui_font(10, 600)
        wide = max(px(15), round(text_width(text, font)) + 7)
        badge = QRectF(min(corner.x() - 6, room - wide - 1), max(1, corner.y() - 5), wide, px(15))
        painter.setPen(QPen(theme.color("chrome"), 1.5))
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(badge, px(15) / 2, px(15) / 2)
        draw_text(painter, badge, text, font=font, color=theme.color("on-accent"), align=CENTER)

    def _paint_ground(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked() or (self._hover and self.isEnabled()):
            painter.setBrush(theme.color("select" if self.isChecked() else "hover"))
            painter.drawRoundedRect(box, 4, 4)
        if self.hasFocus():
            pen = QPen(theme.color("focus"), 2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(half_pixel(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class Rail(QWidget):
    """Screens in a column, Settings at the foot; `chosen` tells the screen's id."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "chrome", edge="right")
        self.setAccessibleName("Screens")
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(4, 4, 5, 4)
        self._column.setSpacing(2)
        self._column.addStretch()
        self.set_narrow(narrow=False)

    def add(self, screen: str, icon_name: str, text: str, *, at_foot: bool = False) -> None:
        """Add a screen."""
        button = RailButton(icon_name, text, self)
        self._buttons[screen] = button
        self._group.addButton(button)
        button.clicked.connect(lambda: self.chosen.emit(screen))
        place = self._column.count() if at_foot else self._column.count() - 1
        self._column.insertWidget(place, button)

    def show_screen(self, screen: str) -> None:
        """Mark the screen that is shown."""
        if screen in self._buttons:
            self._buttons[screen].setChecked(True)

    def set_enabled(self, screen: str, *, enabled: bool) -> None:
        """A screen that has nothing to show cannot be chosen."""
        self._buttons[screen].setEnabled(enabled)

    def set_count(self, screen: str, count: int) -> None:
        """How many things are under way on a screen."""
        self._buttons[screen].set_count(count)

    def set_narrow(self, *, narrow: bool) -> None:
        """44 px with icons, or 72 px with words."""
        self.setFixedWidth(NARROW if narrow else WIDE)
        for number, button in enumerate(self._buttons.values(), 1):
            button.set_narrow(narrow=narrow, key=f"Ctrl {number}")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for button in self._buttons.values():
            if button.isChecked():
                place = button.geometry()
                painter.fillRect(QRectF(0, place.top() + 10, 3, place.height() - 20), theme.color("accent"))
