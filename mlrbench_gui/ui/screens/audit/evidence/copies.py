"""Opens read-only copies of a run's files outside the program, and says that they are copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from mlrbench_gui.ui.screens.audit.evidence.outside import OutsideCopy, write_copy

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.ui.kit.background import Background
    from mlrbench_gui.ui.screens.audit.evidence.opening import Request


@dataclass(frozen=True, slots=True)
class _Written:
    copy: OutsideCopy
    folder: bool


class Copies(QObject):
    """Writes copies in the background; `said` is one line about each."""

    said = Signal(str)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self.open_url: Callable[[QUrl], bool] = QDesktopServices.openUrl

    def open_file(self, request: Request | None) -> None:
        """Open a copy with the user's own program."""
        self._write(request, folder=False)

    def show_folder(self, request: Request | None) -> None:
        """Show the folder that holds a copy."""
        self._write(request, folder=True)

    def _write(self, request: Request | None, *, folder: bool) -> None:
        if request is None:
            return

        def work(_cancel: CancelToken, _emit: Emit) -> _Written:
            files = self._ctx.workspace.runs.files(request.run)
            return _Written(write_copy(files, request.path), folder)

        self._background.submit(work, done=self._written, failed=self.said.emit)

    def _written(self, written: _Written) -> None:
        path = written.copy.path
        opened = self.open_url(QUrl.fromLocalFile(str(path.parent if written.folder else path)))
        renamed = ", as .txt so that nothing runs it" if written.copy.renamed else ""
        if opened:
            self.said.emit(f"Opened a read-only copy{renamed}: {path}")
        else:
            self.said.emit(f"No program took it; a read-only copy lies at {path}{renamed}")
