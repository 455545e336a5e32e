"""The files that an action wrote and read, as links in one line above its details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlrbench_gui.domain.values import RelPath

_MOST = 3


class FileLinks(QWidget):
    """Emits `file_requested` with a path. Hidden where an action touched no file of the run."""

    file_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="bottom")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 1, 8, 1)
        self._row.setSpacing(4)
        self.links: list[Button] = []
        self.hide()

    def show_files(self, wrote: Sequence[RelPath], read: Sequence[RelPath]) -> None:
        """Show other files, written ones first."""
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.links = []
        self._add("wrote", wrote)
        self._add("read", read)
        self._row.addStretch(1)
        self.setVisible(bool(wrote or read))

    def _add(self, verb: str, paths: Sequence[RelPath]) -> None:
        if not paths:
            return
        self._row.addWidget(label(verb, role="text-2", size="xs"))
        for path in paths[:_MOST]:
            name = safe_text(path.rpartition("/")[2])
            button = Button(name if len(name) <= 32 else f"{name[:20]}…{name[-10:]}", kind="link")
            button.setToolTip(f"History of {safe_text(path)}")
            button.setAccessibleName(f"History of {path}, {verb} by this action")
            button.clicked.connect(lambda _on=False, path=path: self.file_requested.emit(path))
            self._row.addWidget(button)
            self.links.append(button)
        if len(paths) > _MOST:
            more = label(f"and {len(paths) - _MOST} more", role="text-2", size="xs")
            more.setToolTip("\n".join(safe_text(path) for path in paths))
            self._row.addWidget(more)
        self._row.addSpacing(8)
