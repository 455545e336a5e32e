"""The evidence pane of the audit screen: a claim held against the evidence, in one fixed order.

It shows what it is given and emits what the person wants; the screen records decisions and calls `show_claim` again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from mlrbench_gui.domain.audit import Locator
    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.domain.values import RelPath
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.ui.kit.background import Background


class EvidencePane(QWidget):
    """The right column of the audit screen. Empty until `show_claim`.

    Signals: `verdict_requested` and `trust_requested` carry the enum's value; `note_requested` the whole new note
    (empty removes it); `link_requested` and `unlink_requested` an `Evidence`; `figure_requested` the paper's path
    and the span of source text whose figure the paper view should show; `message` one line for the status bar.
    """

    verdict_requested = Signal(str)
    trust_requested = Signal(str)
    accept_requested = Signal()
    note_requested = Signal(str)
    link_requested = Signal(object)
    unlink_requested = Signal(object)
    figure_requested = Signal(str, int, int)
    message = Signal(str)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._view: RunView | None = None
        self._claim: ReviewedClaim | None = None

    def show_claim(self, view: RunView, claim: ReviewedClaim | None) -> None:
        """Show the claim with its best evidence opened; None shows that no claim is chosen."""
        self._view = view
        self._claim = claim

    def clear(self) -> None:
        """Forget run and claim."""
        self._view = None
        self._claim = None

    def open_place(self, path: RelPath, locator: Locator | None) -> None:
        """Open any place of the run without changing the claim; Backspace returns to the evidence."""

    def next_candidate(self) -> None:
        """Open the next piece of evidence."""

    def previous_candidate(self) -> None:
        """Open the piece of evidence before this one."""

    def focus_place(self) -> None:
        """Give the keyboard to the opened place."""

    def focus_trail(self) -> None:
        """Give the keyboard to the trail."""

    @override
    def find(self) -> None:  # type: ignore[override]  # QWidget.find looks up windows by id
        """Open the find line of the opened place."""

    def edit_note(self) -> None:
        """Open the note editor with the claim's note."""

    def toggle_raw(self) -> None:
        """Show the opened file's plain text, or go back to its own view."""

    def copy_citation(self) -> None:
        """Put path, place and hash of the evidence on the clipboard."""

    def show_in_folder(self) -> None:
        """Write a read-only copy of the opened file and show its folder."""

    def open_outside(self) -> None:
        """Write a read-only copy of the opened file and open it with the user's program."""

    def link_by_hand(self) -> None:
        """Choose another file of the run, or the selection of the opened place, as evidence."""

    def unlink(self) -> None:
        """Take away the shown evidence if a person linked it."""

    def close_layer(self) -> bool:
        """Close the topmost open layer (note, find, file list); True when there was one."""
        return False
