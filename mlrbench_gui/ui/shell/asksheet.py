"""A sheet that asks for something costly: what it would take is told as things are chosen, and Ctrl+Enter starts it."""

from typing import Generic, TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.chips import KeyCap
from mlrbench_gui.ui.shell.overlay import Overlay

_SETTLE_MS = 250
Plan = TypeVar("Plan")


class AskSheet(Overlay, Generic[Plan]):
    """`estimate_wanted` and `start_wanted` carry the plan. A subclass says what is planned, and calls `settle`."""

    estimate_wanted = Signal(object)
    start_wanted = Signal(object)

    def __init__(self, window: QWidget, name: str, go: str, *, width: int, height: int, top: float) -> None:
        super().__init__(window, name, width=width, height=height, top=top)
        self.go = Button(go, icon_name="play", kind="primary")
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self.go.clicked.connect(self.start)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.start)

    def plan(self) -> Plan | None:
        """What is asked for; None while something is missing or cannot be read."""
        raise NotImplementedError

    def settle(self) -> None:
        """Something was chosen: let it be started if it can, and estimated once nothing more is chosen."""
        self.go.setEnabled(self.plan() is not None)
        self._settle.start()

    def start(self) -> None:
        """Close and ask for it, if nothing is missing."""
        plan = self.plan()
        if plan is not None and self.isVisible():
            self.close_sheet()
            self.start_wanted.emit(plan)

    def head(self, title: QWidget) -> QHBoxLayout:
        """The title, and what closes the sheet."""
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 10, 8)
        row.addWidget(title, 1)
        row.addWidget(close)
        return row

    def foot(self) -> QHBoxLayout:
        """The key and the button that start it."""
        row = QHBoxLayout()
        row.setContentsMargins(16, 0, 16, 14)
        row.setSpacing(8)
        row.addStretch()
        row.addWidget(KeyCap("Ctrl Enter"))
        row.addWidget(self.go)
        return row

    def _ask(self) -> None:
        plan = self.plan()
        if plan is not None and self.isVisible():
            self.estimate_wanted.emit(plan)
