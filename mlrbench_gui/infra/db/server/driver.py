"""Connections to a PostgreSQL server, and what the driver says when something is wrong, in one line for people."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from mlrbench_gui.domain.addresses import ServerAddress
from mlrbench_gui.domain.errors import MissingPart, WorkspaceError
from mlrbench_gui.infra.db.server import texts

if TYPE_CHECKING:
    import psycopg

CLIENT_SECONDS, LOCK_SECONDS, SILENT_SECONDS = 10, 30, 600
"""How long to wait for the server, for another writer, and for a writer that says nothing more."""

INSTALL = "pip install 'mlrbench-gui[cluster]'"

_ON_CONNECT = (
    f"SET lock_timeout = '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{SILENT_SECONDS}s'",
    "SET client_encoding = 'UTF8'",
    "SET timezone = 'UTC'",
)
_BY_STATE = {
    "28P01": "the password is wrong or missing; set $PGPASSWORD, or write it into ~/.pgpass",
    "28000": "this user may not come in; check the user's name, and what the server asks of a connection (TLS?)",
    "3D000": "there is no such database; make it with createdb",
    "42501": "the user lacks a right there; let the owner of the database grant it",
    "53100": "the server's disk is full, nothing of this step was kept; make room and try again",
    "53300": "the server has too many connections; stop some workers, or raise max_connections",
    "55P03": "another program has held the workspace for too long; try again",
    "54000": "a file is larger than a server can hold; leave it out of the import",
    "25006": "the server is read-only; name the one that may be written",
}
_BY_WORDS = (
    ("password authentication failed", _BY_STATE["28P01"]),
    ("no password supplied", _BY_STATE["28P01"]),
    ("role", _BY_STATE["28000"]),
    ("pg_hba.conf", _BY_STATE["28000"]),
    ("too many clients", _BY_STATE["53300"]),
    (
        "certificate",
        "the server's certificate was not accepted; check sslmode and sslrootcert of the address",
    ),
    ("does not exist", _BY_STATE["3D000"]),
    ("SSL", "server and address differ on TLS; check sslmode of the address"),
)
_LOST = "the server does not answer; check host, port and network, and that it runs"


def check_installed() -> None:
    """Raise MissingPart where the client is not there."""
    if find_spec("psycopg") is None:
        raise MissingPart(f"a shared workspace needs PostgreSQL's client; install it with: {INSTALL}")


def connect(address: ServerAddress) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection with the settings that every one of them needs. Password and TLS are libpq's business.

    Raises WorkspaceError for an address that cannot be read.
    """
    import psycopg

    try:
        psycopg.conninfo.conninfo_to_dict(address.url)
    except psycopg.ProgrammingError as error:
        # The driver repeats what it could not read, which may be a piece of a password.
        raise WorkspaceError(
            f"{address}: is no address; write postgresql://USER@HOST:PORT/DATABASE, with signs such as @ : / in a "
            "name as %40 %3A %2F"
        ) from error
    connection = psycopg.connect(
        address.url, connect_timeout=CLIENT_SECONDS, application_name="mlrbench-gui", autocommit=True
    )
    for setting in _ON_CONNECT:
        connection.execute(setting.encode())
    connection.autocommit = False
    texts.adapt(connection)
    return connection


def server_error(address: ServerAddress, error: BaseException) -> WorkspaceError | None:
    """The error for people, or None where the server complains about our own statement."""
    import psycopg

    if not isinstance(error, psycopg.OperationalError | psycopg.errors.InsufficientPrivilege):
        return None
    told = _BY_STATE.get(error.sqlstate or "")
    if told is None and not error.sqlstate:
        told = next((told for words, told in _BY_WORDS if words in str(error)), _LOST)
    if told is None:
        told = address.without_secrets(" ".join(str(error).split()))
    return WorkspaceError(f"{address}: {told}")
