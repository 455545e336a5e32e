"""What files of a box take on disk, where no file system bounds them: asked now and then while a command runs."""

from collections.abc import Callable
from time import monotonic

_EVERY = 2.0
_MB_IN_KB = 1024

AskSize = Callable[[], int | None]
"""Gives the kilobytes in use, None where they cannot be told."""


class SizeWatch:
    """Tells when files are more than they may be.

    Three answers in a row that fail count as too much: foreign code that keeps a box from being looked at has no right
    to fill the disk meanwhile.
    """

    def __init__(self, most_mb: int, ask: AskSize) -> None:
        self._most = most_mb * _MB_IN_KB
        self._ask = ask
        self._next = monotonic() + _EVERY
        self._failed = 0

    def is_over(self) -> bool:
        """Whether the bound is passed, as far as was looked."""
        if monotonic() < self._next:
            return False
        size = self._ask()
        self._next = monotonic() + _EVERY
        self._failed = self._failed + 1 if size is None else 0
        return self._failed >= 3 or (size is not None and size > self._most)
