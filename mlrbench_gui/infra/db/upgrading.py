"""Bring an older workspace to the present schema: a copy beside it first, then all migrations in one transaction."""

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.pool import NullPool

from mlrbench_gui.infra.db.database import connect
from mlrbench_gui.infra.db.failures import system_error, workspace_error
from mlrbench_gui.infra.db.opening import refuse_newer
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(path: Path, migrations: Path = MIGRATIONS, target: int = SCHEMA_VERSION) -> None:
    """Upgrade in place. If it fails the file is as it was. Raises WorkspaceError."""
    try:
        with _upgrading_engine(path).connect() as connection, connection.begin():
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            refuse_newer(path, version)
            if version < target:  # else another process was faster
                _keep_copy(path, version)
                _migrate(connection, migrations, target)
                connection.exec_driver_sql(f"PRAGMA user_version = {target}")
        with closing(connect(path)) as last:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise workspace_error(path, error) or error from error
    except OSError as error:
        raise system_error(path, error) from error


def _upgrading_engine(path: Path) -> Engine:
    """One connection whose transaction begins with the write lock, as all writing here does."""

    def without_foreign_keys() -> sqlite3.Connection:
        connection = connect(path)
        connection.execute(
            "PRAGMA foreign_keys = OFF"
        )  # tables are rebuilt; cannot be set inside a transaction
        return connection

    def told(context: ExceptionContext) -> None:
        error = workspace_error(path, context.original_exception)
        if error is not None:
            raise error from context.original_exception

    engine = create_engine("sqlite+pysqlite://", creator=without_foreign_keys, poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    event.listen(engine, "handle_error", told)
    return engine


def _keep_copy(path: Path, version: int) -> None:
    """A whole copy of the file as it is, under a name that no earlier copy has."""
    number = 1
    copy = path.with_name(f"{path.name}.schema-{version}.bak")
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.schema-{version}-{number}.bak")
    unfinished = path.with_name(f".{copy.name}.part")
    try:
        # Another connection: the one that upgrades holds the write lock, which lets readers by.
        with closing(connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
        unfinished.rename(copy)
    finally:
        unfinished.unlink(missing_ok=True)


def _migrate(connection: Connection, migrations: Path, target: int) -> None:
    """Run the scripts on this very connection, so that they share its transaction."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, f"{target:04d}")
