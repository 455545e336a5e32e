"""Runs in which nothing was measured: whatever such a run tells of its results rests on made-up numbers."""

from functools import cached_property

from mlrbench_gui.audit.trust.weighing import MADE_UP, Weighing
from mlrbench_gui.audit.verdicts.decision import Held
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust

_RESULTS = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
_NO_RESULTS = frozenset({ClaimKind.SETUP, ClaimKind.CITATION, ClaimKind.FIGURE})


class MadeUpRun:
    """Tells whether all that is known of a run's results is made up, and what that means for prose."""

    def __init__(self, weighing: Weighing) -> None:
        self.weighing = weighing

    @cached_property
    def is_all_made_up(self) -> bool:
        """A script that ran makes results up or a result file was typed, and no result file is measured."""
        files = [path for path, role in self.weighing.roles.items() if role in _RESULTS]
        if any(self.weighing.of_file(path) is Trust.MEASURED for path in files):
            return False
        runs = self.weighing.runs
        scripts = (r.fabricates for path, r in runs.readings.items() if path in runs.ran)
        return any(scripts) or any(self._is_made_up(path) for path in files)

    def of_prose(self, kind: ClaimKind, held: tuple[Held, ...]) -> Trust:
        """What prose about a result rests on, where nothing but prose has it: nothing known, or made-up numbers."""
        tells_results = kind not in _NO_RESULTS and any(self._is_note(h) for h in held)
        return Trust.DOUBTFUL if tells_results and self.is_all_made_up else Trust.UNKNOWN

    def _is_note(self, held: Held) -> bool:
        roles = self.weighing.roles
        return roles.get(held.candidate.value.path) in (*_RESULTS, ArtifactRole.RESULTS_NOTE)

    def _is_made_up(self, path: RelPath) -> bool:
        return self.weighing.origins.root(path).provenance in MADE_UP
