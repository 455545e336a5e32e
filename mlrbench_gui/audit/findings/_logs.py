"""Faults of logs: missing, empty, typed, with time stamps of two kinds."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings._empty_logs import why_empty
from mlrbench_gui.audit.findings._typed_logs import typed_log
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_STAMPS = (
    re.compile(r"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\]", re.MULTILINE),
    re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}", re.MULTILINE),
)


def log_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a fault; a copied log is judged by what it was copied from."""
    files = facts.files
    logs = files.of_role(ArtifactRole.LOG)
    full = [path for path in logs if files.text(path).strip()]
    if not full:
        empty = logs[0] if logs else None
        what = _empty(facts, "The log is empty.", empty) if logs else "The run has no log."
        yield Draft(FindingKind.LOG_MISSING, Severity.MEDIUM, empty, WHOLE, what, by_absence=not logs)
    for path in logs:
        if path not in full and full and path.startswith("results"):
            yield Draft(
                FindingKind.LOG_MISSING,
                Severity.LOW,
                path,
                WHOLE,
                _empty(facts, "This log is empty; another one of the run is not.", path),
            )
    for path in full:
        yield from _typed(facts, path)


def _empty(facts: RunFacts, what: str, path: RelPath | None) -> str:
    """What is said of an empty log, with the reason where the code tells it."""
    why = why_empty(facts, path) if path is not None else None
    return f"{what.removesuffix('.')}: {why}" if why else what


def _typed(facts: RunFacts, path: RelPath) -> Iterator[Draft]:
    told = typed_log(facts, path)
    if told is not None:
        yield Draft(FindingKind.TYPED_LOG, Severity.HIGH, path, told.place, told.message)
        return
    text = facts.files.text(path)
    if all(pattern.search(text) for pattern in _STAMPS):
        second = _STAMPS[1].search(text)
        line = text.count("\n", 0, second.start()) + 1 if second else 1
        yield Draft(
            FindingKind.TYPED_LOG,
            Severity.MEDIUM,
            path,
            Place("line", "", line),
            "Time stamps of two formats stand in one log.",
        )
