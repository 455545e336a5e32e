"""Faults of how results came to be: made up, typed, failed, measured wrongly."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_ENOUGH = 3
_ARRAY_WORK = frozenset({"dot", "matmul", "einsum", "linalg", "backward"})
_EXPERIMENT = re.compile(
    r"(?:^|_)(?:main|run|runner|experiments?|train|training|eval\w*|pipeline|benchmark)(?:_|$)", re.IGNORECASE
)


def made_up_findings(facts: RunFacts) -> Iterator[Draft]:
    """Scripts that make results up, and result files that were typed."""
    for path, reading in sorted(facts.runs.readings.items()):
        if not facts.counts_as_run(path) or _only_broke_off(facts, path):
            continue
        if reading.fabricates:
            yield _fabricating(path, reading, facts.files.tree(path))
        else:
            yield from _literals(path, reading)
    for path in facts.files.of_role(ArtifactRole.JSON, ArtifactRole.CSV):
        reason = _typed_how(facts, path) if in_results(path) else None
        if reason is not None:
            message = f"The result file was {reason}; no program wrote it."
            yield Draft(FindingKind.TYPED_RESULTS, Severity.HIGH, path, WHOLE, message)


def _typed_how(facts: RunFacts, path: RelPath) -> str | None:
    """How a file was typed, itself or what it was copied from; of a copy of a result file that one is told."""
    origin = facts.origins.of(path)
    if origin.is_typed or origin.source is None:
        return origin.reason if origin.is_typed else None
    root = facts.origins.root(path)
    is_told = facts.files.has(origin.source) and in_results(origin.source)
    return f"{origin.reason}, which was {root.reason}" if root.is_typed and not is_told else None


def _only_broke_off(facts: RunFacts, path: RelPath) -> bool:
    """Whether a module only came into runs that failed, so that none of its numbers is known to be left."""
    started = {run.script for run in facts.runs.recorded}
    return path in facts.runs.ran and bool(started) and path not in started and path not in facts.runs.ended


def _fabricating(path: RelPath, reading: ScriptReading, tree: ast.Module | None) -> Draft:
    first = reading.first_invented
    is_drawn = all(origin.random for origin in reading.invented)
    if is_drawn and tree is not None and _computes_with_arrays(tree):
        message = (
            "No data goes into the results of this script: what it leaves rests on random draws and literals alone "
            f"(first: {first.name}){reading.told_of}."
        )
        return Draft(FindingKind.SYNTHETIC_DATA, Severity.HIGH, path, _place(reading, first.line), message)
    numbers = reading.made_up
    drawn = sum(1 for origin in numbers if origin.random)
    kind = (
        FindingKind.SIMULATED_RESULTS
        if 2 * drawn >= len(numbers) or reading.signals
        else FindingKind.HARD_CODED_NUMBERS
    )
    told = f" It says so itself in line {reading.signals[0][0]}." if reading.signals else ""
    are = "1 number under the name of a metric is a literal or a random draw"
    if len(numbers) > 1:
        are = f"{len(numbers)} numbers under names of metrics are literals or random draws"
    name = first.name or "one without a name"
    message = f"{are} ({drawn} drawn; first: {name}), and the script writes results{reading.told_of}.{told}"
    return Draft(kind, Severity.HIGH, path, _place(reading, first.line), message)


def _place(reading: ScriptReading, line: int) -> Place:
    """The line, or the whole file where it is no longer the one that ran."""
    return WHOLE if reading.as_of is not None else Place("line", "", line)


def _computes_with_arrays(tree: ast.Module) -> bool:
    """Whether a script multiplies arrays: then an algorithm ran, were its data drawn."""
    return any(
        (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult))
        or (isinstance(node, ast.Attribute) and node.attr in _ARRAY_WORK)
        for node in all_nodes(tree)
    )


def _literals(path: RelPath, reading: ScriptReading) -> Iterator[Draft]:
    """Literal results inside a script that otherwise computes."""
    literal = [o for o in reading.invented if not o.random]
    if len(literal) >= _ENOUGH and reading.writes:
        first = f"(first: {literal[0].name}); the script ran{reading.told_of}"
        message = f"{len(literal)} literals stand under names of metrics {first}."
        yield Draft(
            FindingKind.HARD_CODED_NUMBERS, Severity.HIGH, path, _place(reading, literal[0].line), message
        )


def failure_findings(facts: RunFacts) -> Iterator[Draft]:
    """Scripts whose last recorded run failed, an experiment that never ran, broken measurements."""
    last = {run.script: run for run in facts.runs.recorded if not run.within}
    transcript = facts.transcript.path if facts.transcript else None
    for script, run in sorted(last.items()):
        if run.failed and transcript is not None and _is_experiment(facts, script):
            message = f"The last run of {script} failed: {_words_of(run.error)}"
            yield Draft(
                FindingKind.EXPERIMENT_FAILED,
                Severity.HIGH,
                transcript,
                Place("action", "", run.action),
                message,
                by_absence=True,  # it may have come through later
            )
    made_up = [path for path, r in facts.runs.readings.items() if r.fabricates and facts.counts_as_run(path)]
    if made_up and facts.tells_runs:
        yield from _never_ran(facts)
    for breakage in facts.broken:
        yield Draft(breakage.kind, breakage.severity, breakage.path, breakage.place, breakage.message)


def _words_of(error: str) -> str:
    """What is told of an error; a tool's bare word says nothing."""
    return error if error not in ("", "Error") else "its message was not recorded"


def _is_experiment(facts: RunFacts, script: RelPath) -> bool:
    reading = facts.runs.readings.get(script)
    return reading is not None and (reading.writes or bool(reading.local_imports) or script.endswith(".sh"))


def _never_ran(facts: RunFacts) -> Iterator[Draft]:
    """Code that would measure is there, but only code that makes results up ran: told of what most looks like it."""
    waiting = [
        (len(reading.local_imports & _modules(facts)), path)
        for path, reading in facts.runs.readings.items()
        if _would_measure(facts, path, reading) and path not in facts.runs.ran and facts.runs.ran
    ]
    if waiting:
        _, path = max(waiting, key=lambda item: (item[0], item[1]))
        message = "This script would run the experiment; it was never run."
        yield Draft(FindingKind.EXPERIMENT_FAILED, Severity.HIGH, path, WHOLE, message, by_absence=True)


def _would_measure(facts: RunFacts, path: RelPath, reading: ScriptReading) -> bool:
    """Whether a script can be started, measures, and is named as an experiment."""
    if not (reading.measures and reading.writes and _EXPERIMENT.search(PurePosixPath(path).stem)):
        return False
    return facts.files.tree(path) is not None and "__main__" in facts.files.text(path)


def _modules(facts: RunFacts) -> frozenset[str]:
    return frozenset(PurePosixPath(path).stem for path in facts.runs.readings)
