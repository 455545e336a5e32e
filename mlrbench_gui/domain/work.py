"""Long work: the cancel token that goes down, and the closed union of events that come up."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.values import RunName


class CancelToken:
    """A flag that work asks at its safe points. Thread-safe."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next safe point."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise Cancelled if a stop was asked for."""
        if self._event.is_set():
            raise Cancelled("cancelled before the end; nothing half done was kept")

    def wait(self, seconds: float) -> bool:
        """Wait that long at most; True when a stop was asked for."""
        return self._event.wait(seconds)


@dataclass(frozen=True, slots=True)
class Step:
    """What the work is doing now, in words for people (`page 3 of 11`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is: `done` of `total` parts, total None where unknown."""

    done: int
    total: int | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class RunsChanged:
    """Runs whose stored values changed; empty means any."""

    runs: tuple[RunName, ...] = ()
    initiator: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of a job. `error` is one line for people, None when it went well."""

    error: str | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class LiveText:
    """A piece of what a model or a command says just now; pieces of one `source` follow each other."""

    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and money that a call took, told when it was answered; `cost` is None where a price is unknown."""

    tokens: int
    cost: float | None


Event = Step | Progress | LiveText | Spent | RunsChanged | Finished
Emit = Callable[[Event], None]


def ignore(event: Event) -> None:
    """An `emit` for callers that do not listen."""
