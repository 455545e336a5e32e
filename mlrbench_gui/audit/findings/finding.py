"""The faults of a run as a whole, each with severity, place and a message that a person can check."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.findings._logs import log_findings
from mlrbench_gui.audit.findings.draft import Draft
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.audit.provenance.origins import Origins
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.trust.broken import Breakage
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import Finding
from mlrbench_gui.domain.values import ClaimKind, FindingKind, Provenance, RelPath, Severity, Verdict

_RANK = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}
_NOT_DONE = re.compile(
    r"not implemented|not yet implemented|simplified version|for simplicity|\bwe simulate\b|in a real (?:implementation|system|experiment|scenario)|placeholder",
    re.IGNORECASE,
)
_PLACEHOLDER_AUTHOR = re.compile(
    r"\[?(?:not specified|author names? not|authors? not available|unknown authors?|et al\. \(n\.d\.\))",
    re.IGNORECASE,
)
_RESULT_ROLES = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement with its decision."""

    statement: Statement
    decision: Decision
    quote: str


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What findings are drawn from."""

    files: EvidenceFiles
    transcript: Transcript | None
    origins: Origins
    runs: ScriptRuns
    broken: Sequence[Breakage]
    judged: Sequence[Judged]


def find_faults(facts: RunFacts) -> tuple[Finding, ...]:
    """All findings, the gravest first, with stable ids."""
    drafts = [
        *_fabricated(facts),
        *_failed(facts),
        *log_findings(facts.files, facts.transcript, facts.origins),
        *_figures(facts),
        *_tables(facts),
        *_methods(facts),
        *_citations(facts),
    ]
    unique = {(d.kind, d.path, d.place, d.message): d for d in drafts}
    ordered = sorted(
        unique.values(), key=lambda d: (_RANK[d.severity], d.kind, d.path or "", d.place.words(), d.message)
    )
    return tuple(_finding(draft) for draft in ordered)


def _finding(draft: Draft) -> Finding:
    key = "\x1f".join((draft.kind, draft.path or "", draft.place.words(), draft.message))
    mark = "f" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    locator = draft.place.locator() if draft.path is not None else None
    return Finding(
        id=mark,
        kind=draft.kind,
        severity=draft.severity,
        path=draft.path,
        locator=locator,
        message=draft.message,
        paper=draft.paper,
    )


def _fabricated(facts: RunFacts) -> Iterator[Draft]:
    """Scripts that ran and made results up, and result files that were typed."""
    for path, reading in sorted(facts.runs.readings.items()):
        if not reading.fabricates or (facts.runs.ran and path not in facts.runs.ran):
            continue
        first = reading.invented[0]
        drawn = sum(1 for origin in reading.invented if origin.random)
        kind = (
            FindingKind.SIMULATED_RESULTS
            if drawn >= len(reading.invented) / 2
            else FindingKind.HARD_CODED_NUMBERS
        )
        how = "drawn at random" if kind is FindingKind.SIMULATED_RESULTS else "literals"
        message = f"{len(reading.invented)} numbers under names of metrics are {how} (first: {first.name}); the script ran and writes results."
        yield Draft(kind, Severity.HIGH, path, Place("line", "", first.line), message)
    for path in facts.files.of_role(ArtifactRole.JSON, ArtifactRole.CSV):
        origin = facts.origins.of(path)
        if origin.is_typed and path.startswith("results"):
            yield Draft(
                FindingKind.TYPED_RESULTS,
                Severity.HIGH,
                path,
                WHOLE,
                f"Result file {origin.reason}; no program wrote it.",
            )


def _failed(facts: RunFacts) -> Iterator[Draft]:
    """Scripts whose last recorded run failed, and broken measurements."""
    last = {run.script: run for run in facts.runs.recorded}
    transcript = facts.transcript.path if facts.transcript else None
    for script, run in sorted(last.items()):
        reading = facts.runs.readings.get(script)
        if run.failed and transcript is not None and reading is not None and reading.writes:
            yield Draft(
                FindingKind.EXPERIMENT_FAILED,
                Severity.HIGH,
                transcript,
                Place("action", "", run.action),
                f"The last run of {script} failed: {run.error or 'no message'}.",
            )
    for breakage in facts.broken:
        kind = (
            FindingKind.EXPERIMENT_FAILED if breakage.path.endswith(".json") else FindingKind.METHOD_MISMATCH
        )
        yield Draft(kind, Severity.HIGH, breakage.path, breakage.place, breakage.message)


def _figures(facts: RunFacts) -> Iterator[Draft]:
    """Figures that a paper refers to and that are missing or that no code names."""
    scripts = facts.runs.readings.values()
    for judged in facts.judged:
        statement = judged.statement
        if not statement.target:
            continue
        place = Place("whole")
        if judged.decision.verdict is Verdict.UNSUPPORTED:
            yield Draft(
                FindingKind.FIGURE_MISSING,
                Severity.MEDIUM,
                statement.paper,
                place,
                f"The figure {statement.target} is not in the run.",
                statement.paper,
            )
        elif judged.decision.held:
            path = judged.decision.held[0].candidate.value.path
            origin = facts.origins.root(path)
            told = facts.transcript is not None and facts.transcript.tells_actions
            if origin.provenance is Provenance.UNKNOWN and told and scripts:
                yield Draft(
                    FindingKind.FIGURE_NOT_PRODUCED_BY_CODE,
                    Severity.LOW,
                    path,
                    WHOLE,
                    "No script that ran names this picture.",
                    statement.paper,
                )


def _tables(facts: RunFacts) -> Iterator[Draft]:
    """Tables with cells that the evidence denies."""
    cells = [j for j in facts.judged if j.statement.spot is not None]
    denied = [j for j in cells if j.decision.verdict is Verdict.CONTRADICTED]
    for (paper, table), count in sorted(
        Counter((j.statement.paper, j.statement.spot.table) for j in denied if j.statement.spot).items()
    ):
        first = next(
            j
            for j in denied
            if j.statement.paper == paper and j.statement.spot and j.statement.spot.table == table
        )
        total = sum(
            1
            for j in cells
            if j.statement.paper == paper and j.statement.spot and j.statement.spot.table == table
        )
        severity = Severity.HIGH if count >= 2 else Severity.MEDIUM
        message = f"{count} of {total} cells of table {table + 1} differ from the evidence; first: {first.decision.reason}"
        yield Draft(FindingKind.TABLE_MISMATCH, severity, paper, WHOLE, message, paper)


def _methods(facts: RunFacts) -> Iterator[Draft]:
    """Setup statements that the code denies, and parts that the code itself says are not there."""
    denied = [
        j
        for j in facts.judged
        if j.statement.kind is ClaimKind.SETUP and j.decision.verdict is Verdict.CONTRADICTED
    ]
    by_paper: dict[RelPath, list[Judged]] = {}
    for judged in denied:
        by_paper.setdefault(judged.statement.paper, []).append(judged)
    for paper, items in sorted(by_paper.items()):
        severity = Severity.HIGH if len(items) >= 2 else Severity.MEDIUM
        message = f"{len(items)} setup values differ from the code; first: {items[0].decision.reason}"
        yield Draft(FindingKind.METHOD_MISMATCH, severity, paper, WHOLE, message, paper)
    for path in sorted(facts.runs.readings):
        for number, line in enumerate(facts.files.text(path).split("\n"), start=1):
            if len(line) < 400 and _NOT_DONE.search(line) and ("#" in line or '"' in line or "'" in line):
                yield Draft(
                    FindingKind.METHOD_MISMATCH,
                    Severity.MEDIUM,
                    path,
                    Place("line", "", number),
                    f"The code says so itself: {line.strip()[:140]}",
                )
                break


def _citations(facts: RunFacts) -> Iterator[Draft]:
    """References with placeholders instead of authors."""
    for judged in facts.judged:
        if judged.statement.kind is ClaimKind.CITATION and _PLACEHOLDER_AUTHOR.search(judged.quote):
            yield Draft(
                FindingKind.INVENTED_CITATION,
                Severity.LOW,
                judged.statement.paper,
                WHOLE,
                f"The reference has no real author: {judged.quote[:120]}",
                judged.statement.paper,
            )
