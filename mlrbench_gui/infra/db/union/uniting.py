"""The union of this workspace with others: all of it in one transaction, or nothing.

The outcome depends on no order: what was written stays, contents are known by hash or id, and where only one of
several can stand (a record, a run's files) the one imported last does. The reasons are in
docs/decisions/0009-merge.md.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.disputes import Dispute, disputes_of
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.infra.db import writers
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.decisions import decision, entry_of
from mlrbench_gui.infra.db.union._audits import unite_audits
from mlrbench_gui.infra.db.union._blobs import unite_blobs
from mlrbench_gui.infra.db.union._imported import IMPORTED, unite_imported
from mlrbench_gui.infra.db.union._logs import LOGS, unite_irregularities, unite_log
from mlrbench_gui.infra.db.union._runs import unite_runs
from mlrbench_gui.infra.db.union._shards import unite_shards
from mlrbench_gui.infra.db.union.foreign import foreign

if TYPE_CHECKING:
    from mlrbench_gui.domain.decisions import DecisionEntry

LOCAL = frozenset(("staged_blob", "writer", "import_log", "job", "job_output", "setting", "cache_entry"))
"""Tables about this file and this machine alone: what is at work, what was done here, how it is set."""

_KINDS = ("runs", "versions", "files", "audits", *IMPORTED, *LOGS, "shards")


def unite(
    database: Database, others: Sequence[Place], clock: Callable[[], datetime], *, keep: bool = True
) -> MergeReport:
    """Take over what the others hold; without `keep` only tell what would come of it.

    Raises WorkspaceError, InputError; then nothing has changed.
    """
    for place in others:
        if isinstance(place, Path) and place.resolve() == database.path.resolve():
            raise InputError(f"{place}: is this workspace itself; name another one to merge")
    with ExitStack() as stack:
        sources = [(place, stack.enter_context(foreign(place))) for place in others]
        _refuse_itself(database, sources)
        added: Counter[str] = Counter(dict.fromkeys(_KINDS, 0))
        if keep:
            stack.enter_context(writers.announced(database, "merging workspaces", clock))
        with database.write() as ours:
            before = disputes_in(ours)
            for _, source in sources:
                with source.read() as theirs:
                    added.update(_take(ours, theirs, source.told_as))
            after = disputes_in(ours)
            if not keep:
                ours.rollback()
    return MergeReport(dict(added), after, tuple(dispute for dispute in after if dispute not in before))


def _refuse_itself(database: Database, sources: Sequence[tuple[Place, Database]]) -> None:
    for place, source in sources:
        if source.identity and source.identity == database.identity:
            raise InputError(f"{place}: is this workspace itself; name another one to merge")


def disputes_in(connection: Connection) -> tuple[Dispute, ...]:
    """What people decided differently, by run."""
    entries: defaultdict[str, list[DecisionEntry]] = defaultdict(list)
    for row in connection.execute(select(decision).order_by(decision.c.seq)):
        entries[row.run].append(entry_of(row))
    return tuple(dispute for name in sorted(entries) for dispute in disputes_of(entries[name]))


def _take(ours: Connection, theirs: Connection, path: Path) -> dict[str, int]:
    added = {"files": unite_blobs(ours, theirs, path)}
    taken = unite_runs(ours, theirs)
    added |= {"runs": taken.runs, "versions": taken.versions}
    added["audits"] = unite_audits(ours, theirs, taken)
    for kind, table in IMPORTED.items():
        added[kind] = unite_imported(ours, theirs, table)
    for kind, log in LOGS.items():
        added[kind] = unite_log(ours, theirs, log, path)
    unite_irregularities(ours, theirs)
    added["shards"] = unite_shards(ours, theirs)
    return added
