"""Faults of how results came to be: made up, typed, failed, measured wrongly."""

from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_ENOUGH = 3


def made_up_findings(facts: RunFacts) -> Iterator[Draft]:
    """Scripts that make results up, and result files that were typed."""
    for path, reading in sorted(facts.runs.readings.items()):
        if not facts.counts_as_run(path):
            continue
        if reading.fabricates:
            yield _fabricating(path, reading)
        else:
            yield from _literals(path, reading)
    for path in facts.files.of_role(ArtifactRole.JSON, ArtifactRole.CSV):
        origin = facts.origins.of(path)
        if origin.is_typed and in_results(path):
            yield Draft(
                FindingKind.TYPED_RESULTS,
                Severity.HIGH,
                path,
                WHOLE,
                f"The result file was {origin.reason}; no program wrote it.",
            )


def _fabricating(path: RelPath, reading: ScriptReading) -> Draft:
    first = reading.first_invented
    numbers = reading.invented or reading.draws
    drawn = sum(1 for origin in numbers if origin.random)
    kind = (
        FindingKind.SIMULATED_RESULTS
        if 2 * drawn >= len(numbers) or reading.signals
        else FindingKind.HARD_CODED_NUMBERS
    )
    told = f" It says so itself in line {reading.signals[0][0]}." if reading.signals else ""
    message = (
        f"{len(numbers)} numbers under names of metrics are literals or random draws ({drawn} drawn; first: "
        f"{first.name}), and the script writes results.{told}"
    )
    return Draft(kind, Severity.HIGH, path, Place("line", "", first.line), message)


def _literals(path: RelPath, reading: ScriptReading) -> Iterator[Draft]:
    """Literal results inside a script that otherwise computes."""
    literal = [o for o in reading.invented if not o.random]
    if len(literal) >= _ENOUGH and reading.writes:
        message = f"{len(literal)} literals stand under names of metrics (first: {literal[0].name}); the script ran."
        yield Draft(
            FindingKind.HARD_CODED_NUMBERS, Severity.HIGH, path, Place("line", "", literal[0].line), message
        )


def failure_findings(facts: RunFacts) -> Iterator[Draft]:
    """Scripts whose last recorded run failed, an experiment that never ran, broken measurements."""
    last = {run.script: run for run in facts.runs.recorded}
    transcript = facts.transcript.path if facts.transcript else None
    for script, run in sorted(last.items()):
        if run.failed and transcript is not None and _is_experiment(facts, script):
            message = f"The last run of {script} failed: {run.error or 'no message'}"
            yield Draft(
                FindingKind.EXPERIMENT_FAILED,
                Severity.HIGH,
                transcript,
                Place("action", "", run.action),
                message,
            )
    made_up = [path for path, r in facts.runs.readings.items() if r.fabricates and facts.counts_as_run(path)]
    if made_up:
        yield from _never_ran(facts)
    for breakage in facts.broken:
        yield Draft(breakage.kind, breakage.severity, breakage.path, breakage.place, breakage.message)


def _is_experiment(facts: RunFacts, script: RelPath) -> bool:
    reading = facts.runs.readings.get(script)
    return reading is not None and (reading.writes or bool(reading.local_imports) or script.endswith(".sh"))


def _never_ran(facts: RunFacts) -> Iterator[Draft]:
    """Code that would measure is there, but only code that makes results up ran."""
    for path, reading in sorted(facts.runs.readings.items()):
        starts = facts.files.tree(path) is not None and "__main__" in facts.files.text(path)
        if reading.measures and reading.writes and starts and path not in facts.runs.ran and facts.runs.ran:
            yield Draft(
                FindingKind.EXPERIMENT_FAILED,
                Severity.HIGH,
                path,
                WHOLE,
                "This script would run the experiment; it was never run.",
            )
            return
