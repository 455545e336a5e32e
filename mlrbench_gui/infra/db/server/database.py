"""A shared workspace: the tables of a file in a database of a PostgreSQL server.

There is one writer at a time, as in a file: a transaction that writes begins with an advisory lock, which the server
lets go when the transaction or its connection ends, however a process died. So what holds for a file holds here
without a second way of writing anything. Readers wait for nobody; each sees one state.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.pool import QueuePool
from typing_extensions import override

from mlrbench_gui.domain.addresses import ServerAddress
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import APPLICATION_ID
from mlrbench_gui.infra.db.server.driver import check_installed, connect, server_error
from mlrbench_gui.infra.db.server.types import SameAsFile

MARK = "workspace_mark"
"""The table of one row by which a database is known as a workspace: its identity, and a count of all commits."""


class ServerDatabase(Database):
    """A workspace on a server. Raises MissingPart where the client is not installed; connects at first use."""

    def __init__(self, address: ServerAddress) -> None:
        check_installed()
        self.address = address
        self.path = self.told_as = Path(address.title)
        self._writing = threading.RLock()
        self.engine = engine_of(address)

    @override
    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One state of all tables."""
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    @override
    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that begins with the write lock and ends by counting itself."""
        with self._writing, self.engine.connect() as connection, connection.begin() as transaction:
            lock(connection)
            yield connection
            if transaction.is_active:
                connection.execute(text(f"UPDATE {MARK} SET changes = changes + 1"))  # noqa: S608 -- a constant

    @override
    def data_version(self) -> int:
        """The count of commits."""
        with self.read() as connection:
            return int(connection.execute(text(f"SELECT changes FROM {MARK}")).scalar_one())  # noqa: S608

    @override
    def now(self) -> datetime:
        """The server's clock, so that all machines go by one."""
        with self.read() as connection:
            now = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
        assert isinstance(now, datetime)  # the type of the function
        return now

    @override
    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def engine_of(address: ServerAddress) -> Engine:
    """A pool of connections whose errors are lines for people."""

    def told(context: ExceptionContext) -> None:
        error = server_error(address, context.original_exception)
        if error is not None:
            raise error from context.original_exception

    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(address),
        poolclass=QueuePool,
        pool_size=4,
        max_overflow=-1,
        pool_pre_ping=True,
        hide_parameters=True,
    )
    engine.dialect.type_compiler_instance = SameAsFile(engine.dialect)
    event.listen(engine, "handle_error", told)
    return engine


def lock(connection: Connection) -> None:
    """Wait until no one else writes; held until the transaction ends."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})"))
