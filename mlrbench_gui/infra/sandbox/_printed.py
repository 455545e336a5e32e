"""What a command prints, read on a thread of its own: its beginning and its end are kept, the middle only counted."""

import threading
from contextlib import closing
from typing import Any

from mlrbench_gui.infra.sandbox._ownership import suppress_engine

_HEAD = 512 * 1024
_TAIL = 512 * 1024
_NEWS = 32 * 1024


class Printed:
    """The output of one command; `most` bounds how much is kept of its beginning. Thread-safe."""

    def __init__(self, stream: Any, head: int = _HEAD) -> None:
        self._lock = threading.Lock()
        self._most_head = head
        self._head, self._tail, self._news = bytearray(), bytearray(), bytearray()
        self.total = 0
        self._reader = threading.Thread(target=self._read, args=(stream,), name="read-output", daemon=True)
        self._reader.start()

    def wait(self, seconds: float) -> bool:
        """Wait that long at most for the end of the output; whether it is there."""
        self._reader.join(seconds)
        return not self._reader.is_alive()

    def news(self) -> str:
        """What was printed since the last time, the last of it where that is much."""
        with self._lock:
            text = self._news.decode("utf-8", "replace")
            self._news.clear()
        return text

    @property
    def is_cut(self) -> bool:
        return self.total > len(self._head) + len(self._tail)

    @property
    def data(self) -> bytes:
        """What is kept of it, without a mark where something is left out."""
        with self._lock:
            return bytes(self._head + self._tail)

    @property
    def text(self) -> str:
        """What is kept of it, with a mark where something is left out."""
        with self._lock:
            head, tail = bytes(self._head), bytes(self._tail)
        if not self.is_cut:
            return (head + tail).decode("utf-8", "replace")
        left_out = self.total - len(head) - len(tail)
        mark = f"\n... [{left_out} characters truncated] ...\n"
        return head.decode("utf-8", "replace") + mark + tail.decode("utf-8", "replace")

    def _read(self, stream: Any) -> None:
        with suppress_engine(), closing(stream):
            for chunk in stream:
                with self._lock:
                    self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        self.total += len(chunk)
        room = self._most_head - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:] if room < len(chunk) else b""
        if len(self._tail) > 2 * _TAIL:
            del self._tail[:-_TAIL]
        self._news = (self._news + chunk)[-_NEWS:]
