"""Derived bytes that may be thrown away: built papers and their place maps. The oldest go when it grows too large."""

from sqlalchemy import delete, func, insert, select

from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import CacheRow

LIMIT_BYTES = 512 * 1024 * 1024

entry = CacheRow.__table__  # type: ignore[attr-defined]


class SqliteCache:
    """Bytes by key, at most `limit` of them in all."""

    def __init__(self, database: Database, limit: int = LIMIT_BYTES) -> None:
        self._database = database
        self._limit = limit

    def get(self, key: str) -> bytes | None:
        with self._database.read() as connection:
            data = connection.scalar(select(entry.c.data).where(entry.c.key == key))
        return None if data is None else bytes(data)

    def put(self, key: str, data: bytes) -> None:
        if len(data) > self._limit:
            return
        newer = select(
            func.sum(entry.c.size).over(order_by=entry.c.id.desc()).label("kept"), entry.c.id
        ).subquery()
        too_old = select(newer.c.id).where(newer.c.kept > self._limit)
        with self._database.write() as connection:
            connection.execute(delete(entry).where(entry.c.key == key))
            connection.execute(insert(entry).values(key=key, size=len(data), data=data))
            connection.execute(delete(entry).where(entry.c.id.in_(too_old)))
