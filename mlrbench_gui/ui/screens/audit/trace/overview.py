"""Where two texts differ, as a strip beside them; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.trace.aligning import RowKind

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

_WIDTH = 10
_LEAST = 2.0
_ROLES = {RowKind.CHANGED: "warn", RowKind.LEFT: "danger", RowKind.RIGHT: "ok"}


class Overview(QWidget):
    """Emits `row_wanted`. One look at each pixel, so that a long log costs no more than a short one."""

    row_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._kinds = b""
        self.setFixedWidth(_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Where the texts differ")
        theme.theme_signals().changed.connect(self.update)

    def show_kinds(self, kinds: bytes) -> None:
        """Show other rows."""
        self._kinds = kinds
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 60)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("sunken"))
        count, height = len(self._kinds), max(1, self.height())
        step = max(_LEAST, height / count) if count else height
        for number in range(int(height / step) if count else 0):
            first = number * count * step / height
            part = self._kinds[int(first) : max(int(first) + 1, int(first + count * step / height))]
            role = _ROLES.get(RowKind(max(part))) if part else None
            if role is not None:
                painter.fillRect(QRectF(2, number * step, _WIDTH - 3, step), theme.color(role))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._kinds:
            row = int(event.position().y() / max(1, self.height()) * len(self._kinds))
            self.row_wanted.emit(min(max(0, row), len(self._kinds) - 1))
