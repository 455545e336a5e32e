"""How the parts of a cluster reach each other: addresses, TLS from files of a folder, and the engine itself."""

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError, MissingPart

if TYPE_CHECKING:
    from distributed.security import Security

INSTALL = "pip install 'mlrbench-gui[cluster]'"
WAIT_SECONDS = 15
TLS_FILES = ("ca.pem", "cert.pem", "key.pem")
"""In a folder for TLS: who signed the certificates of the others, this machine's certificate, its key."""

_SCHEMES = ("tcp://", "tls://")


def check_installed() -> None:
    """Raise MissingPart where the engine is not there; else keep its own log to what is grave."""
    if find_spec("distributed") is None:
        raise MissingPart(f"work on several machines needs dask.distributed; install it with: {INSTALL}")
    import distributed

    assert distributed.__version__  # its configuration of loggers is made by now, and may be changed
    if not logging.getLogger().isEnabledFor(logging.DEBUG):
        logging.getLogger("distributed").setLevel(logging.CRITICAL)


def check_address(address: str, tls: Path | None) -> None:
    """Raise InputError for what is no scheduler's address, or goes without the TLS that it asks for."""
    host, colon, port = address.partition("://")[2].rpartition(":")
    if not address.startswith(_SCHEMES) or not (host and colon and port.isdecimal()):
        raise InputError(f"{address}: is no scheduler's address; write tcp://HOST:PORT, or tls://HOST:PORT")
    if address.startswith("tls://") != (tls is not None):
        raise InputError(f"{address}: tls:// goes with --tls DIR, tcp:// without; use both or neither")


def security(tls: Path | None) -> "Security":
    """Plain connections, or TLS in which both sides show a certificate. Raises InputError for a missing file."""
    from distributed.security import Security

    if tls is None:
        return Security()
    paths = [tls / name for name in TLS_FILES]
    for path in paths:
        if not path.is_file():
            raise InputError(f"{path}: is not there; a folder for TLS holds {', '.join(TLS_FILES)}")
    ca, certificate, key = map(str, paths)
    sides = ("client", "scheduler", "worker")
    given = {f"tls_{side}_cert": certificate for side in sides} | {f"tls_{side}_key": key for side in sides}
    return Security(tls_ca_file=ca, require_encryption=True, **given)


def unreachable(address: str) -> MissingPart:
    """The error for a scheduler that does not answer."""
    return MissingPart(
        f"{address}: no scheduler answers; start one with `mlrbench-gui cluster scheduler`, and check address and TLS"
    )
