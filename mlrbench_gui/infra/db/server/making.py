"""Make the tables of a shared workspace from the same classes as a file's, and bring older ones to the present schema.

All of it happens in the caller's transaction, as PostgreSQL takes tables back too.
"""

import uuid
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db.schema import METADATA, SCHEMA_VERSION
from mlrbench_gui.infra.db.server.database import MARK

MIGRATIONS = Path(__file__).parents[1] / "migrations"

_MARK = f"CREATE TABLE {MARK} (id TEXT NOT NULL PRIMARY KEY, changes BIGINT NOT NULL)"
_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"


def make_tables(connection: Connection) -> None:
    """All tables of the present schema, in a database that holds none. Raises WorkspaceError."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise WorkspaceError(
            f"a workspace needs a database with the encoding UTF8, not {encoding}; make one with "
            "createdb -E UTF8 -T template0"
        )
    METADATA.create_all(connection, checkfirst=False)
    for statement in (_MARK, _VERSION):
        connection.execute(text(statement))
    connection.execute(text(f"INSERT INTO {MARK} VALUES (:id, 0)"), {"id": uuid.uuid4().hex})  # noqa: S608
    connection.execute(
        text("INSERT INTO alembic_version VALUES (:version)"), {"version": f"{SCHEMA_VERSION:04d}"}
    )


def upgrade(connection: Connection, migrations: Path, target: int) -> None:
    """Run the scripts on this very connection, so that they share its transaction."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, f"{target:04d}")
