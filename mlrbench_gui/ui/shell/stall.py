"""Watches the GUI thread: a timer that comes late tells how long nothing else was served."""

import logging
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

BEAT_MS = 50
LIMIT_MS = 100
_log = logging.getLogger(__name__)


class StallWatch(QObject):
    """Logs each stall over the limit and keeps the worst; tests assert on `worst`."""

    stalled = Signal(int)

    def __init__(
        self, parent: QObject | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self.worst = 0
        self._clock = clock
        self._last = clock()
        self._timer = QTimer(self, interval=BEAT_MS)
        self._timer.timeout.connect(self.beat)

    def start(self) -> None:
        """Count from now on."""
        self.worst = 0
        self._last = self._clock()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def beat(self) -> None:
        """One beat: how late is it?"""
        now = self._clock()
        late = round((now - self._last) * 1000) - BEAT_MS
        self._last = now
        self.worst = max(self.worst, late)
        if late > LIMIT_MS:
            _log.warning("the window did not answer for %d ms", late)
            self.stalled.emit(late)
