"""Pictures that are not what the paper says of them, as faults of the run."""

from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE
from mlrbench_gui.audit.verdicts.figure_faults import FaultKind
from mlrbench_gui.domain.values import FindingKind, Severity

_KINDS = {
    FaultKind.SHARE: (FindingKind.TABLE_MISMATCH, Severity.HIGH),
    FaultKind.EMPTY: (FindingKind.TABLE_MISMATCH, Severity.MEDIUM),
    FaultKind.RANDOM: (FindingKind.SIMULATED_RESULTS, Severity.MEDIUM),
    FaultKind.NOISE: (FindingKind.SIMULATED_RESULTS, Severity.MEDIUM),
    FaultKind.BLANK: (FindingKind.FIGURE_MISSING, Severity.MEDIUM),
    FaultKind.TYPED: (FindingKind.HARD_CODED_NUMBERS, Severity.MEDIUM),
}


def picture_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding for each picture of a paper that is not what is said of it."""
    if facts.figures is None:
        return
    for (paper, path), fault in facts.figures.faults.items():
        kind, severity = _KINDS[fault.kind]
        yield Draft(kind, severity, path, WHOLE, fault.reason, paper)
