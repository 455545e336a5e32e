"""Logs that hold no result: set-up lines, progress and errors, but no value under a measure's name."""

import re

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.ready_texts import without_head
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_DECIMAL = re.compile(r"(?<![\w./:-])-?\d+\.\d+(?:e[-+]?\d+)?%?(?![\w./-])", re.IGNORECASE)
_COUNT = re.compile(r"\W{1,4}\d+(?![\w.])")
_LONGEST = 2_000_000


def silent_logs(files: EvidenceFiles) -> frozenset[RelPath]:
    """The logs of which no line holds a decimal number, or a number right behind the name of a measure."""
    return frozenset(
        path
        for path in files.of_role(ArtifactRole.LOG)
        if files.size_of(path) <= _LONGEST and not any(map(_tells, files.text(path).split("\n")))
    )


def _tells(line: str) -> bool:
    message = without_head(line.strip())
    if _DECIMAL.search(message):
        return True
    return any(_COUNT.match(message, hit.end()) for hit in MEASURE.finditer(message))
