"""Values that were lent to a foreign program, kept out of all that it says and leaves."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mlrbench_gui.domain.work import Emit, Event, LiveText

_SHORTEST = 6
"""Characters; a shorter value guards nothing, and would be found everywhere."""

_PIECES = 2_000
"""Pieces of live text that are remembered, of 32 KiB at most each."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Hides the values of these variables."""

    lent: Mapping[str, str] = field(default_factory=dict)

    def text(self, text: str) -> str:
        """The text with each value as the name of its variable."""
        for name, value in self._guarded():
            text = text.replace(value, f"[${name}]")
        return text

    def data(self, data: bytes) -> bytes:
        """As `text`, for bytes."""
        for name, value in self._guarded():
            data = data.replace(value.encode(), f"[${name}]".encode())
        return data

    def shown_in(self, data: bytes) -> str | None:
        """The name of a variable whose value stands in the bytes."""
        return next((name for name, value in self._guarded() if value.encode() in data), None)

    def _guarded(self) -> list[tuple[str, str]]:
        """The longest first, as one may hold another."""
        known = [(name, value) for name, value in self.lent.items() if len(value) >= _SHORTEST]
        return sorted(known, key=lambda pair: -len(pair[1]))


class VeiledEmit:
    """`Emit` that hands live text on without the values, in whole lines where there are any, as one may come in pieces.

    `flush` hands on the rest. It remembers the end of what it heard.
    """

    def __init__(self, veil: Veil, emit: Emit) -> None:
        self._veil, self._emit = veil, emit
        self._held = LiveText("")
        self._heard: deque[str] = deque(maxlen=_PIECES)

    def __call__(self, event: Event) -> None:
        if isinstance(event, LiveText):
            self._heard.append(event.text)
        if not isinstance(event, LiveText) or not self._veil.lent:
            self._emit(event)
            return
        whole, line_end, rest = (self._held.text + event.text).rpartition("\n")
        self._held = replace(event, text=rest)
        if line_end:
            self._emit(replace(event, text=self._veil.text(whole + line_end)))

    def heard(self) -> str:
        """The end of the live text, as it came."""
        return "".join(self._heard)

    def flush(self) -> None:
        """The last line has no end."""
        if self._held.text:
            self._emit(replace(self._held, text=self._veil.text(self._held.text)))
            self._held = LiveText("")
