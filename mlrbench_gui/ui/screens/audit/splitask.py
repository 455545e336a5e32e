"""Asks where to split the claim in hand, in a popover beside its row."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget

from mlrbench_gui.ui.kit.popover import Popover
from mlrbench_gui.ui.screens.audit.claims.splitting import WIDTH, SplitCard
from mlrbench_gui.ui.screens.audit.editing import likely_cut, word_gaps
from mlrbench_gui.ui.screens.audit.session import RunSession
from mlrbench_gui.ui.screens.audit.stage import AuditStage


class SplitAsk:
    """One popover at a time."""

    def __init__(
        self, owner: QWidget, stage: AuditStage, session: RunSession, say: Callable[[str], None]
    ) -> None:
        self._owner = owner
        self._stage = stage
        self._session = session
        self._say = say
        self._popover: Popover | None = None
        self.card: SplitCard | None = None

    def open(self) -> None:
        """Ask; the words selected in the paper propose the place."""
        claim, view = self._stage.claims.current(), self._session.view
        if claim is None or view is None:
            return
        text, span = view.texts.get(claim.current.paper, ""), claim.current.span
        gaps = word_gaps(text, span) if text else ()
        cut = likely_cut(text, span) if gaps else None
        if cut is None:
            self._say("This claim is one word and cannot be split")
            return
        selected = self._stage.paper.view.selection
        if selected is not None and selected[0] in gaps:
            cut = selected[0]
        self._popover = self._popover or Popover(self._owner.window())
        self.card = SplitCard(text, span, gaps, cut)
        self.card.split_wanted.connect(self._split)
        self._popover.set_content(self.card)
        self._popover.open_at(self._row_place(claim.current.id), width=WIDTH + 26)
        self.card.setFocus()

    def close(self) -> bool:
        """Close it; True when it was open."""
        if self._popover is None or not self._popover.isVisible():
            return False
        self._popover.close_popover()
        return True

    def _split(self, cut: int) -> None:
        self.close()
        self._session.commands.split_at(cut)

    def _row_place(self, claim_id: str) -> QRect:
        view = self._stage.claims.list
        middle = view.viewport().mapToGlobal(view.row_middle(claim_id))
        return QRect(middle, QSize(1, 16))
