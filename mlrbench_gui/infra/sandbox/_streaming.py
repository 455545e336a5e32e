"""What a command in a container prints, whole: read through the buffer that the head of the answer was read with.

The engine's SDK reads behind that buffer, and loses what a quick command printed while the head was still being read.
"""

from collections.abc import Iterator
from typing import Any

_HEAD = 8
"""Bytes before each piece; the last four tell how long it is."""
_MOST = 64 * 1024


class Pieces:
    """The pieces that a prepared command prints; the command is started by making this."""

    def __init__(self, api: Any, number: str) -> None:
        self._stream = api.exec_start(number, stream=True)
        self._buffer = self._stream._response.raw._fp.fp  # noqa: SLF001 -- the SDK offers no way to it
        line = getattr(getattr(self._buffer, "raw", None), "_sock", None)
        if line is not None:
            line.settimeout(None)  # a command may be silent for long

    def __iter__(self) -> Iterator[bytes]:
        while len(head := self._buffer.read(_HEAD)) == _HEAD:
            left = int.from_bytes(head[4:], "big")
            while left and (piece := self._buffer.read(min(left, _MOST))):
                left -= len(piece)
                yield piece

    def close(self) -> None:
        """Let go of the connection."""
        self._stream.close()
