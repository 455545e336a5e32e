"""What SQLite says when something is wrong, in one line for people that names the file and the remedy."""

import errno
import sqlite3
from pathlib import Path

from mlrbench_gui.domain.errors import WorkspaceError

_PRIMARY = 0xFF
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT))


def damaged(path: Path, detail: str) -> WorkspaceError:
    """The file is a workspace, but not whole."""
    return WorkspaceError(
        f"{path}: the workspace is damaged ({detail}); it was left as it is: restore a copy, or start a new one"
    )


def is_damage(error: BaseException) -> bool:
    """Whether SQLite found the file itself to be broken."""
    return isinstance(error, sqlite3.Error) and _code(error) in _DAMAGED


def workspace_error(path: Path, error: BaseException) -> WorkspaceError | None:
    """The error for people, or None where SQLite complains about our own statement and not about the file."""
    if not isinstance(error, sqlite3.Error):
        return None
    if is_damage(error):
        return damaged(path, str(error))
    told = _TOLD.get(_code(error))
    return WorkspaceError(f"{path}: {told}") if told else None


def system_error(path: Path, error: OSError) -> WorkspaceError:
    """The error for people where the system, not SQLite, refused."""
    if error.errno == errno.ENOSPC:
        return WorkspaceError(f"{path}: {_FULL}")
    reason = error.strerror or type(error).__name__
    return WorkspaceError(
        f"{path}: the workspace cannot be read ({reason}); check the path and its permissions"
    )


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


_FULL = "the disk is full, nothing of this step was kept; make room and try again"
_TOLD = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_BUSY: "another program has held the workspace for too long; close it or try again",
    sqlite3.SQLITE_LOCKED: "another program has held the workspace for too long; close it or try again",
    sqlite3.SQLITE_READONLY: "the workspace may not be written; make the file and its folder writable, or copy it",
    sqlite3.SQLITE_CANTOPEN: "the workspace cannot be opened; check that its folder exists and may be written",
    sqlite3.SQLITE_PERM: "the workspace may not be opened; check the permissions of the file and its folder",
    sqlite3.SQLITE_IOERR: "reading or writing the workspace failed; check the disk, then try again",
    sqlite3.SQLITE_TOOBIG: "a file is larger than a workspace can hold; leave it out of the import",
}
