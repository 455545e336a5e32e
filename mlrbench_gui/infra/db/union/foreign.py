"""Another's workspace, read from a copy of it: the file itself is never written, not even a log beside it."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from mlrbench_gui.domain.addresses import Place, ServerAddress
from mlrbench_gui.infra.db.database import BUSY_SECONDS, Database, FileDatabase, file_uri
from mlrbench_gui.infra.db.failures import system_error, workspace_error
from mlrbench_gui.infra.db.opening import inspect
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION


@contextmanager
def foreign(place: Place) -> Iterator[Database]:
    """The workspace as it is now, in the present schema. Raises WorkspaceError for what is no whole workspace."""
    if isinstance(place, ServerAddress):
        from mlrbench_gui.infra.db.server.opening import open_server

        with closing(open_server(place)) as shared:
            yield shared
        return
    with _copied(place) as database:
        yield database


@contextmanager
def _copied(path: Path) -> Iterator[Database]:
    version = inspect(path, to_write=False)
    with tempfile.TemporaryDirectory(prefix="workspace-merge-") as folder:
        copy = Path(folder) / "other.mlrb"
        _copy(path, copy)
        if version < SCHEMA_VERSION:
            from mlrbench_gui.infra.db.upgrading import upgrade

            upgrade(copy)
        database = FileDatabase(copy, told_as=path)
        try:
            yield database
        finally:
            database.close()


def _copy(path: Path, copy: Path) -> None:
    """A consistent copy: through SQLite's locks where another process has the file open, else byte by byte."""
    try:
        if path.with_name(f"{path.name}-shm").exists():
            uri = file_uri(path, "mode=ro")
            with (
                closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as source,
                closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
            return
        for ending in ("", "-wal", "-journal"):
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copyfile(part, copy.with_name(copy.name + ending))
    except sqlite3.Error as error:
        raise workspace_error(path, error) or error from error
    except OSError as error:
        raise system_error(path, error) from error
