"""Everything in one place: an SQLite file, or a database that several machines share."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.disputes import Dispute
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.domain.runs import (
    Irregularity,
)
from mlrbench_gui.services.ports.stores import (
    AuditStore,
    Cache,
    CallStore,
    DecisionStore,
    ImportBatch,
    JobStore,
    JudgeStore,
    OpinionStore,
    PersonStore,
    ReviewStore,
    RunStore,
    SettingStore,
    ShardStore,
    StageStore,
    TaskStore,
)


class Workspace(Protocol):
    """Everything in one place: an SQLite file, or a database that several machines share.

    `path` is the file, or the name of what is shared. `busy_with`: what another process is doing to it, or None.
    """

    @property
    def path(self) -> Path: ...

    @property
    def runs(self) -> RunStore: ...

    @property
    def audits(self) -> AuditStore: ...

    @property
    def decisions(self) -> DecisionStore: ...

    @property
    def reviews(self) -> ReviewStore: ...

    @property
    def opinions(self) -> OpinionStore: ...

    @property
    def judges(self) -> JudgeStore: ...

    @property
    def people(self) -> PersonStore: ...

    @property
    def calls(self) -> CallStore: ...

    @property
    def stages(self) -> StageStore: ...

    @property
    def jobs(self) -> JobStore: ...

    @property
    def shards(self) -> ShardStore: ...

    @property
    def tasks(self) -> TaskStore: ...

    @property
    def cache(self) -> Cache: ...

    @property
    def settings(self) -> SettingStore: ...

    def importing(self, source: str) -> AbstractContextManager[ImportBatch]: ...

    def merge(self, others: Sequence[Place], *, keep: bool = True) -> MergeReport:
        """Take over what other workspaces hold, all or nothing; without `keep` only tell what would come of it.

        Nothing that either side wrote is lost or changed. Raises WorkspaceError, InputError.
        """
        ...

    def disputes(self) -> tuple[Dispute, ...]:
        """What people decided differently and have not settled, by run."""
        ...

    def irregularities(self) -> tuple[Irregularity, ...]: ...

    def totals(self) -> dict[str, int]: ...

    def busy_with(self) -> str | None: ...

    def data_version(self) -> int:
        """Grows with every committed change by any process; cheap enough to ask each second."""
        ...

    def close(self) -> None: ...
