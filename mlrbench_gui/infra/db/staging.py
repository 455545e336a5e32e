"""Blobs that an import writes ahead of its records, in short transactions, so that no one waits for minutes.

Until the import's last transaction no record names them and each is listed under its import; an import that
fails, or whose process died, leaves nothing: its blobs go, unless another import has listed them too.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Select, delete, insert, select

from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.blobs import PackedBlob, add_blobs, blob, in_chunks, known_blobs
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import StagedBlobRow

staged = StagedBlobRow.__table__  # type: ignore[attr-defined]


def stage(connection: Connection, token: str, packed: Sequence[PackedBlob]) -> None:
    """Write what is not there yet. What another import has only staged is listed here too, so that it stays."""
    hashes = [item.sha256 for item in packed]
    there = known_blobs(connection, hashes)
    others = _staged_among(connection, hashes)
    add_blobs(connection, [item for item in packed if item.sha256 not in there])
    listed: set[str] = {
        str(found)
        for some in in_chunks(hashes)
        for found in connection.scalars(_staged_by(token).where(staged.c.sha256.in_(some)))
    }
    mine = [sha for sha in dict.fromkeys(hashes) if sha not in listed and (sha not in there or sha in others)]
    if mine:
        connection.execute(insert(staged), [{"sha256": sha, "writer": token} for sha in mine])


def settled_among(connection: Connection, hashes: Sequence[Sha256]) -> set[str]:
    """Which of these are in the file for good. Such blobs are never taken away, so nothing need be done for them."""
    return known_blobs(connection, hashes) - _staged_among(connection, hashes)


def keep_staged(connection: Connection, token: str) -> None:
    """The records that name them are being written: the blobs are here to stay."""
    connection.execute(delete(staged).where(staged.c.sha256.in_(_staged_by(token))))


def drop_staged(database: Database, token: str) -> None:
    """Take away the blobs that only this import has listed, some in each transaction."""
    with database.read() as connection:
        hashes = list(connection.scalars(_staged_by(token)))
    for some in in_chunks(hashes):
        with database.write() as connection:
            # Asked again under the lock: another import may have kept some of them meanwhile.
            mine = list(connection.scalars(_staged_by(token).where(staged.c.sha256.in_(some))))
            connection.execute(delete(staged).where(staged.c.writer == token, staged.c.sha256.in_(mine)))
            listed = select(staged.c.sha256).where(staged.c.sha256.in_(mine))
            connection.execute(delete(blob).where(blob.c.sha256.in_(mine), blob.c.sha256.not_in(listed)))


def _staged_by(token: str) -> Select[tuple[str]]:
    return select(staged.c.sha256).where(staged.c.writer == token)


def _staged_among(connection: Connection, hashes: Sequence[Sha256]) -> set[str]:
    return {
        found
        for some in in_chunks(hashes)
        for found in connection.scalars(select(staged.c.sha256).where(staged.c.sha256.in_(some)))
    }
