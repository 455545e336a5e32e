"""Deviations that a paper prints beside its results though no code and no file of the run has any."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, Severity

_PLUS_MINUS = re.compile(r"\d\s*%?\s*(?:±|\\pm)\s*\d")
_SPREAD = re.compile(
    r"std|stdev|deviation|±|\\pm|\bsem\b|\bvar(?:iance)?\b|confidence|bootstrap|interval|quantile|percentile|\berr(?:or)?_?bars?\b",
    re.IGNORECASE,
)
_FEWEST = 3
_LONGEST = 2_000_000


def deviation_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a paper, at the first such cell of its tables."""
    if not facts.runs.readings or _has_spread(facts):
        return
    for path, paper in facts.papers.items():
        cells = [
            cell
            for table in paper.tables
            for row in table.rows
            for cell in row
            if _PLUS_MINUS.search(cell.text) is not None
        ]
        if len(cells) < _FEWEST:
            continue
        line = paper.text.count("\n", 0, cells[0].start) + 1
        message = (
            f"{len(cells)} cells have a deviation (±), but no code and no result file of the run has any."
        )
        place = Place("line", "", line)
        yield Draft(FindingKind.METHOD_MISMATCH, Severity.MEDIUM, path, place, message, path, by_absence=True)


def _has_spread(facts: RunFacts) -> bool:
    roles = (ArtifactRole.CODE, ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
    paths = facts.files.of_role(*roles)
    if any(facts.files.size_of(path) > _LONGEST for path in paths):
        return True  # too large to be searched: nothing is said
    return any(_SPREAD.search(facts.files.text(path)) is not None for path in paths)
