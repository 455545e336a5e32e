"""Active time on claims: what lies between two signs of life counts, unless it is longer than a minute.

A sign of life is a key, a click, a turn of the wheel, or going to another claim. A longer pause counts not at all:
nobody can tell what it was spent on. The moments are given from outside.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mlrbench_gui.domain.values import RelPath

IDLE = timedelta(seconds=60)
ClaimKey = tuple[RelPath, str]
"""Paper and fingerprint of a claim."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What was measured on a claim that is left."""

    key: ClaimKey
    seconds: int


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """A watch on one claim at a time; each call gives the watch that follows."""

    key: ClaimKey | None = None
    last: datetime | None = None
    active: timedelta = timedelta()

    def sign(self, at: datetime) -> "Stopwatch":
        """The reviewer did something."""
        if self.key is None or self.last is None:
            return self
        gap = at - self.last
        counted = gap if timedelta() <= gap <= IDLE else timedelta()
        return replace(self, last=at, active=self.active + counted)

    def turn(self, key: ClaimKey | None, at: datetime) -> tuple["Stopwatch", Spent | None]:
        """Go to another claim, or to none; gives also what was spent on the one before, in whole seconds."""
        if key == self.key:
            return self.sign(at), None
        ended = self.sign(at)
        seconds = round(ended.active.total_seconds())
        spent = Spent(ended.key, seconds) if ended.key is not None and seconds > 0 else None
        return Stopwatch(key, at), spent
