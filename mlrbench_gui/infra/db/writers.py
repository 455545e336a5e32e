"""Who is doing something long to the file. An announcement locks nothing: it tells other windows what goes on.

A process that was killed leaves its line behind. So each line carries the process's number and start time, and
whoever meets one whose process is gone takes it away, with the blobs that its import had written ahead.
"""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.processes import ProcessMark, this_process
from mlrbench_gui.infra.db.schema import WriterRow
from mlrbench_gui.infra.db.staging import drop_staged

writer = WriterRow.__table__  # type: ignore[attr-defined]


@contextmanager
def announced(database: Database, doing: str, clock: Callable[[], datetime]) -> Iterator[str]:
    """Say what this process does until the block is left; gives the announcement's token."""
    token, mark = uuid.uuid4().hex, this_process()
    heal(database, clock)
    with database.write() as connection:
        connection.execute(
            insert(writer).values(
                token=token,
                host=mark.host,
                pid=mark.pid,
                started=mark.started,
                doing=doing,
                seen=clock().isoformat(),
            )
        )
    try:
        yield token
    finally:
        drop_staged(database, token)
        with database.write() as connection:
            connection.execute(delete(writer).where(writer.c.token == token))


def touch(connection: Connection, token: str, now: datetime) -> None:
    """Show that the work goes on."""
    connection.execute(update(writer).where(writer.c.token == token).values(seen=now.isoformat()))


def busy_with(database: Database, clock: Callable[[], datetime]) -> str | None:
    """What another living process says it is doing."""
    with database.read() as connection:
        rows = connection.execute(select(writer).order_by(writer.c.seen.desc())).all()
    own = this_process()
    for row in rows:
        mark = ProcessMark(row.host, row.pid, row.started)
        mine = (mark.host, mark.pid) == (own.host, own.pid)
        if not mine and mark.lives(row.seen, clock()):
            return str(row.doing)
    return None


def heal(database: Database, clock: Callable[[], datetime]) -> None:
    """Take away what dead processes left behind. Writes nothing where there is nothing."""
    with database.read() as connection:
        rows = connection.execute(select(writer)).all()
    now = clock()
    for row in rows:
        if not ProcessMark(row.host, row.pid, row.started).lives(row.seen, now):
            drop_staged(database, row.token)
            with database.write() as connection:
                connection.execute(delete(writer).where(writer.c.token == row.token))
