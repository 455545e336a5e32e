"""What came of bringing workspaces together."""

from collections.abc import Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.disputes import Dispute


@dataclass(frozen=True, slots=True)
class MergeReport:
    """How much of each kind was added; what people decided differently, and which of it was not known before."""

    added: Mapping[str, int]
    disputes: tuple[Dispute, ...]
    new_disputes: tuple[Dispute, ...]
