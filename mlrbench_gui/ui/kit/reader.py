"""Paper and evidence of a run as a screen can borrow them to show beside something of its own.

Screens are strangers to each other: the one that has these panes gives them as a `RunReader`, the shell hands it on.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.people import EvidencePlace, PaperArea
from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.services.reviewing import RunView

PLACE_MIME = "application/x-mlrbench-place+json"
"""An `EvidencePlace` that is dragged."""


class RunReader(QObject):
    """Two panes over one run, and what a person marks in them.

    `claim_chosen` carries the id of a claim clicked in the paper, `decided` the `RunReview` after a decision, `saved`
    its moment; `note_wanted` asks for a note on the selected words, `attach_wanted` to lay the marked place to a
    question; `area_marked` carries a `PaperArea`.
    """

    claim_chosen = Signal(str)
    decided = Signal(object)
    saved = Signal(object)
    note_wanted = Signal()
    area_marked = Signal(object)
    attach_wanted = Signal()
    message = Signal(str)

    @property
    def paper(self) -> QWidget:
        """The pane with the pages."""
        raise NotImplementedError

    @property
    def evidence(self) -> QWidget:
        """The pane with the evidence; made when it is first asked for."""
        raise NotImplementedError

    def show_run(self, view: RunView) -> None:
        """Show a run, or the same one as it stands now."""
        raise NotImplementedError

    def show_claim(self, claim_id: str | None) -> None:
        """Ring a claim in the paper and open its evidence."""
        raise NotImplementedError

    def set_verdict(self, verdict: Verdict) -> None:
        """The person's verdict on the claim that is shown."""
        raise NotImplementedError

    def set_trust(self, trust: Trust) -> None:
        """The person's trust in it."""
        raise NotImplementedError

    def accept(self) -> None:
        """Confirm what the engine says of it."""
        raise NotImplementedError

    def undo(self, *, again: bool = False) -> None:
        """Take back the last decision, or let it count again."""
        raise NotImplementedError

    def words(self) -> ClaimAnchor | None:
        """The words that are selected in the paper."""
        raise NotImplementedError

    def paper_place(self) -> EvidencePlace | None:
        """The selected words as a place that an answer can rest on."""
        raise NotImplementedError

    def evidence_place(self) -> EvidencePlace | None:
        """What is opened, or selected, in the evidence pane as such a place."""
        raise NotImplementedError

    def show_words(self, anchor: ClaimAnchor) -> None:
        """Show words of a paper."""
        raise NotImplementedError

    def show_area(self, area: PaperArea) -> None:
        """Show an area of a page."""
        raise NotImplementedError

    def show_place(self, place: EvidencePlace) -> None:
        """Open a place of the run."""
        raise NotImplementedError

    def mark_area(self) -> None:
        """Let the person draw an area on a page, by mouse or by arrows and Enter."""
        raise NotImplementedError

    def find(self) -> None:
        """Open the find line of the pane that has the keyboard."""
        raise NotImplementedError

    def zoom(self, step: int) -> None:
        """A larger (1) or smaller (-1) page, or one as wide as the pane (0)."""
        raise NotImplementedError

    def edit_note(self) -> None:
        """Open the note on the claim that is shown."""
        raise NotImplementedError

    def focus_evidence(self) -> None:
        """Give the keyboard to the opened evidence."""
        raise NotImplementedError

    def focus_trail(self) -> None:
        """Give the keyboard to the trail of the evidence."""
        raise NotImplementedError

    def step_candidate(self, by: int) -> None:
        """Open the next or previous piece of evidence."""
        raise NotImplementedError

    def close_layer(self) -> bool:
        """Close the top layer of either pane; False when there is none."""
        raise NotImplementedError
