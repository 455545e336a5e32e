"""Measurements that are broken though code ran: error texts scored as answers, tests that are never called."""

import re
from dataclasses import dataclass

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_ERROR_ANSWER = re.compile(
    r"\"(?:\[?(?:error|failed|exception)\b[^\"]{5,200}|"
    r"[^\"]{0,40}\b(?:error (?:generating|calling|in)|api error|traceback)[^\"]{0,200})\"",
    re.IGNORECASE,
)
_TEST_FIELD = re.compile(r"\[[\"'](?:test|tests|test_code)[\"']\]|\btest_code\b")
_CALLS_CHECK = re.compile(r"\bcheck\(|pytest|unittest\.main|doctest")


@dataclass(frozen=True, slots=True)
class Breakage:
    """A broken measurement: where it shows, what it is, and which files it taints (all results if None)."""

    path: RelPath
    place: Place
    message: str
    tainted: frozenset[RelPath] | None = None

    def touches(self, path: RelPath) -> bool:
        return self.tainted is None or path in self.tainted


def find_breakages(files: EvidenceFiles, runs: ScriptRuns) -> tuple[Breakage, ...]:
    """Broken measurements, each with a place to look at."""
    return (*_error_answers(files), *_uncalled_tests(files, runs))


def _error_answers(files: EvidenceFiles) -> list[Breakage]:
    """Result files where most answers are error texts taint all results of the run."""
    found = []
    for path in files.of_role(ArtifactRole.JSON):
        if files.size_of(path) > 4_000_000:
            continue
        text = files.text(path)
        hits = list(_ERROR_ANSWER.finditer(text))
        answers = len(
            re.findall(
                r"\"(?:[\w ]*(?:response|answer|output|prediction|generated|completion)[\w ]*)\"\s*:\s*\"",
                text,
                re.IGNORECASE,
            )
        )
        if hits and answers and len(hits) >= 0.5 * answers:
            line = text.count("\n", 0, hits[0].start()) + 1
            message = (
                f"{len(hits)} of {answers} stored answers are error texts, scored as if they were answers."
            )
            found.append(Breakage(path, Place("line", "", line), message))
    return found


def _uncalled_tests(files: EvidenceFiles, runs: ScriptRuns) -> list[Breakage]:
    """Code that appends a data set's test text, which only defines a check, and runs it without calling the check."""
    sources = {path: files.text(path) for path in runs.readings}
    if not any(_TEST_FIELD.search(text) for text in sources.values()) or any(
        _CALLS_CHECK.search(text) for text in sources.values()
    ):
        return []
    for path, text in sorted(sources.items()):
        hit = re.search(r"^.*\+.*\btest(?:_code|s)?\b.*$", text, re.MULTILINE)
        if hit and re.search(r"subprocess|exec\(", text):
            line = text.count("\n", 0, hit.start()) + 1
            return [
                Breakage(
                    path,
                    Place("line", "", line),
                    "The tests are appended to the program, but no check is ever called: a file that imports passes.",
                )
            ]
    return []
