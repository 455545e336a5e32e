"""Fields: search with its glass and key, a combo box and a check box that paint their own marks."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import KeyCap
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import half_pixel

_COMBO_LEAST = 110
_CHECK_MARGIN = 4
"""What the style sheet gives a check box around its mark: padding and border."""


class SearchField(QLineEdit):
    """A field that filters or searches; the key that leads to it stands at its right while it is empty."""

    def __init__(self, placeholder: str, *, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setTextMargins(19, 0, 0, 0)
        self._cap = KeyCap(key, self) if key else None
        self.textChanged.connect(self._show_cap)

    def set_key(self, key: str) -> None:
        """Show another key."""
        if self._cap is not None:
            self._cap.set_text(key)
            self._place_cap()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        color = theme.color("text-3" if self.isEnabled() else "text-off")
        paint_icon(painter, "search", QRectF(8, (self.height() - 14) / 2, 14, 14), color)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cap()

    def _place_cap(self) -> None:
        if self._cap is not None:
            self._cap.adjustSize()
            self._cap.move(self.width() - self._cap.width() - 6, (self.height() - self._cap.height()) // 2)

    def _show_cap(self, text: str) -> None:
        if self._cap is not None:
            self._cap.setVisible(not text)


class Combo(QComboBox):
    """A choice from a list, with the program's own arrow."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.currentTextChanged.connect(self._tell)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt cuts a long choice in the middle of a letter; here both ends of it stay readable."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown_text()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        color = theme.color("text-2" if self.isEnabled() else "text-off")
        paint_icon(
            painter, "chevron-down", QRectF(self.width() - 21, (self.height() - 14) / 2, 14, 14), color
        )

    @override
    def minimumSizeHint(self) -> QSize:
        """It may be narrower than its choices, which are then cut."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _COMBO_LEAST), hint.height())

    def shown_text(self) -> str:
        """The choice as far as there is room for it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        return self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideMiddle, min(room.width(), self.width() - 24) - 6
        )

    def _tell(self) -> None:
        """A cut choice is told whole by the tooltip; an entry's own tooltip goes before its words."""
        whole = self.itemData(self.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        cut = self.shown_text() != self.currentText()
        self.setToolTip(whole or (self.currentText() if cut else ""))


class Check(QCheckBox):
    """Yes or no, with the program's own box and mark."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(_CHECK_MARGIN, (self.height() - 16) / 2, 16, 16)
        on = self.isChecked()
        pen = QPen(theme.color("accent" if on else "line-strong" if self.isEnabled() else "line"), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("accent" if on else "panel"))
        painter.drawRoundedRect(half_pixel(box), 3, 3)
        if on:
            paint_icon(painter, "check", box.adjusted(1, 1, -1, -1), theme.color("on-accent"))
