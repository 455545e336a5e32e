"""Content-addressed bytes: each content once, compressed where that saves at least a tenth."""

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, insert, select

from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.failures import damaged
from mlrbench_gui.infra.db.schema import BlobRow

_T = TypeVar("_T")

RAW = "raw"
ZLIB = "zlib"

_SMALLEST = 256
_PACKED = (
    b"\x89PNG",
    b"%PDF",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"\xff\xd8\xff",
    b"GIF8",
    b"BZh",
    b"\xfd7zXZ",
    b"RIFF",
)
_CHUNK = 500

blob = BlobRow.__table__  # type: ignore[attr-defined]


class PackedBlob(NamedTuple):
    """Bytes as they are stored."""

    sha256: Sha256
    size: int
    codec: str
    data: bytes


def sha256_of(data: bytes) -> Sha256:
    """The name of these bytes."""
    return Sha256(hashlib.sha256(data).hexdigest())


def packed(data: bytes, sha256: Sha256) -> PackedBlob:
    """Compress what gets smaller by it; pictures, PDFs and archives are left as they are without trying."""
    if len(data) >= _SMALLEST and not data.startswith(_PACKED):
        small = zlib.compress(data, 1)
        if len(small) * 10 <= len(data) * 9:
            return PackedBlob(sha256, len(data), ZLIB, small)
    return PackedBlob(sha256, len(data), RAW, data)


def known_blobs(connection: Connection, hashes: Iterable[Sha256]) -> set[str]:
    """Which of these are in the file."""
    return {
        found
        for some in in_chunks(list(hashes))
        for found in connection.scalars(select(blob.c.sha256).where(blob.c.sha256.in_(some)))
    }


def add_blobs(connection: Connection, new: Sequence[PackedBlob]) -> None:
    """Write blobs that are not there yet."""
    if new:
        connection.execute(insert(blob), [item._asdict() for item in new])


def read_blob(connection: Connection, path: Path, sha256: str) -> bytes | None:
    """The bytes, checked against their name. Raises WorkspaceError if they are not what they were."""
    row = connection.execute(select(blob.c.codec, blob.c.data).where(blob.c.sha256 == sha256)).one_or_none()
    return None if row is None else unpacked(path, sha256, row.codec, row.data)


def unpacked(path: Path, sha256: str, codec: str, stored: bytes) -> bytes:
    """The bytes of a row, checked against their name. Raises WorkspaceError if they are not what they were."""
    try:
        data = zlib.decompress(stored) if codec == ZLIB else bytes(stored)
    except zlib.error as error:
        raise damaged(path, f"blob {sha256[:12]} cannot be unpacked: {error}") from error
    if sha256_of(data) != sha256:
        raise damaged(path, f"blob {sha256[:12]} is not what was stored")
    return data


def in_chunks(items: Sequence[_T], size: int = _CHUNK) -> Iterable[Sequence[_T]]:
    """The items in runs that fit one statement."""
    return (items[at : at + size] for at in range(0, len(items), size))
