"""Markdown that code wrote: its interpolated numbers are output of that code, its literal text is the agent's prose."""

from collections.abc import Mapping
from dataclasses import dataclass

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.origin import FileOrigin, Origins
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Provenance, RelPath

_NOTES = (ArtifactRole.RESULTS_NOTE, ArtifactRole.OTHER)
_BY_CODE = frozenset({Provenance.EXECUTED_SCRIPT, Provenance.EXECUTED_OUTPUT, Provenance.LITERAL_SCRIPT})
_SHORTEST = 4
"""A literal piece of fewer characters (`0.`) stands in any number by chance."""


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A Markdown file that a script wrote, with the literal pieces with digits of the scripts that ran."""

    literals: tuple[str, ...]

    def is_literal(self, line: str, start: int, end: int) -> bool:
        """Whether the characters from `start` to `end` of this line stand in the script as they stand here."""
        for piece in self.literals:
            at = line.find(piece)
            while at >= 0:
                if at <= start and end <= at + len(piece):
                    return True
                at = line.find(piece, at + 1)
        return False


def written_notes(files: EvidenceFiles, origins: Origins, runs: ScriptRuns) -> Mapping[RelPath, WrittenNote]:
    """The Markdown files of the run that a script which ran wrote, or whose output they are."""
    notes = {}
    for path in files.paths:
        if path.endswith(".md") and files.roles[path] in _NOTES:
            origin = origins.root(path)
            if origin.provenance in _BY_CODE:
                notes[path] = WrittenNote((*_literals(origin, runs), *origins.typed.get(path, ())))
    return notes


def _literals(origin: FileOrigin, runs: ScriptRuns) -> tuple[str, ...]:
    """Of the script that wrote it and all others that ran: a template may stand in a module that was imported."""
    scripts = {path for path in runs.ran if path in runs.readings}
    if origin.script is not None and origin.script in runs.readings:
        scripts.add(origin.script)
    pieces = {piece for path in scripts for piece in runs.readings[path].texts if len(piece) >= _SHORTEST}
    return tuple(sorted(pieces))
