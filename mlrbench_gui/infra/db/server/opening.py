"""Look at a database before it is used: is it a workspace, of which schema? Make or upgrade it where asked to."""

from contextlib import closing

from sqlalchemy import Connection, text

from mlrbench_gui.domain.addresses import ServerAddress
from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION
from mlrbench_gui.infra.db.server.database import MARK, ServerDatabase, lock

_MISSING, _FOREIGN = 0, -1
"""In place of a schema's version: nothing is there, or tables of something else."""


def open_server(address: ServerAddress, *, create: bool = False) -> ServerDatabase:
    """The workspace at this address, in the present schema.

    Raises WorkspaceError for what cannot be used as it is, MissingPart without the client.
    """
    database = ServerDatabase(address)
    try:
        _ready(database, create=create)
        with database.read() as connection:
            database.identity = str(connection.execute(text(f"SELECT id FROM {MARK}")).scalar_one())  # noqa: S608
    except BaseException:
        database.close()
        raise
    return database


def check_server(address: ServerAddress) -> None:
    """Raise WorkspaceError for a database that is no workspace, or one of a newer version; nothing is changed."""
    with closing(ServerDatabase(address)) as database, database.read() as connection:
        _refuse(address, _version(connection), create=False)


def _ready(database: ServerDatabase, *, create: bool) -> None:
    """Make or upgrade the tables where they are not what this program needs."""
    address = database.address
    with database.read() as connection:
        version = _version(connection)
    _refuse(address, version, create=create)
    if version != SCHEMA_VERSION:
        from mlrbench_gui.infra.db.server import making  # Alembic is loaded only where it is needed

        with database.engine.connect() as connection, connection.begin():
            lock(connection)
            version = _version(connection)  # another process may have been faster
            _refuse(address, version, create=create)
            if version == _MISSING:
                making.make_tables(connection)
            elif version < SCHEMA_VERSION:
                making.upgrade(connection, making.MIGRATIONS, SCHEMA_VERSION)


def _refuse(address: ServerAddress, version: int, *, create: bool) -> None:
    """Raise WorkspaceError for what this program cannot or may not use."""
    if version == _MISSING and not create:
        raise WorkspaceError(
            f"{address}: there is no workspace in this database yet; import something into it to make one"
        )
    if version == _FOREIGN:
        raise WorkspaceError(
            f"{address} is not a workspace: the database holds tables of another program; name another one"
        )
    if version > SCHEMA_VERSION:
        raise WorkspaceError(
            f"{address} was written by a newer version of this program (schema {version}, known is {SCHEMA_VERSION}); "
            "update the program"
        )


def _version(connection: Connection) -> int:
    asked = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    names = set(connection.execute(text(asked)).scalars())
    if not names:
        return _MISSING
    if MARK not in names:
        return _FOREIGN
    return int(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
