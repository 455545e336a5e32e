"""Follows what other processes do to the workspace, by polling its data version off the GUI thread."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.ui.kit.background import Background

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.workspace import Workspace

POLL_MS = 1000


@dataclass(frozen=True, slots=True)
class _Seen:
    version: int
    busy: str | None


class Follower(QObject):
    """`changed` after each committed change by any process, `busy` with what another process does, or empty."""

    changed = Signal()
    busy = Signal(str)

    def __init__(self, workspace: "Workspace", background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._background = background
        self._version: int | None = None
        self._busy = ""
        self._asking = False
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.ask)

    def start(self) -> None:
        """Begin to poll."""
        self._timer.start()
        self.ask()

    def stop(self) -> None:
        self._timer.stop()

    def ask(self) -> None:
        """Look once, unless the last look is still under way."""
        if not self._asking:
            self._asking = True
            self._background.submit(self._look, done=self._tell, failed=self._failed)

    def _look(self, _cancel: CancelToken, _emit: Emit) -> _Seen:
        return _Seen(self._workspace.data_version(), self._workspace.busy_with())

    def _tell(self, seen: _Seen) -> None:
        self._asking = False
        if self._version is not None and seen.version != self._version:
            self.changed.emit()
        self._version = seen.version
        if (seen.busy or "") != self._busy:
            self._busy = seen.busy or ""
            self.busy.emit(self._busy)

    def _failed(self, text: str) -> None:
        self._asking = False
        self._timer.stop()
        self.busy.emit(f"the workspace cannot be read: {text}")
