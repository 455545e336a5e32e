"""Notes of the parts of shared-out work: of two about one part the one that did more stands."""

from sqlalchemy import Connection, insert, select, update

from mlrbench_gui.infra.db.schema import ShardRow

shard = ShardRow.__table__  # type: ignore[attr-defined]


def unite_shards(ours: Connection, theirs: Connection) -> int:
    """Add the notes that are not here; gives how many."""
    known = {(row.plan, row.parts, row.part): row for row in ours.execute(select(shard))}
    added = 0
    for row in theirs.execute(select(shard)):
        here = known.get((row.plan, row.parts, row.part))
        if here is None:
            added += 1
            ours.execute(insert(shard).values(row._asdict()))
        elif (row.done, row.at) > (here.done, here.at):
            place = (shard.c.plan == row.plan) & (shard.c.parts == row.parts) & (shard.c.part == row.part)
            ours.execute(update(shard).where(place).values(done=row.done, at=row.at))
    return added
