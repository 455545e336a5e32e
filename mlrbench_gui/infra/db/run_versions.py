"""Runs and the versions of their files. A version is made when a file changed, came or went.

What is known of a run beside its files (writer model, stage times) comes from elsewhere in a checkout, so an
import of the run's folder alone knows less: it never takes away what an earlier one knew.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, Insert, insert, select, update

from mlrbench_gui.domain.runs import RunRecord
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db import _mapping
from mlrbench_gui.infra.db.schema import RunFileRow, RunRow, RunVersionRow

NO_LIST = "[]"

run = RunRow.__table__  # type: ignore[attr-defined]
run_version = RunVersionRow.__table__  # type: ignore[attr-defined]
run_file = RunFileRow.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a run beside the list of its files, as stored."""

    writer_model: str | None
    coding_agent: str | None
    papers: str
    intervals: str
    counts: str

    def enriched(self, newer: "_Known") -> "_Known":
        """The newer one, with what only the older one knew."""
        return replace(
            newer,
            writer_model=newer.writer_model or self.writer_model,
            coding_agent=newer.coding_agent or self.coding_agent,
            intervals=self.intervals if newer.intervals == NO_LIST else newer.intervals,
        )


@dataclass(frozen=True, slots=True)
class _Current:
    """The version of a run that stands in the file."""

    run_id: int
    version_id: int
    number: int
    digest: str
    known: _Known


def put_runs(connection: Connection, records: Sequence[RunRecord], at: datetime) -> tuple[RunName, ...]:
    """Write the runs; gives those that are new or whose files changed."""
    return tuple(record.run.name for record in records if _put_run(connection, record, at))


def _put_run(connection: Connection, record: RunRecord, at: datetime) -> bool:
    current = _current(connection, record.run.name)
    digest = _mapping.files_digest(record)
    if current is None:
        statement = insert(run).values(**_run_cells(record), version=1)
        run_id = _inserted(connection, statement)
        _add_version(connection, _Current(run_id, 0, 1, digest, _known_of(record)), record, at)
        return True
    known = current.known.enriched(_known_of(record))
    if current.digest == digest:
        if known != current.known:
            place = run_version.c.id == current.version_id
            connection.execute(update(run_version).where(place).values(**asdict(known)))
        return False
    following = _Current(current.run_id, 0, current.number + 1, digest, known)
    _add_version(connection, following, record, at)
    values = {**_run_cells(record), "version": following.number}
    connection.execute(update(run).where(run.c.id == current.run_id).values(**values))
    return True


def _current(connection: Connection, name: RunName) -> _Current | None:
    row = connection.execute(
        select(run.c.id.label("of_run"), run_version)
        .join(run_version, (run_version.c.run_id == run.c.id) & (run_version.c.number == run.c.version))
        .where(run.c.name == name)
    ).one_or_none()
    if row is None:
        return None
    known = _Known(row.writer_model, row.coding_agent, row.papers, row.intervals, row.counts)
    return _Current(row.of_run, row.id, row.number, row.digest, known)


def _add_version(connection: Connection, version: _Current, record: RunRecord, at: datetime) -> None:
    statement = insert(run_version).values(
        run_id=version.run_id,
        number=version.number,
        digest=version.digest,
        at=at.isoformat(),
        **asdict(version.known),
    )
    version_id = _inserted(connection, statement)
    cells = [
        {
            "version_id": version_id,
            "path": item.path,
            "sha256": item.sha256,
            "size": item.size,
            "role": item.role.value,
            "stage": item.stage.value,
        }
        for item in record.artifacts
    ]
    if cells:
        connection.execute(insert(run_file), cells)


def _inserted(connection: Connection, statement: Insert) -> int:
    key = connection.execute(statement).inserted_primary_key
    assert key is not None  # an insert of one row into a table with a row id has one
    return int(key[0])


def _known_of(record: RunRecord) -> _Known:
    return _Known(
        writer_model=record.run.writer_model,
        coding_agent=record.run.coding_agent,
        papers=_mapping.paths_text(record.run.papers),
        intervals=_mapping.intervals_text(record.intervals),
        counts=_mapping.counts_text(record.counts),
    )


def _run_cells(record: RunRecord) -> dict[str, str]:
    return {
        "name": record.run.name,
        "group": record.run.group.value,
        "mode": record.run.mode.value,
        "agent": record.run.agent,
        "task": record.run.task,
    }
