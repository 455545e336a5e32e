"""A workspace behind the curtain of a blind review: whatever a screen asks, it is given nothing that must be hidden.

Put together where the window is composed, so that no screen can leak what it never gets. The command line reads the
workspace itself. What stands in a run's own files is left as it is.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.disputes import Dispute
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.services.people.veiled_runs import Curtain, VeiledAudits, VeiledDecisions, VeiledRuns
from mlrbench_gui.services.people.veiled_words import (
    VeiledJobs,
    VeiledJudges,
    VeiledOpinions,
    VeiledPeople,
    VeiledReviews,
    VeiledStages,
)
from mlrbench_gui.services.ports.stores import ImportBatch
from mlrbench_gui.services.ports.workspace import Workspace


class VeiledWorkspace:
    """`Workspace` for one reader; `author` is asked anew each time, as the name can be changed in Settings."""

    def __init__(self, inner: Workspace, author: Callable[[], str]) -> None:
        self._inner = inner
        self._curtain = curtain = Curtain(inner, author)
        self.path = inner.path
        self.runs = VeiledRuns(curtain)
        self.audits = VeiledAudits(curtain)
        self.decisions = VeiledDecisions(curtain)
        self.reviews = VeiledReviews(curtain)
        self.opinions = VeiledOpinions(curtain)
        self.judges = VeiledJudges(curtain)
        self.people = VeiledPeople(curtain)
        self.stages = VeiledStages(curtain)
        self.jobs = VeiledJobs(curtain)
        self.calls, self.shards, self.tasks = inner.calls, inner.shards, inner.tasks
        self.cache, self.settings = inner.cache, inner.settings

    def importing(self, source: str) -> AbstractContextManager[ImportBatch]:
        return self._inner.importing(source)

    def merge(self, others: Sequence[Place], *, keep: bool = True) -> MergeReport:
        report = self._inner.merge(others, keep=keep)
        return replace(
            report, disputes=self._shown(report.disputes), new_disputes=self._shown(report.new_disputes)
        )

    def disputes(self) -> tuple[Dispute, ...]:
        return self._shown(self._inner.disputes())

    def irregularities(self) -> tuple[Irregularity, ...]:
        veil = self._curtain.veil()
        return tuple(
            replace(one, path=veil.text(one.path), what=veil.text(one.what)) if veil.hidden else one
            for one in self._inner.irregularities()
        )

    def totals(self) -> dict[str, int]:
        return self._inner.totals()

    def busy_with(self) -> str | None:
        return self._inner.busy_with()

    def data_version(self) -> int:
        return self._inner.data_version()

    def close(self) -> None:
        self._inner.close()

    def _shown(self, disputes: Sequence[Dispute]) -> tuple[Dispute, ...]:
        """Without those on runs that the reader still has to review."""
        veil = self._curtain.veil()
        return tuple(
            one.model_copy(update={"run": veil.name(one.run)}) for one in disputes if one.run not in veil.due
        )
