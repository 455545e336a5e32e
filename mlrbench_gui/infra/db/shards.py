"""Notes of what each part of a shared-out whole has done."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from mlrbench_gui.domain.sharding import ShardRecord
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.putting import put_row
from mlrbench_gui.infra.db.schema import ShardRow

if TYPE_CHECKING:
    from mlrbench_gui.infra.db._mapping import Cell

shard = ShardRow.__table__  # type: ignore[attr-defined]


class SqliteShards:
    """One note a part of a plan."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, record: ShardRecord) -> None:
        key: dict[str, Cell] = {"plan": record.plan, "parts": record.parts, "part": record.part}
        values: dict[str, Cell] = {
            "what": record.what,
            "total": record.total,
            "own": record.own,
            "done": record.done,
            "at": record.at.astimezone(UTC).isoformat(),
        }
        with self._database.write() as connection:
            put_row(connection, shard, key, values)

    def all(self) -> tuple[ShardRecord, ...]:
        with self._database.read() as connection:
            rows = connection.execute(select(shard).order_by(shard.c.plan, shard.c.parts, shard.c.part))
            return tuple(
                ShardRecord(
                    plan=row.plan,
                    what=row.what,
                    part=row.part,
                    parts=row.parts,
                    total=row.total,
                    own=row.own,
                    done=row.done,
                    at=datetime.fromisoformat(row.at),
                )
                for row in rows
            )
