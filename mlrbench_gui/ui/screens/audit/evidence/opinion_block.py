"""A model's second opinion under the rules' answer: quiet, named as an opinion, and without a verdict's colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.opinions import Opinion, OpinionState
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.clamped import ClampedLabel
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.glyphs import VERDICT_WORDS
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from datetime import datetime

_LINES = 2
_UNSAID = {OpinionState.INVALID: "not readable", OpinionState.REFUSED: "no answer"}


class OpinionBlock(QWidget):
    """Hidden while nobody was asked. The tooltip tells when, at what cost, and the question's hash."""

    def __init__(self) -> None:
        super().__init__()
        self._opinion: Opinion | None = None
        ground(self, "sunken")
        self.title = ElidedLabel()
        self.title.setProperty("role", "text-2")
        self.title.setProperty("textSize", "xs")
        self.words = ClampedLabel(_LINES, role="text-2", size="sm")
        mark = Glyph(lambda dpr: icon_pixmap("question", theme.color("text-3"), 14, dpr))
        row = QHBoxLayout()
        row.setSpacing(5)
        row.addWidget(mark)
        row.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 5, 8, 6)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.words)
        self.hide()

    def show_opinion(self, opinion: Opinion | None) -> None:
        """Show what a model said of the claim on screen."""
        self._opinion = opinion
        self.setVisible(opinion is not None)
        if opinion is None:
            return
        self.title.setText(title_of(opinion))
        self.words.set_whole(safe_text(opinion.words))
        self._tell()
        self.setAccessibleName(f"{title_of(opinion)}: {safe_text(opinion.words)}. It is no verdict.")

    def set_short(self, *, short: bool) -> None:
        """Only the title, and the sentence in the tooltip."""
        self.words.setVisible(not short)
        self._tell()

    def _tell(self) -> None:
        if self._opinion is not None:
            facts = facts_of(self._opinion)
            short = self.words.isHidden()
            self.setToolTip(f"{safe_text(self._opinion.words)}\n\n{facts}" if short else facts)


def title_of(opinion: Opinion) -> str:
    """`Second opinion · model · what it says`."""
    said = VERDICT_WORDS[opinion.verdict] if opinion.verdict is not None else _UNSAID[opinion.state]
    return f"Second opinion · {safe_text(opinion.model)} · {said}"


def facts_of(opinion: Opinion) -> str:
    """What the block has no room for."""
    tokens = f"{opinion.tokens.total:,} tokens" if opinion.tokens is not None else "tokens not told"
    cost = f"cost {opinion.cost:.4f}" if opinion.cost is not None else "cost not known"
    asked = f"{opinion.prompt}, {opinion.prompt_sha256[:12]}"
    return "\n".join(
        (
            "An opinion of a model, no verdict; the rules' answer stands.",
            f"{_moment(opinion.at)} · {tokens} · {cost}",
            f"question {asked}",
        )
    )


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
