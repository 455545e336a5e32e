"""Words of logs: loggers that no code of the run holds, and tools that were called with options they lack."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from mlrbench_gui.audit.findings._typed_logs import typed_log
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.provenance.runs import messages_found
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_LOGGER = re.compile(
    r"^[\[(]?\d{4}-\d\d-\d\d[T ][\d:.,]+[\])]?\s+(?:-\s+)?(?:(?P<name>[A-Za-z_][\w.]*)\s+-\s+)?"
    r"\[?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\b",
    re.MULTILINE,
)
_FEWEST_LINES = 5
_LACKS = re.compile(
    r"^.*\b(?:unrecognized arguments?|unrecognized option|unknown option|no such option|invalid option|illegal option)"
    r"\b:?.*$",
    re.IGNORECASE | re.MULTILINE,
)
_LONGEST = 2_000_000
_OUTPUTS = (ArtifactRole.LOG, ArtifactRole.JSON, ArtifactRole.CSV)


def log_word_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a log and fault."""
    for path in facts.files.of_role(*_OUTPUTS):
        if facts.files.size_of(path) > _LONGEST:
            continue
        text = facts.files.text(path)
        is_log = facts.files.roles[path] is ArtifactRole.LOG
        if is_log and typed_log(facts, path) is None:
            yield from _strangers(facts, path, text)
        lacks = _LACKS.search(text)
        if lacks is not None and facts.origins.root(path).script is not None:
            line = text.count("\n", 0, lacks.start()) + 1
            message = f"A tool was called with an option that it lacks: {lacks.group().strip()[:160]}"
            yield Draft(FindingKind.OTHER, Severity.MEDIUM, path, Place("line", "", line), message)


def _strangers(facts: RunFacts, path: RelPath, text: str) -> Iterator[Draft]:
    """A log in the form of a logger, none of whose names and messages stands in the code of the run."""
    hits = list(_LOGGER.finditer(text))
    if len(hits) < _FEWEST_LINES or not facts.runs.readings:
        return
    if any(messages_found(reading, text) for reading in facts.runs.readings.values()):
        return
    code = "\n".join(facts.files.text(p) for p in facts.runs.readings)
    stems = {PurePosixPath(p).stem for p in facts.runs.readings} | {"__main__"}
    names = {hit["name"] for hit in hits if hit["name"]}
    if any(name in code or name in stems or "." in name for name in names):
        return
    line = text.count("\n", 0, hits[0].start()) + 1
    told = f" ({', '.join(sorted(names)[:3])})" if names else ""
    message = f"No code of the run holds a message or a logger's name of this log{told}: {len(hits)} lines."
    place = Place("line", "", line)
    yield Draft(FindingKind.TYPED_LOG, Severity.MEDIUM, path, place, message, by_absence=True)
