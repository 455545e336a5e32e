"""The frame of the window: rail, top bar, error bar, status bar; it is up before a workspace is open."""

from PySide6.QtCore import QSettings, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.empty import LoadingState
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.shell.errorbar import ErrorBar
from mlrbench_gui.ui.shell.rail import Rail
from mlrbench_gui.ui.shell.statusbar import StatusBar
from mlrbench_gui.ui.shell.topbar import TopBar

_GEOMETRY = "window/geometry"
_NARROW = 1360
_MINIMUM = (1024, 680)
_FIRST = (1440, 900)
_BORDERS = (16, 48)
"""What a window manager may lay round the window."""


class Frame(QMainWindow):
    """Keeps its geometry between starts. `up` tells once that a first frame is painted, `closing` that it goes."""

    up = Signal()
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._up = False
        self.setMinimumSize(*_MINIMUM)
        self.rail, self.top, self.status, self.errors = Rail(), TopBar(), StatusBar(), ErrorBar()
        self.stack = QStackedWidget()
        ground(self.stack, "panel")
        self.loading = LoadingState("Opening the workspace")
        self.stack.addWidget(self.loading)
        self.loading.start()
        self.rail.add("library", "library", "Library")
        self.rail.add("runs", "runs", "Runs")
        self.rail.add("audit", "audit", "Audit")
        self.rail.add("review", "review", "Review")
        self.rail.add("adjudication", "changes", "Adjudicate")
        self.rail.add("benchmark", "chart", "Benchmark")
        self.rail.add("jobs", "terminal", "Jobs")
        self.rail.add("settings", "settings", "Settings", at_foot=True)
        self._lay_out()
        kept = QSettings().value(_GEOMETRY)
        if kept is None or not self.restoreGeometry(kept):
            room = self.screen().availableSize() - QSize(*_BORDERS)
            self.resize(QSize(*_FIRST).boundedTo(room))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        self.rail.set_narrow(narrow=narrow)
        self.top.set_compact(compact=narrow)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._up:
            self._up = True
            QTimer.singleShot(0, self, self.up.emit)  # the children are painted after their window

    def may_close(self) -> bool:
        """Whether nothing stands against closing; where something does, the person is asked."""
        return True

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        QSettings().setValue(_GEOMETRY, self.saveGeometry())
        self.closing.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.top)
        right.addWidget(self.errors)
        right.addWidget(self.stack, 1)
        right.addWidget(self.status)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(right, 1)
        self.setCentralWidget(body)
