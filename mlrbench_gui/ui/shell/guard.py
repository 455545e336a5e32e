"""Turns an exception in a slot or a thread into a visible error and a log line; without it `emit` just goes on."""

import logging
import sys
import threading
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal

from mlrbench_gui.domain.errors import MlrbenchError

_log = logging.getLogger(__name__)


class SlotGuard(QObject):
    """While installed it takes all uncaught exceptions; `caught` tells one line for people, on the GUI thread."""

    caught = Signal(str)
    _heard = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heard.connect(self.caught, Qt.ConnectionType.QueuedConnection)
        self._hook = sys.excepthook
        self._thread_hook = threading.excepthook

    def install(self) -> None:
        """Take uncaught exceptions from now on."""
        self._hook, self._thread_hook = sys.excepthook, threading.excepthook
        sys.excepthook = self.take
        threading.excepthook = lambda args: self.take(args.exc_type, args.exc_value, args.exc_traceback)

    def remove(self) -> None:
        """Give the hooks back, unless another guard took them over meanwhile."""
        if sys.excepthook != self.take:
            return
        sys.excepthook, threading.excepthook = self._hook, self._thread_hook

    def take(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Log the exception and tell it; an interrupt from the keyboard goes on."""
        if issubclass(kind, KeyboardInterrupt | SystemExit):
            self._hook(kind, error or kind(), trace)
            return
        if issubclass(kind, MlrbenchError):
            _log.warning("%s", error)
            self._heard.emit(str(error))
            return
        _log.error("uncaught exception", exc_info=(kind, error or kind(), trace))
        first = str(error).splitlines()[0] if error is not None and str(error) else "no message"
        self._heard.emit(f"{kind.__name__}: {first}; the log has the details")
