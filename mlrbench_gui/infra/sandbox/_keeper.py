"""The first process of a box: it waits for a word, ends all others, and ends itself when this program is gone.

Only the first process can end all others at once, a fork bomb among them: it needs no further process for that, which
a full box would not give. When the connection to it breaks, its input ends, and the box with it.
"""

import socket
from typing import Any

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.infra.sandbox._ownership import engine_errors, suppress_engine

COMMAND = (
    "sh",
    "-c",
    # Ended orphans are not to be waited for: they would fill the box. The inner loop ends when no process is left.
    "trap '' CHLD; echo ready; while read -r word; do while kill -9 -1 2>/dev/null; do :; done; echo done; done",
)
_PATIENCE = 30.0


class Keeper:
    """The open line to a box's first process."""

    def __init__(self, api: Any, container: str) -> None:
        asked = {"stdin": 1, "stdout": 1, "stream": 1}
        self._stream = api.attach_socket(container, params=asked)
        self._line: socket.socket = getattr(self._stream, "_sock", self._stream)
        self._line.settimeout(_PATIENCE)

    def await_ready(self) -> None:
        """Raises MissingPart where the box does not come up."""
        self._await("ready")

    def end_all(self) -> None:
        """End every process in the box but the first. None is left when this returns. Raises MissingPart."""
        try:
            self._line.sendall(b"end\n")
        except OSError as error:
            raise _broken() from error
        self._await("done")

    def close(self) -> None:
        """Let go of the box, which ends it."""
        with suppress_engine():
            self._line.shutdown(socket.SHUT_RDWR)
        with suppress_engine():
            self._line.close()
            self._stream.close()

    def _await(self, word: str) -> None:
        heard = b""
        while word.encode() + b"\n" not in heard:
            try:
                piece = self._line.recv(4096)
            except engine_errors() as error:
                raise _broken() from error
            if not piece:
                raise _broken()
            heard += piece


def _broken() -> MissingPart:
    return MissingPart(
        "sandbox: its container is gone while a command ran (was the engine stopped?); "
        "see that Docker runs, and start the stage again"
    )
