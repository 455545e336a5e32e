"""Which files may cross a transition of the gate, by hash, and what is refused because of what it was made from.

A file that only passes on what another holds is refused with it: a figure or a summary drawn from typed results is no
better than those. Data that a script learns from or asks a model about may be typed; its results are its own.
"""

from dataclasses import dataclass, field
from functools import cached_property

from mlrbench_gui.audit.findings.draft import RunFacts
from mlrbench_gui.audit.gate.records import Record
from mlrbench_gui.audit.provenance.scripts import is_measure
from mlrbench_gui.audit.trust.weighing import Weighing
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import GateEvidence
from mlrbench_gui.domain.values import Provenance, RelPath, Trust

_COMPUTED = frozenset({Provenance.EXECUTED_OUTPUT, Provenance.EXECUTED_SCRIPT})
_RESULTS = frozenset({ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG})


@dataclass
class Admissions:
    """Answers for each file of a run, each worked out once."""

    facts: RunFacts
    weighing: Weighing
    records: tuple[Record, ...] = ()
    _known: dict[RelPath, GateEvidence | None] = field(default_factory=dict)

    def of(self, path: RelPath) -> GateEvidence | None:
        """Whether the file may cross; None for what cannot be read or was given by the harness."""
        if path not in self._known:
            self._known[path] = None  # a ring of files that name each other ends here
            self._known[path] = self._decide(path)
        return self._known[path]

    def refuses(self, path: RelPath) -> bool:
        """Whether the file is known not to be admitted."""
        evidence = self.of(path)
        return evidence is not None and not evidence.admitted

    def _decide(self, path: RelPath) -> GateEvidence | None:
        facts = self.facts
        digest = facts.files.sha256(path)
        origin = facts.origins.root(path)
        role = facts.files.roles.get(path, ArtifactRole.OTHER)
        given = origin.provenance is Provenance.HARNESS_SNAPSHOT and role is not ArtifactRole.TRANSCRIPT
        if digest is None or given:
            return None
        if not self._is_computed(path, role):
            return GateEvidence(path=path, sha256=digest, admitted=False, reason=origin.reason)
        if role in _RESULTS and facts.origins.has_typed_numbers(path):
            reason = f"numbers in it were typed after a program made it; {origin.reason}"
            return GateEvidence(path=path, sha256=digest, admitted=False, reason=reason)
        if (source := self._refused_source(path)) is not None:
            reason = f"made from {source.path}, which is refused: {source.reason}"
            return GateEvidence(path=path, sha256=digest, admitted=False, reason=reason)
        return GateEvidence(path=path, sha256=digest, admitted=True, reason=origin.reason)

    def _is_computed(self, path: RelPath, role: ArtifactRole) -> bool:
        origin = self.facts.origins.root(path)
        trust = self.weighing.of_file(path)
        by_log = (
            origin.provenance is Provenance.UNKNOWN
            and not origin.has_outputs  # of a notebook: then its cells did not run in order
            and origin.script is not None
            and origin.script in self.facts.runs.ran
        )
        return (
            trust is Trust.MEASURED
            or (trust is not Trust.DOUBTFUL and (by_log or role is ArtifactRole.TRANSCRIPT))
            or self._keeps_measured(path)
            or origin.provenance in _COMPUTED
        )

    def _keeps_measured(self, path: RelPath) -> bool:
        """Whether a summary keeps outcomes, and most of the code beside them computes them."""
        own = [record for record in self.records if record.path == path and record.has_outcome]
        return 2 * sum(record.computes for record in own) > len(own)

    def _refused_source(self, path: RelPath) -> GateEvidence | None:
        """The refused results that the script of this file only passes on."""
        script = self.facts.origins.root(path).script
        reading = self.facts.runs.readings.get(script) if script is not None else None
        if script is None or reading is None or reading.measures:
            return None
        for name in sorted(reading.reads_files):
            for source in self._results.get(name, ()):
                if source != path and self.refuses(source):
                    return self.of(source)
        return None

    @cached_property
    def _results(self) -> dict[str, list[RelPath]]:
        """Files that hold numbers under names of measures, by their last part."""
        holding = {value.path for value in self.facts.ledger.values if is_measure(" ".join(value.name.parts))}
        found: dict[str, list[RelPath]] = {}
        for path in self.facts.files.of_role(*_RESULTS):
            if path in holding:
                found.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return found
