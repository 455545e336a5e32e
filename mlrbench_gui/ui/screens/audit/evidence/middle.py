"""The middle of the evidence pane: the opened place, the whole table of the claim, or the list of files to link from.

Whether a table is shown as a whole is remembered, so that one walks through its cells without asking again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget

from mlrbench_gui.ui.screens.audit.evidence.linking import FilePicker
from mlrbench_gui.ui.screens.audit.evidence.place import OpenedPlace
from mlrbench_gui.ui.screens.audit.evidence.whole_table import WholeTable

if TYPE_CHECKING:
    from mlrbench_gui.domain.artifacts import Artifact
    from mlrbench_gui.domain.comparison import ComparedTable
    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.ui.kit.background import Background


class Middle(QStackedWidget):
    """One of three parts is shown; `place` at first."""

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self.place, self.table, self.picker = OpenedPlace(ctx, background), WholeTable(), FilePicker()
        for part in (self.place, self.table, self.picker):
            self.addWidget(part)
        self.setMinimumHeight(96)
        self._compared: ComparedTable | None = None
        self._cell = ""
        self._as_table = False

    @property
    def has_table(self) -> bool:
        """Whether the claim in hand stands in a table that was compared."""
        return self._compared is not None

    @property
    def is_table(self) -> bool:
        """Whether the whole table is shown."""
        return self.currentWidget() is self.table

    @property
    def is_picking(self) -> bool:
        """Whether the list of files is shown."""
        return self.currentWidget() is self.picker

    def take_claim(self, view: RunView | None, claim: ReviewedClaim | None) -> None:
        """Know the table of the claim in hand."""
        self._compared, self._cell = None, ""
        if view is not None and claim is not None and claim.engine is not None:
            self._cell = claim.engine.id
            self._compared = table_of(view, self._cell)

    def show_evidence(self) -> None:
        """The place, or the whole table where that is wished for and there is one."""
        if self._as_table and self._compared is not None:
            self.table.show_table(self._compared, self._cell)
            self.setCurrentWidget(self.table)
        else:
            self.show_place()

    def show_place(self) -> None:
        """The opened place."""
        self.setCurrentWidget(self.place)

    def show_picker(self, artifacts: tuple[Artifact, ...]) -> None:
        """The list of files, with the keyboard."""
        self.picker.show_files(artifacts)
        self.setCurrentWidget(self.picker)
        self.picker.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_table(self) -> bool:
        """Switch between the place and the whole table; False where there is none to show."""
        if self._compared is None:
            return False
        self._as_table = not self.is_table
        self.show_evidence()
        return True


def table_of(view: RunView, claim: str) -> ComparedTable | None:
    """The compared table that the engine's claim stands in."""
    tables = view.stored.audit.tables if view.stored is not None else ()
    return next((table for table in tables if table.cell_of(claim) is not None), None)
