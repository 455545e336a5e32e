"""The line of the chosen job: its title, what it does now, and buttons for all that can be done to it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.screens.jobs.listing import JobRow, allowed


class JobBar(QWidget):
    """`wanted` tells a command: `pause`, `go-on`, `cancel`, `raise`, `lower`."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        self._title = ElidedLabel()
        self._title.setProperty("weight", "semibold")
        self._doing = ElidedLabel()
        self._doing.setProperty("role", "text-2")
        self._doing.setProperty("textSize", "sm")
        self.pause = Button("Pause", icon_name="pause", tip="P")
        self.go_on = Button("Resume", icon_name="play", tip="Ctrl R")
        self.cancel = Button("Cancel", icon_name="stop", tip="Del")
        self.sooner = IconButton("chevron-up", "Raise its priority", key="Alt ↑")
        self.later = IconButton("chevron-down", "Lower its priority", key="Alt ↓")
        for button, command in (
            (self.pause, "pause"),
            (self.go_on, "go-on"),
            (self.cancel, "cancel"),
            (self.sooner, "raise"),
            (self.later, "lower"),
        ):
            button.clicked.connect(lambda _on=False, command=command: self.wanted.emit(command))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 1)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._doing, 1)
        for part in (self.sooner, self.later, self.pause, self.go_on, self.cancel):
            row.addWidget(part)
        self.setFixedHeight(height("topbar"))

    def show_row(self, row: JobRow | None) -> None:
        """Show a job; what cannot be done to it now has no button."""
        can = allowed(row.standing if row is not None else None)
        self._title.setText(row.job.title if row is not None else "")
        self._doing.setText(_doing(row) if row is not None else "")
        self.pause.setVisible(can.pause)
        self.go_on.setVisible(can.go_on or can.retry)
        self.go_on.setText("Retry" if can.retry else "Resume")
        self.cancel.setVisible(can.cancel)
        self.sooner.setVisible(can.move)
        self.later.setVisible(can.move)


def _doing(row: JobRow) -> str:
    return row.doing or row.state
