"""Counts the reviewer's active time on the claim in hand: keys, clicks and the wheel are signs of life."""

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from mlrbench_gui.domain.stopwatch import ClaimKey, Spent, Stopwatch
from mlrbench_gui.services.ports.calls import Clock

_SIGNS = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})


class ClaimClock(QObject):
    """`spent` carries a `Spent` when a claim is left that time was spent on."""

    spent = Signal(object)

    def __init__(self, screen: QWidget, clock: Clock) -> None:
        super().__init__(screen)
        self._screen, self._clock = screen, clock
        self._watch = Stopwatch()
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def turn(self, key: ClaimKey | None) -> None:
        """The reviewer goes to another claim, or to none."""
        self._watch, spent = self._watch.turn(key, self._now())
        if spent is not None:
            self._tell(spent)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            self._watch.key is not None
            and event.type() in _SIGNS
            and isinstance(watched, QWidget)
            and self._screen.isAncestorOf(watched)
        ):
            self._watch = self._watch.sign(self._now())
        return False

    def _now(self) -> datetime:
        return self._clock()

    def _tell(self, spent: Spent) -> None:
        self.spent.emit(spent)
