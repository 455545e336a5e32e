"""A finding before it has its id."""

from dataclasses import dataclass

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity


@dataclass(frozen=True, slots=True)
class Draft:
    """Kind, severity, place and message of a fault; `paper` if it is about one paper alone."""

    kind: FindingKind
    severity: Severity
    path: RelPath | None
    place: Place
    message: str
    paper: RelPath | None = None
