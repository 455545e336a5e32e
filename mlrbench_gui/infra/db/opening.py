"""Look at a file before it is opened for writing: is it a workspace, of which schema, and whole?

Nothing is written while looking, not even a log beside the file. Where no other process has the file open and no
log lies beside it, it is read as immutable. Where a log was left behind, a copy is looked at. Only a file that
another process has open (its shared memory is there) is read through SQLite's locks.
"""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db.database import BUSY_SECONDS, file_uri
from mlrbench_gui.infra.db.failures import damaged, is_damage, system_error, workspace_error
from mlrbench_gui.infra.db.schema import APPLICATION_ID, SCHEMA_VERSION

_MAGIC = b"SQLite format 3\0"
_HEADER = 100


@dataclass(frozen=True, slots=True)
class _Header:
    page_size: int
    pages: int
    schema_version: int
    application_id: int


def is_missing(path: Path, *, or_empty: bool) -> bool:
    """Whether nothing is there yet (or only an empty file). Raises WorkspaceError where that cannot be known."""
    try:
        return not path.exists() or (or_empty and path.is_file() and path.stat().st_size == 0)
    except OSError as error:
        raise system_error(path, error) from error


def inspect(path: Path, *, to_write: bool = True) -> int:
    """The schema version of a workspace file that is ours, whole, and not newer than this program.

    `to_write` False is for a file that is only read. Raises WorkspaceError with one line that says what the file is
    instead.
    """
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise WorkspaceError(f"{path} is a folder, not a workspace file; name a file in it")
        with path.open("rb") as file:
            head = file.read(_HEADER)
    except OSError as error:
        raise system_error(path, error) from error
    header = _header(path, head)
    if not _beside(path, "-wal").exists() and size < header.pages * header.page_size:
        raise damaged(path, f"it ends after {size} of {header.pages * header.page_size} bytes")
    _check_pages(path)
    if to_write:
        _check_writable(path)
    return header.schema_version


def refuse_newer(path: Path, version: int) -> None:
    """Raise WorkspaceError for a schema that this program does not know yet."""
    if version > SCHEMA_VERSION:
        raise WorkspaceError(
            f"{path} was written by a newer version of this program (schema {version}, known is {SCHEMA_VERSION}); "
            "update the program"
        )


def _header(path: Path, head: bytes) -> _Header:
    if not head.startswith(_MAGIC):
        raise WorkspaceError(f"{path} is not a workspace: it is no SQLite file; name another file")
    if len(head) < _HEADER:
        raise damaged(path, "its header is cut off")
    page_size = int.from_bytes(head[16:18], "big")
    header = _Header(
        page_size=65536 if page_size == 1 else page_size,
        pages=int.from_bytes(head[28:32], "big"),
        schema_version=int.from_bytes(head[60:64], "big"),
        application_id=int.from_bytes(head[68:72], "big"),
    )
    if header.application_id != APPLICATION_ID:
        raise WorkspaceError(
            f"{path} is not a workspace: it is an SQLite file of another program; name another file"
        )
    refuse_newer(path, header.schema_version)
    return header


def _check_pages(path: Path) -> None:
    """SQLite's own check of all pages, by the road that writes nothing."""
    if _beside(path, "-shm").exists():
        _quick_check(path, path, "mode=ro")
    elif any(_beside(path, end).exists() for end in ("-wal", "-journal")):
        with tempfile.TemporaryDirectory(prefix="workspace-check-") as folder:
            copy = Path(folder) / path.name
            for end in ("", "-wal", "-journal"):
                if _beside(path, end).exists():
                    shutil.copyfile(_beside(path, end), _beside(copy, end))
            _quick_check(path, copy, "mode=rw")
    else:
        try:
            _quick_check(path, path, "mode=ro&immutable=1")
        except WorkspaceError:
            # Another process may have begun to write while we looked: only then look again, through its locks.
            if not _beside(path, "-shm").exists():
                raise
            _quick_check(path, path, "mode=ro")


def _quick_check(path: Path, looked_at: Path, query: str) -> None:
    try:
        with closing(
            sqlite3.connect(file_uri(looked_at, query), uri=True, timeout=BUSY_SECONDS)
        ) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if is_damage(error):
            raise damaged(path, str(error)) from error
        raise workspace_error(path, error) or error from error
    except UnicodeDecodeError as error:  # SQLite quotes the broken bytes in its message
        raise damaged(path, "the names of its tables are no text") from error
    if verdict != "ok":
        raise damaged(path, " ".join(verdict.split()))


def _check_writable(path: Path) -> None:
    for place, what in ((path, "the file"), (path.absolute().parent, "its folder")):
        if not os.access(place, os.W_OK):
            raise WorkspaceError(
                f"{path}: {what} may not be written, and a workspace keeps every decision at once; "
                "change the permissions, or copy the workspace elsewhere"
            )


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
