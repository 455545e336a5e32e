"""Bring an older workspace to the present schema: a copy beside it first, then all migrations in one transaction."""

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from mlrbench_gui.infra.db.database import connect
from mlrbench_gui.infra.db.failures import system_error, workspace_error
from mlrbench_gui.infra.db.opening import refuse_newer
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(path: Path, migrations: Path = MIGRATIONS, target: int = SCHEMA_VERSION) -> None:
    """Upgrade in place. If it fails the file is as it was. Raises WorkspaceError."""
    try:
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")  # tables are rebuilt; cannot be set inside
            connection.execute("BEGIN IMMEDIATE")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            refuse_newer(path, version)
            if version < target:  # else another process was faster
                _keep_copy(path, version)
                _migrate(connection, migrations, target)
                connection.execute(f"PRAGMA user_version = {target}")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise workspace_error(path, error) or error from error
    except OSError as error:
        raise system_error(path, error) from error


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


def _migrate(connection: sqlite3.Connection, migrations: Path, target: int) -> None:
    """Run the scripts on this very connection, so that they share its transaction."""
    engine = create_engine("sqlite+pysqlite://", creator=lambda: connection, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    with engine.connect() as shared:
        config.attributes["connection"] = shared
        command.upgrade(config, f"{target:04d}")
