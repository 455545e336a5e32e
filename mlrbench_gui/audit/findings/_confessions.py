"""Parts of which the code says itself that they are not real: placeholders, stand-ins, things left out."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.domain.values import FindingKind, Severity

_SAYS_SO = re.compile(
    r"\bnot (?:yet )?implemented\b|\bto be implemented\b|\bwould be implemented|\bsimplified version\b|"
    r"\bin a real (?:implementation|system|experiment|scenario|deployment)|\bplaceholder\b|\bfor demonstration|"
    r"\bwe(?:'ll| will)? (?:just |only |simply )?simulate\b"
    r"(?! (?:a |an |the )?(?:\w+ )?(?:shift|noise|drift|users?)\b)",
    re.IGNORECASE,
)
_NO_CONFESSION = re.compile(
    r"subclass|serializ|\bjson\b|missing|placeholder value|\bon error\b|\bif there'?s an error|as placeholder$|"
    r"\b(?:smaller|small|fewer|subset)\b[^.]{0,30}for demonstration|synthetic[^.]{0,40}for demonstration",
    re.IGNORECASE,
)
_WHOLE = 3
_LONGEST = 400


def confession_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a file; high where several parts of code that ran to its end are not real."""
    for path in sorted(facts.runs.readings):
        places = _places(facts.files.text(path))
        if not places:
            continue
        counts = path in facts.runs.ended or not (facts.runs.ended or facts.runs.recorded)
        severity = Severity.HIGH if len(places) >= _WHOLE and counts else Severity.MEDIUM
        line, words = places[0]
        number = "1 place" if len(places) == 1 else f"{len(places)} places"
        message = f"The code says itself that a part is not real ({number}): {words[:140]}"
        yield Draft(FindingKind.METHOD_MISMATCH, severity, path, Place("line", "", line), message)


def _places(text: str) -> list[tuple[int, str]]:
    """Line and words of each place; lines that follow one another within a few are one place."""
    places: list[tuple[int, str]] = []
    last = -_WHOLE - 1
    for number, line in enumerate(text.split("\n"), start=1):
        if not _admits(line):
            continue
        if number - last > _WHOLE:
            places.append((number, line.strip()))
        last = number
    return places


def _admits(line: str) -> bool:
    """Whether a remark or a text of this line says so."""
    if len(line) >= _LONGEST or not any(mark in line for mark in "#\"'"):
        return False
    return _SAYS_SO.search(line) is not None and _NO_CONFESSION.search(line) is None
