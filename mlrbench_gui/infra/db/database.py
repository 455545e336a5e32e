"""The open file: connections with the settings that every one of them needs, and the two kinds of transaction.

Writers take the write lock at once (`BEGIN IMMEDIATE`): deferred transactions that turn into writers fail with
"database is locked" under load. `synchronous=FULL` makes a commit survive a loss of power; SIGKILL alone any
setting would survive. One lock a process keeps its threads in line, SQLite's busy timeout the processes.
"""

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, func, select
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from typing_extensions import override

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db.failures import damaged, is_damage, workspace_error

BUSY_SECONDS = 30.0
PAGE_SIZE = 8192
SQLITE_VERSION = sqlite3.sqlite_version

_ON_CONNECT = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA secure_delete = OFF",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16384",
    "PRAGMA wal_autocheckpoint = 2000",
    "PRAGMA journal_size_limit = 67108864",
)


def file_uri(path: Path, query: str) -> str:
    """The file as SQLite's URI, so that names with `?`, `#` or `%` are safe."""
    return f"{path.absolute().as_uri()}?{query}"


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; never makes one. Transactions are begun by hand."""
    connection = sqlite3.connect(
        file_uri(path, "mode=rw"),
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    for pragma in _ON_CONNECT:
        connection.execute(pragma)
    return connection


class Database(ABC):
    """An open workspace with its pool of connections. Thread-safe.

    Errors call it `told_as`; `identity` tells shared ones apart, a file has none.

    There is one writer at a time, whatever holds the tables: what is asked and then written in one transaction is one
    step, and lines are numbered in the order in which they are kept.
    """

    path: Path
    told_as: Path
    identity: str = ""

    @abstractmethod
    def read(self) -> AbstractContextManager[Connection]:
        """A consistent view that blocks no writer."""

    @abstractmethod
    def write(self) -> AbstractContextManager[Connection]:
        """A transaction that holds the write lock: all of it is kept on leaving, or nothing after an exception."""

    @abstractmethod
    def data_version(self) -> int:
        """A number that every commit by any process moves."""

    @abstractmethod
    def now(self) -> datetime:
        """The time as the database has it."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""


class FileDatabase(Database):
    """A workspace file. `told_as` is what errors call it."""

    def __init__(self, path: Path, *, told_as: Path | None = None) -> None:
        self.path = path
        self.told_as = told_as or path
        self._writing = threading.RLock()
        self._damage: str | None = None
        self._engine = self._connected()
        self._watch = threading.Lock()
        self._watcher: sqlite3.Connection | None = None

    @override
    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent view of the file that blocks no writer."""
        with self._engine.connect() as connection, connection.begin():
            yield connection

    @override
    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that begins with the write lock."""
        if self._damage is not None:
            raise damaged(self.told_as, self._damage)
        with (
            self._writing,
            self._engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection,
            connection.begin(),
        ):
            yield connection

    @override
    def data_version(self) -> int:
        """SQLite's change counter as seen by a connection that never writes: every other one's commits move it."""
        with self._watch:
            if self._watcher is None:
                self._watcher = connect(self.path)
            try:
                (version,) = self._watcher.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error as error:
                raise self._told(error) or error from error
        return int(version)

    @override
    def now(self) -> datetime:
        """SQLite's clock."""
        with self.read() as connection:
            now = connection.scalar(select(func.strftime("%Y-%m-%dT%H:%M:%f", "now")))
        return datetime.fromisoformat(str(now)).replace(tzinfo=UTC)

    @override
    def close(self) -> None:
        """Close all connections; the last one of all processes folds the write-ahead log into the file."""
        with self._watch:
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None
        self._engine.dispose()

    def _connected(self) -> Engine:
        engine = create_engine(
            "sqlite+pysqlite://",
            creator=lambda: connect(self.path),
            poolclass=QueuePool,
            pool_size=4,
            max_overflow=-1,
        )
        event.listen(engine, "begin", _begin)
        event.listen(engine, "handle_error", self._handle)
        event.listen(engine, "reset", _roll_back)
        return engine

    def _handle(self, context: ExceptionContext) -> None:
        told = self._told(context.original_exception)
        if told is not None:
            raise told from context.original_exception

    def _told(self, error: BaseException) -> WorkspaceError | None:
        if is_damage(error):
            self._damage = str(error)
        return workspace_error(self.told_as, error)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _roll_back(connection: sqlite3.Connection, record: ConnectionPoolEntry, state: object) -> None:  # noqa: ARG001
    connection.rollback()
