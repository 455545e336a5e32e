"""The top of the audit screen: gate strip, totals, and the one popover that explains a cell."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.domain.decisions import RunReview
from mlrbench_gui.domain.values import GateState, RelPath
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.popover import Popover
from mlrbench_gui.ui.screens.audit.claims.grouping import of_paper, tally
from mlrbench_gui.ui.screens.audit.gate.facts import GateFacts, gate_facts
from mlrbench_gui.ui.screens.audit.gate.popover import WIDTH, GateCard
from mlrbench_gui.ui.screens.audit.gate.strip import GateStrip
from mlrbench_gui.ui.screens.audit.gate.totals import Totals

_LEFT_MS = 250


class GateBar(QWidget):
    """Emits `place_requested` (path, locator), `claim_requested` and `override_requested` (state, passed, reason)."""

    place_requested = Signal(str, object)
    claim_requested = Signal(str)
    override_requested = Signal(object, bool, str)

    def __init__(self, right_limit: Callable[[], int | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel", edge="bottom")
        self._right_limit = right_limit
        self._facts = GateFacts()
        self._quotes: dict[str, str] = {}
        self._open: GateState | None = None
        self._hovering = False
        self._popover: Popover | None = None
        self.strip = GateStrip()
        self.strip.asked.connect(self._asked)
        self.totals = Totals()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 1)
        row.setSpacing(0)
        row.addWidget(self.strip, 1)
        row.addWidget(self.totals)
        self._left = QTimer(self)
        self._left.setInterval(_LEFT_MS)
        self._left.timeout.connect(self._close_when_left)

    def show_review(self, view: RunView, review: RunReview, paper: RelPath | None) -> None:
        """Show the gate as this paper of the run sees it."""
        audit = view.stored.audit if view.stored else None
        self._facts = gate_facts(audit.gate, review.overrides, paper) if audit else GateFacts()
        self._quotes = {claim.current.id: claim.current.quote for claim in review.claims}
        self.strip.show_facts(self._facts)
        shown = of_paper(review.claims, paper, view.run.papers)
        of = "of this paper" if len(view.run.papers) > 1 else ""
        self.totals.show_tally(tally(shown) if audit else None, of)
        if self._open is not None and self._popover is not None and self._popover.isVisible():
            self.open_state(self._open, focus=False)

    def clear(self) -> None:
        """Show no gate."""
        self._facts = GateFacts()
        self.close_popover()
        self.strip.show_facts(self._facts)
        self.totals.show_tally(None)

    @property
    def facts(self) -> GateFacts:
        """What the strip says."""
        return self._facts

    @property
    def open_at(self) -> GateState | None:
        """The state whose popover is open."""
        return self._open if self._popover is not None and self._popover.isVisible() else None

    def toggle(self) -> None:
        """Open the popover of the first state that was not reached, or close it."""
        if self.open_at is not None:
            self.close_popover()
            return
        failed = [cell.state for cell in self._facts.cells if not cell.passed]
        states = failed or [cell.state for cell in self._facts.cells][-1:]
        if states:
            self.strip.focus_state(states[0])
            self.open_state(states[0], focus=True)

    def focus_strip(self) -> None:
        """Give the keyboard to the first state that was not reached."""
        failed = [cell.state for cell in self._facts.cells if not cell.passed]
        states = failed or [cell.state for cell in self._facts.cells]
        if states:
            self.strip.focus_state(states[0])

    def step(self, by: int) -> None:
        """Open the popover of a neighbouring state."""
        states = [cell.state for cell in self._facts.cells]
        if self._open in states:
            place = max(0, min(states.index(self._open) + by, len(states) - 1))
            self.open_state(states[place], focus=True)

    def open_state(self, state: GateState, *, focus: bool) -> None:
        """Open the popover of a state; one at a time."""
        cell = next((cell for cell in self._facts.cells if cell.state is state), None)
        if cell is None:
            return
        popover = self._made_popover()
        card = GateCard(cell, self._quotes)
        card.place_requested.connect(self._place_asked)
        card.claim_requested.connect(self._claim_asked)
        card.override_requested.connect(lambda passed, reason: self._override_asked(state, passed, reason))
        card.resized.connect(lambda: self._place_popover(focus=False))
        popover.set_content(card)
        self._open = state
        self._place_popover(focus=focus)
        self.strip.mark_open(state)

    def card(self) -> GateCard | None:
        """What the open popover shows."""
        return self._popover.findChild(GateCard) if self.open_at and self._popover else None

    def close_popover(self) -> bool:
        """Close the popover; True when it was open."""
        if self.open_at is None or self._popover is None:
            return False
        self._popover.close_popover()
        return True

    def _made_popover(self) -> Popover:
        if self._popover is None:
            self._popover = Popover(self.window())
            self._popover.closed.connect(self._closed)
        return self._popover

    def _place_popover(self, *, focus: bool) -> None:
        if self._popover is not None and self._open is not None:
            self._popover.open_at(
                self.strip.cell_rect(self._open), width=WIDTH, keep_left_of=self._right_limit(), focus=focus
            )

    def _asked(self, state: GateState, clicked: bool) -> None:
        """A click opens for good and closes again; hovering opens until the pointer leaves."""
        if clicked and self.open_at is state and not self._hovering:
            self.close_popover()
            return
        if not clicked and self.open_at is not None and not self._hovering:
            return
        self.open_state(state, focus=clicked)
        self._hovering = not clicked
        if self._hovering:
            self._left.start()
        else:
            self._left.stop()

    def _close_when_left(self) -> None:
        pointer = QCursor.pos()
        inside = any(
            part.isVisible() and part.rect().contains(part.mapFromGlobal(pointer))
            for part in (self.strip, self._popover)
            if part is not None
        )
        if not inside:
            self.close_popover()

    def _closed(self) -> None:
        self._left.stop()
        self._hovering = False
        self._open = None
        self.strip.mark_open(None)

    def _place_asked(self, path: str, place: object) -> None:
        self.close_popover()
        self.place_requested.emit(path, place)

    def _claim_asked(self, claim: str) -> None:
        self.close_popover()
        self.claim_requested.emit(claim)

    def _override_asked(self, state: GateState, passed: bool, reason: str) -> None:
        self.close_popover()
        self.override_requested.emit(state, passed, reason)
