"""What a benchmark's report says, and what a format of it must be."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.agreement import Agreement
from mlrbench_gui.domain.scoreboard import Scoreboard


@dataclass(frozen=True, slots=True)
class BoardReport:
    """The board of one choice, how judges and people agree, and when it was made."""

    board: Scoreboard
    agreement: Agreement
    made_at: datetime


BoardWriter = Callable[[BoardReport], bytes]
"""Turns the report into one file's bytes."""
