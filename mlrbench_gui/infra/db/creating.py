"""Make a new workspace file: all of it or nothing, and never over another file."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db import schema
from mlrbench_gui.infra.db.database import PAGE_SIZE
from mlrbench_gui.infra.db.failures import system_error, workspace_error

ALEMBIC_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"

_DIALECT = sqlite.dialect()


def create_file(path: Path) -> None:
    """Write an empty workspace beside its place and move it there in one step.

    The tables come from the classes, not from the migrations, which would take as long as all the rest of the
    start; a test holds the two equal. Raises WorkspaceError.
    """
    fresh = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        _write(fresh)
        _put_in_place(fresh, path)
    except OSError as error:
        raise _not_made(path, error) from error
    except sqlite3.Error as error:
        raise workspace_error(path, error) or error from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)


def _write(fresh: Path) -> None:
    with closing(sqlite3.connect(fresh, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("BEGIN")
        for table in schema.METADATA.sorted_tables:
            connection.execute(str(CreateTable(table).compile(dialect=_DIALECT)))
            for index in sorted(table.indexes, key=lambda index: index.name or ""):
                connection.execute(str(CreateIndex(index).compile(dialect=_DIALECT)))
        connection.execute(ALEMBIC_VERSION)
        connection.execute("INSERT INTO alembic_version VALUES (?)", (f"{schema.SCHEMA_VERSION:04d}",))
        connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION}")
        connection.execute("COMMIT")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise WorkspaceError(
                f"{fresh.parent}: this folder cannot hold a workspace (no shared memory, a network drive?); "
                "choose a folder on this machine"
            )


def _put_in_place(fresh: Path, path: Path) -> None:
    """Move without overwriting: whoever makes the same workspace at the same moment, one of them wins."""
    if path.exists() and path.stat().st_size == 0:
        fresh.replace(path)
        return
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        return
    except OSError:  # no hard links on this file system
        if not path.exists():
            fresh.rename(path)


def _not_made(path: Path, error: OSError) -> WorkspaceError:
    told = system_error(path, error)
    if "full" in str(told):
        return told
    reason = error.strerror or type(error).__name__
    return WorkspaceError(
        f"{path}: the workspace cannot be made ({reason}); choose a folder that may be written"
    )
