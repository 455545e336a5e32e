"""Runs in which nothing was measured: whatever such a run tells of its results rests on made-up numbers."""

import re
from functools import cached_property

from mlrbench_gui.audit.findings.draft import Judged
from mlrbench_gui.audit.text.paper import SectionKind
from mlrbench_gui.audit.trust.weighing import MADE_UP, Weighing
from mlrbench_gui.audit.verdicts.decision import Held
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import ClaimKind, Provenance, RelPath, Trust

_RESULTS = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
_KEPT = (ArtifactRole.JSON, ArtifactRole.CSV)
_AMOUNT = re.compile(r"/s\b|\bper second\b|\b[KMG]i?B\b|\d\s*ms\b|\baverag(?:e|es|ed|ing)\b|\bon average\b")
_OF_RUN = (*_RESULTS, ArtifactRole.RESULTS_NOTE, ArtifactRole.CODE)
_TELLS = frozenset({SectionKind.RESULTS, SectionKind.DISCUSSION, SectionKind.CONCLUSION})
_PLANS = frozenset({SectionKind.METHOD, SectionKind.RELATED, SectionKind.FUTURE})
_NO_RESULTS = frozenset({ClaimKind.SETUP, ClaimKind.CITATION, ClaimKind.FIGURE})


class MadeUpRun:
    """Tells whether all that is known of a run's results is made up, and what that means for prose."""

    def __init__(
        self, weighing: Weighing, silent: frozenset[RelPath] = frozenset(), *, is_whole: bool = True
    ) -> None:
        """`silent` are logs that hold no result; without `is_whole` more may have been than is seen."""
        self.weighing = weighing
        self.silent = silent
        self.is_whole = is_whole

    @cached_property
    def is_all_made_up(self) -> bool:
        """A script that ran makes results up, or a result file was typed or is broken, and no result file is measured.

        Where that script wrote the note on the results, too, or all result files beside logs are broken, the log of
        another program measures nothing of them; a log without any result never does.
        """
        if not self.is_whole:
            return False
        files = [p for p, role in self.weighing.roles.items() if role in _RESULTS and p not in self.silent]
        kept = _KEPT if self._has_made_up_note or self._has_broken_results else _RESULTS
        if any(self._is_measured(path) for path in files if self.weighing.roles[path] in kept):
            return False
        runs = self.weighing.runs
        scripts = (r.fabricates for path, r in runs.readings.items() if path in runs.ran)
        return any(scripts) or any(self._is_made_up(path) or self._is_broken(path) for path in files)

    def of_prose(self, judged: Judged) -> Trust:
        """What prose about a result rests on, where nothing but prose has it: nothing known, or made-up numbers.

        A setting that the results tell in one breath with a rate, an amount or an average is told of a result.
        """
        statement, held = judged.statement, judged.decision.held
        section = statement.section.kind
        is_result = (statement.kind not in _NO_RESULTS and section not in _PLANS) or (
            statement.kind is ClaimKind.SETUP
            and section in _TELLS
            and _AMOUNT.search(judged.quote) is not None
        )
        tells_results = is_result and any(self._is_of_run(h) for h in held)
        return Trust.DOUBTFUL if tells_results and self.is_all_made_up else Trust.UNKNOWN

    def _is_of_run(self, held: Held) -> bool:
        return self.weighing.roles.get(held.candidate.value.path) in _OF_RUN

    @cached_property
    def _has_made_up_note(self) -> bool:
        roles = self.weighing.roles
        notes = (path for path, role in roles.items() if role is ArtifactRole.RESULTS_NOTE)
        return any(self.weighing.origins.root(p).provenance is Provenance.LITERAL_SCRIPT for p in notes)

    @cached_property
    def _has_broken_results(self) -> bool:
        kept = [path for path, role in self.weighing.roles.items() if role in _KEPT]
        return bool(kept) and all(self._is_broken(path) for path in kept)

    def _is_measured(self, path: RelPath) -> bool:
        return self.weighing.of_file(path) is Trust.MEASURED

    def _is_broken(self, path: RelPath) -> bool:
        return self.weighing.broken_for(path) is not None

    def _is_made_up(self, path: RelPath) -> bool:
        return self.weighing.origins.root(path).provenance in MADE_UP
