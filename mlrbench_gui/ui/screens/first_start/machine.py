"""The list of what this machine has and lacks."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.screens.first_start.checks import MachineCheck

_MARKS = {True: ("check", "ok"), False: ("cross", "danger"), None: ("dot", "text-3")}


class MachineList(QWidget):
    """Checks, one a line, with a way to look again; `again` is its click."""

    again = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(label("This machine", weight="semibold"))
        head.addStretch()
        look = Button("Check again", kind="link")
        look.clicked.connect(self.again)
        head.addWidget(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(separator())
        column.addLayout(self._rows)
        column.addSpacing(8)
        column.addWidget(
            label("Audits need no network and no keys to online services.", role="text-2", size="sm")
        )
        self.show_waiting()

    def show_waiting(self) -> None:
        """The look is under way."""
        self.show_checks((MachineCheck("Looking at this machine", None, ""),))

    def show_checks(self, checks: Sequence[MachineCheck]) -> None:
        """What was found."""
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for check in checks:
            self._rows.addWidget(_row(check))
            self._rows.addWidget(separator())


def _row(check: MachineCheck) -> QWidget:
    icon_name, role = _MARKS[check.ok]

    def mark(dpr: float) -> QPixmap:
        return icon_pixmap(icon_name, theme.color(role), 14, dpr)

    row = QWidget()
    row.setFixedHeight(px(35))
    row.setAccessibleName(f"{check.name}: {check.detail or ('ready' if check.ok else 'missing')}")
    detail = ElidedLabel(check.detail)
    detail.setProperty("role", "text-2")
    detail.setProperty("textSize", "sm")
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(10)
    line.addWidget(Glyph(mark))
    line.addWidget(label(check.name, size="sm"))
    line.addStretch(1)
    line.addWidget(detail)
    return row
