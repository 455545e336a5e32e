"""The chance-match rate of an audit: which foreign runs a paper is held against, and how much of it is afforded.

Foreign runs are of other tasks and as near as may be to the run itself in the size of their evidence, so that a run
with much evidence is not flattered by one that holds next to nothing. Very large ones are left out, and papers
with many claims meet fewer runs: the rate costs a fraction of the audit that it goes with.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Protocol

from mlrbench_gui.audit.chance import (
    ChanceMatch,
    ForeignEvidence,
    ReadPaper,
    chance_match,
    foreign_evidence,
    read_papers,
)
from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.layout import agent_and_task, classify
from mlrbench_gui.domain.values import RelPath, RunName

MOST_RUNS = 3
MOST_HELD = 150
"""So many numbers an audit holds against foreign evidence, each counted once for every foreign run."""
_LARGEST = 512 * 1024
_KEPT = 4
_EVIDENCE = frozenset({ArtifactRole.CODE, ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG})


class OtherRuns(Protocol):
    """Runs that may serve as foreign ones."""

    def names(self) -> Sequence[RunName]: ...

    def files(self, name: RunName) -> RunFiles: ...


@dataclass(frozen=True, slots=True)
class Sized:
    """A run with the size of its evidence in bytes."""

    name: RunName
    size: int


class ChanceGauge:
    """Takes the rate of one run after the other; the evidence of the last few foreign runs is kept.

    `spare` stands in where no other run is of another task; `most_held` bounds the cost of each rate.
    """

    def __init__(self, others: OtherRuns, spare: OtherRuns, *, most_held: int = MOST_HELD) -> None:
        self._most_held = most_held
        self._others = others
        self._spare = spare
        self._sizes: dict[RunName, int] = {}
        self._evidence: dict[RunName, ForeignEvidence] = {}

    def take(self, run: RunName, files: RunFiles, texts: Mapping[RelPath, str]) -> ChanceMatch:
        """The rate of a run's papers, given as texts; against no run where none is of another task."""
        papers = read_papers(texts)
        count = _runs_afforded(papers, self._most_held)
        own = Sized(run, _evidence_size(files))
        for source in (self._others, self._spare):
            chosen = choose_foreign(own, self._sized(source, run), count)
            found = [evidence for name in chosen if (evidence := self._foreign(name, source)) is not None]
            if found:
                return chance_match(papers, found)
        return chance_match(papers, [])

    def _sized(self, source: OtherRuns, run: RunName) -> list[Sized]:
        found = []
        for name in source.names():
            if agent_and_task(name)[1] != agent_and_task(run)[1]:
                if name not in self._sizes:
                    self._sizes[name] = _size_of(name, source)
                found.append(Sized(name, self._sizes[name]))
        return found

    def _foreign(self, name: RunName, source: OtherRuns) -> ForeignEvidence | None:
        """The evidence of a run, None where it cannot be read: another run's fault is none of this audit."""
        found = self._evidence.pop(name, None)
        if found is None:
            try:
                found = foreign_evidence(name, source.files(name))
            except (InputError, RecursionError):
                return None
        self._evidence[name] = found
        while len(self._evidence) > _KEPT:
            del self._evidence[next(iter(self._evidence))]
        return found


def _runs_afforded(papers: Iterable[ReadPaper], most_held: int) -> int:
    """Against how many runs these papers are held: three, fewer for many claims, none where there is no claim."""
    claims = sum(len(paper.statements) for paper in papers)
    return min(MOST_RUNS, max(1, most_held // claims)) if claims else 0


def choose_foreign(own: Sized, others: Iterable[Sized], count: int) -> tuple[RunName, ...]:
    """The runs with evidence that are nearest in size, by ratio, then by name: the choice is always the same."""
    fitting = [other for other in others if 0 < other.size <= _LARGEST]
    near = sorted(fitting, key=lambda other: (abs(log(other.size / max(own.size, 1))), other.name))
    return tuple(other.name for other in near[:count])


def _size_of(name: RunName, source: OtherRuns) -> int:
    try:
        return _evidence_size(source.files(name))
    except InputError:
        return 0


def _evidence_size(files: RunFiles) -> int:
    sizes = {path: files.size(path) for path in files.paths()}
    return sum(size for path, size in sizes.items() if classify(path, size)[0] in _EVIDENCE)
