"""Code that makes results up, and what only serves such code: what it sets, names and draws tells of no measuring."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.domain.values import RelPath


def made_up_code(runs: ScriptRuns) -> frozenset[RelPath]:
    """Scripts that make results up, and modules that no other script which was started and did not fail makes use of.

    Without recorded commands only the scripts themselves: nothing tells who made use of a module.
    """
    guilty = {path for path, reading in runs.readings.items() if path in runs.ran and _makes_up(reading)}
    started = {run.script for run in runs.recorded if not run.failed} & runs.readings.keys()
    if not guilty or not started:
        return frozenset(guilty)
    serving = _reached(started & guilty, runs.readings)
    honest = _reached(started - guilty, runs.readings)
    return frozenset(guilty | (serving - honest))


def _makes_up(reading: ScriptReading) -> bool:
    return reading.fabricates or (reading.writes and reading.computes_nothing)


def _reached(scripts: set[RelPath], readings: Mapping[RelPath, ScriptReading]) -> set[RelPath]:
    """The scripts with all modules of the run that they import, and those that these import."""
    stems: dict[str, list[RelPath]] = {}
    for path in readings:
        stems.setdefault(PurePosixPath(path).stem, []).append(path)
    reached, waiting = set(scripts), list(scripts)
    while waiting:
        imported = readings[waiting.pop()].local_imports & stems.keys()
        found = {path for stem in imported for path in stems[stem]} - reached
        reached |= found
        waiting += found
    return reached
