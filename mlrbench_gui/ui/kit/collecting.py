"""Cyclic garbage is collected on the GUI thread alone while workers run.

Python collects on whatever thread allocates; where that is a worker and the garbage holds a widget, Qt destroys it
off the GUI thread and the program crashes.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 250
_holders: set[int] = set()


class GuiCollector(QObject):
    """Lives on the GUI thread. The automatic collection comes back when the last one was released."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        _holders.add(id(self))
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()

    def release(self) -> None:
        """No worker runs any more. Can be called twice."""
        self._timer.stop()
        _holders.discard(id(self))
        if not _holders:
            gc.enable()


def collect_due() -> None:
    """Collect the oldest generation whose count is over its threshold, as Python itself would."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)
            return
