"""Open a workspace: one SQLite file with everything in it, like a document."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from mlrbench_gui.domain.addresses import Place, ServerAddress
from mlrbench_gui.domain.disputes import Dispute
from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.db import importing, opening, writers
from mlrbench_gui.infra.db.audits import SqliteAudits
from mlrbench_gui.infra.db.cache import SqliteCache
from mlrbench_gui.infra.db.calls import SqliteCalls
from mlrbench_gui.infra.db.creating import create_file
from mlrbench_gui.infra.db.database import Database, FileDatabase
from mlrbench_gui.infra.db.decisions import SqliteDecisions
from mlrbench_gui.infra.db.jobs import SqliteJobs
from mlrbench_gui.infra.db.judges import SqliteJudges
from mlrbench_gui.infra.db.merging import irregularities
from mlrbench_gui.infra.db.opinions import SqliteOpinions
from mlrbench_gui.infra.db.people import SqlitePeople
from mlrbench_gui.infra.db.reviews import SqliteReviews
from mlrbench_gui.infra.db.runs import SqliteRuns
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION
from mlrbench_gui.infra.db.settings import SqliteSettings
from mlrbench_gui.infra.db.shards import SqliteShards
from mlrbench_gui.infra.db.stages import SqliteStages
from mlrbench_gui.infra.db.summaries import Summaries
from mlrbench_gui.infra.db.tasks import SqliteTasks
from mlrbench_gui.infra.db.totals import count_totals


def open_workspace(
    place: Place, *, create: bool = False, clock: Callable[[], datetime] | None = None
) -> "SqliteWorkspace":
    """Open a file or a shared workspace of a server, after looking that it is a whole one of this program.

    Without `clock` the time is the database's. Raises WorkspaceError for anything that cannot be used as it is, and
    MissingPart where a server is named and its client is not installed.
    """
    if isinstance(place, ServerAddress):
        from mlrbench_gui.infra.db.server.opening import open_server

        return SqliteWorkspace(open_server(place, create=create), clock)
    return SqliteWorkspace(_opened_file(place, create=create), clock)


def _opened_file(path: Path, *, create: bool) -> FileDatabase:
    """The file, made where it is to be; an older schema is upgraded, with a copy kept."""
    if opening.is_missing(path, or_empty=create):
        if not create:
            raise WorkspaceError(f"{path}: there is no such workspace; import something into it to make one")
        create_file(path)
    if opening.inspect(path) < SCHEMA_VERSION:
        from mlrbench_gui.infra.db.upgrading import upgrade

        upgrade(path)
    return FileDatabase(path)


class SqliteWorkspace:
    """The stores of one file, or of one database of a server."""

    def __init__(self, database: Database, clock: Callable[[], datetime] | None = None) -> None:
        self._database = database
        self._clock = clock or database.now
        self.path = database.path
        self.decisions = SqliteDecisions(database)
        self.runs = SqliteRuns(database, Summaries(database, self.decisions))
        self.audits = SqliteAudits(database, self._clock)
        self.reviews = SqliteReviews(database)
        self.opinions = SqliteOpinions(database)
        self.judges = SqliteJudges(database)
        self.people = SqlitePeople(database)
        self.calls = SqliteCalls(database)
        self.stages = SqliteStages(database)
        self.shards = SqliteShards(database)
        self.jobs = SqliteJobs(database, self._clock)
        self.tasks = SqliteTasks(database)
        self.cache = SqliteCache(database)
        self.settings = SqliteSettings(database)

    def importing(self, source: str) -> AbstractContextManager[importing.SqliteImportBatch]:
        return importing.importing(self._database, source, self._clock)

    def merge(self, others: Sequence[Place], *, keep: bool = True) -> MergeReport:
        from mlrbench_gui.infra.db.union.uniting import unite

        return unite(self._database, others, self._clock, keep=keep)

    def disputes(self) -> tuple[Dispute, ...]:
        from mlrbench_gui.infra.db.union.uniting import disputes_in

        with self._database.read() as connection:
            return disputes_in(connection)

    def irregularities(self) -> tuple[Irregularity, ...]:
        with self._database.read() as connection:
            return irregularities(connection)

    def totals(self) -> dict[str, int]:
        with self._database.read() as connection:
            return count_totals(connection)

    def busy_with(self) -> str | None:
        return writers.busy_with(self._database, self._clock)

    def data_version(self) -> int:
        return self._database.data_version()

    def close(self) -> None:
        self._database.close()
