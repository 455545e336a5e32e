"""A splitter with a line of 1 px that is 5 px wide to grab, and that remembers its places."""

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QSplitter, QWidget


class Splitter(QSplitter):
    """Nothing collapses by dragging. With a `key` the places are kept under it between starts."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None, *, key: str = "") -> None:
        super().__init__(orientation, parent)
        self._key = f"splitter/{key}" if key else ""
        self.setHandleWidth(1)  # Qt widens the grab of a 1 px handle to 5 px by itself
        self.setChildrenCollapsible(False)
        if self._key:
            self.splitterMoved.connect(self._keep)

    def restore(self) -> bool:
        """Take the places of last time; False if none are kept. Call it when all panes are in."""
        state = QSettings().value(self._key) if self._key else None
        return state is not None and self.restoreState(state)

    def _keep(self, _place: int, _index: int) -> None:
        QSettings().setValue(self._key, self.saveState())
