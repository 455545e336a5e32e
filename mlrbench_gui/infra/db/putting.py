"""Keep rows by their keys. The write lock is held, so that looking and writing are one step."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table, and_, insert, select, update

from mlrbench_gui.infra.db._mapping import Cell
from mlrbench_gui.infra.db.blobs import in_chunks


def put_row(
    connection: Connection, table: Table, key: Mapping[str, Cell], values: Mapping[str, Cell]
) -> None:
    """Update the row of this key, or add it; what is not among the values stays."""
    own = and_(*(table.c[name] == cell for name, cell in key.items()))
    if not connection.execute(update(table).where(own).values(dict(values))).rowcount:
        connection.execute(insert(table).values({**key, **values}))


def add_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, str]]) -> int:
    """Add the rows whose `id` is not there yet, each once; gives how many."""
    by_id = {row["id"]: dict(row) for row in reversed(rows)}
    for some in in_chunks([row["id"] for row in rows]):
        for known in connection.scalars(select(table.c.id).where(table.c.id.in_(some))):
            by_id.pop(known, None)
    fresh = list(reversed(by_id.values()))
    if fresh:
        connection.execute(insert(table), fresh)
    return len(fresh)
