"""Files that could not be read as what they are: said, so that nobody takes silence for absence."""

from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE
from mlrbench_gui.domain.values import FindingKind, Severity


def unread_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a file; a paper that cannot be read weighs more, since then nothing of it was audited."""
    papers = set(facts.papers)
    for path, cause in sorted(facts.files.unreadable.items()):
        severity = Severity.MEDIUM if path in papers else Severity.LOW
        message = f"This file could not be read as what it is: {cause}"
        yield Draft(FindingKind.OTHER, severity, path, WHOLE, message, path if path in papers else None)
