"""The head of the evidence card: verdict, trust, confidence, id; the quote; the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.chips import TrustChip, VerdictChip
from mlrbench_gui.ui.kit.clamped import ClampedLabel
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote
from mlrbench_gui.ui.screens.audit.evidence.opinion_block import OpinionBlock
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.domain.opinions import Opinion

_QUOTE_LINES = 2
_REASON_LINES = 3
_LOW = 760


class ClaimHead(QWidget):
    """Shows a claim as it stands now, with what a person made of it."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        self.verdict, self.trust = VerdictChip(), TrustChip()
        self.decided = ElidedLabel()
        self.decided.setProperty("role", "accent")
        self.decided.setProperty("textSize", "xs")
        self.confidence = label("", role="text-2", size="xs")
        self.id = label("", role="text-3")
        self.id.setProperty("mono", "small")
        self.quote = ClampedLabel(_QUOTE_LINES, role="text", size="base", weight="medium")
        self.reason = ClampedLabel(_REASON_LINES, role="text-2", size="sm")
        self.opinion = OpinionBlock()
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.verdict)
        row.addWidget(self.trust)
        row.addWidget(self.decided, 1)
        row.addWidget(self.confidence)
        row.addWidget(self.id)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(5)
        column.addLayout(row)
        column.addWidget(self.quote)
        column.addWidget(self.reason)
        column.addWidget(self.opinion)

    def show_claim(self, claim: ReviewedClaim) -> None:
        """Fill in a claim."""
        now = claim.current
        self.verdict.set_verdict(now.verdict)
        self.trust.set_trust(now.trust)
        self.decided.setText(_decided(claim))
        self.confidence.setText(
            f"confidence {now.confidence:.2f}" if claim.origin == "engine" else "added by hand"
        )
        self.id.setText(now.id)
        self.quote.set_whole(f"“{safe_text(plain_quote(now.quote))}”")
        self.reason.set_whole(safe_text(now.reason))
        self.reason.setVisible(bool(now.reason))

    def show_opinion(self, opinion: Opinion | None) -> None:
        """What a model said of the claim, if one was asked."""
        self.opinion.show_opinion(opinion)
        self._share_room()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """In a low window an opinion takes its one line from quote and reason, not from the evidence."""
        low = self.window().height() < _LOW
        tight = low and not self.opinion.isHidden()
        self.opinion.set_short(short=low)
        self.quote.set_lines(1 if tight else _QUOTE_LINES)
        self.reason.set_lines(1 if tight else _REASON_LINES)


def _decided(claim: ReviewedClaim) -> str:
    decision = claim.decision
    if decision is None:
        return "come back" if claim.flagged else ""
    return f"{'overruled' if decision.overruled else 'accepted'} by {decision.author}"
