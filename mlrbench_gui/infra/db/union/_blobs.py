"""Bytes that only the other workspace holds, each held against its hash before it is kept."""

from pathlib import Path
from typing import cast

from sqlalchemy import Connection, delete, select

from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.blobs import PackedBlob, add_blobs, blob, in_chunks, unpacked
from mlrbench_gui.infra.db.schema import StagedBlobRow

_GROUP_BYTES = 16 * 1024 * 1024

staged = StagedBlobRow.__table__  # type: ignore[attr-defined]


def unite_blobs(ours: Connection, theirs: Connection, path: Path) -> int:
    """Take over what is missing here; gives how many. Bytes of an unfinished import there are left out.

    Bytes that an unfinished import here has only staged are kept from now on. Raises WorkspaceError for bytes that
    are not what they were.
    """
    brought = set(theirs.scalars(select(blob.c.sha256))) - set(theirs.scalars(select(staged.c.sha256)))
    for some in in_chunks(sorted(brought)):
        ours.execute(delete(staged).where(staged.c.sha256.in_(some)))
    missing = sorted(brought - set(ours.scalars(select(blob.c.sha256))))
    group: list[PackedBlob] = []
    size = 0
    for sha256 in missing:
        row = theirs.execute(select(blob).where(blob.c.sha256 == sha256)).one()
        unpacked(path, sha256, row.codec, row.data)
        group.append(PackedBlob(Sha256(sha256), row.size, row.codec, cast("bytes", row.data)))
        size += len(row.data)
        if size >= _GROUP_BYTES:
            add_blobs(ours, group)
            group, size = [], 0
    add_blobs(ours, group)
    return len(missing)
