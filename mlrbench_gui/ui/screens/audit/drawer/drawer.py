"""The drawer of the audit screen: Findings, Scores, Transcript and Decisions under one line of tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.ui.kit.background import Background


class Drawer(QWidget):
    """Tab line and body. Shut, only the tab line is left, and it tells the overall scores.

    Signals: `finding_judged` (finding id, confirmed), `place_requested` (path, `Locator | None`), `claim_requested`
    (claim id), `undo_requested`, `toggled` (open).
    """

    finding_judged = Signal(str, bool)
    place_requested = Signal(str, object)
    claim_requested = Signal(str)
    undo_requested = Signal()
    toggled = Signal(bool)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._open = True

    def show_view(self, view: RunView) -> None:
        """Show the run's findings, scores, transcript and decisions."""

    def clear(self) -> None:
        """Forget the run."""

    def is_open(self) -> bool:
        return self._open

    def set_open(self, open_: bool) -> None:
        """Open the body or leave only the tab line."""
        self._open = open_
        self.toggled.emit(open_)

    def toggle(self) -> None:
        """Open when shut, shut when open."""
        self.set_open(not self._open)

    def show_tab(self, name: str) -> None:
        """Open with `findings`, `scores`, `transcript` or `decisions` and give it the keyboard."""

    def judge_finding(self, confirmed: bool) -> None:
        """Confirm or dismiss the selected finding, if the Findings tab is shown."""

    def find(self) -> None:
        """Open the find line of the shown tab, if it has one."""

    def close_layer(self) -> bool:
        """Close the find line if it is open; True when it was."""
        return False
