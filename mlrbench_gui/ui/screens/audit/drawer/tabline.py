"""The drawer's line of tabs: icon, name, badge; the chosen one underlined; a word at the right while it is shut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import draw_text, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

_PAD = 10


@dataclass(frozen=True, slots=True)
class TabFace:
    """How a tab looks: its name, icon, and a badge or a plain count."""

    key: str
    name: str
    icon: str


class Tab(QAbstractButton):
    """One tab."""

    def __init__(self, face: TabFace) -> None:
        super().__init__()
        self.face = face
        self._badge, self._tone = "", "plain"
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(fonts.height("tab"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(face.name)
        theme.theme_signals().changed.connect(self.update)

    def set_badge(self, text: str, tone: str = "plain") -> None:
        """Words beside the name; `plain` is a number without a box."""
        self._badge, self._tone = text, tone
        self.setAccessibleName(f"{self.face.name}, {text}" if text else self.face.name)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        width = _PAD + 14 + 6 + text_width(self.face.name, fonts.ui_font(12, 600)) + _PAD
        if self._badge:
            width += 6 + (
                text_width(self._badge, fonts.ui_font(12))
                if self._tone == "plain"
                else badge_width(self._badge)
            )
        return QSize(round(width) + 1, fonts.height("tab"))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, on = QRectF(self.rect()), self.isChecked()
        color = theme.color("text" if on or self.underMouse() else "text-2")
        icons.paint_icon(painter, self.face.icon, QRectF(_PAD, round(rect.center().y()) - 7, 14, 14), color)
        font = fonts.ui_font(12, 600 if on else 400)
        left = _PAD + 20.0
        width = text_width(self.face.name, font) + 2
        draw_text(painter, QRectF(left, 0, width, rect.height()), self.face.name, font=font, color=color)
        left += width + 6
        if self._badge and self._tone == "plain":
            plain = QRectF(left, 0, rect.width() - left, rect.height())
            draw_text(painter, plain, self._badge, font=fonts.ui_font(12), color=theme.color("text-2"))
        elif self._badge:
            height = fonts.height("badge")
            box = QRectF(left, rect.center().y() - height / 2, badge_width(self._badge), height)
            paint_badge(painter, box, self._badge, self._tone)
        if on:
            painter.fillRect(QRectF(0, rect.height() - 2, rect.width(), 2), theme.color("accent"))
        if self.hasFocus():
            painter.setPen(theme.color("focus"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1.5, 2.5, -1.5, -3.5), 3, 3)


class TabLine(QWidget):
    """Emits `chosen` with a tab's key, `toggled` for the chevron."""

    chosen = Signal(str)
    toggled = Signal()

    def __init__(self, faces: tuple[TabFace, ...]) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        self.setFixedHeight(fonts.height("tab") + 1)
        self.tabs = {face.key: Tab(face) for face in faces}
        self.summary = ElidedLabel()
        self.summary.setProperty("role", "text-2")
        self.chevron = IconButton("chevron-down", "Shut the drawer", key="D")
        self.chevron.clicked.connect(self.toggled)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 6, 1)
        row.setSpacing(0)
        for key, tab in self.tabs.items():
            tab.clicked.connect(lambda _on=False, key=key: self.chosen.emit(key))
            row.addWidget(tab)
        row.addSpacing(8)
        row.addWidget(self.summary, 1)
        row.addWidget(self.chevron)

    def choose(self, key: str) -> None:
        """Show a tab as chosen."""
        self.tabs[key].setChecked(True)

    def set_open(self, open_: bool, summary: str) -> None:
        """Shut, the line tells the summary."""
        self.chevron.set_icon("chevron-down" if open_ else "chevron-up")
        self.chevron.set_name("Shut the drawer" if open_ else "Open the drawer", "D")
        self.summary.setText("" if open_ else summary)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = list(self.tabs)
        here = next((n for n, tab in enumerate(self.tabs.values()) if tab.hasFocus()), None)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if here is None or step is None:
            super().keyPressEvent(event)
            return
        key = keys[(here + step) % len(keys)]
        self.tabs[key].setFocus(Qt.FocusReason.TabFocusReason)
        self.chosen.emit(key)
