"""How much a foreign folder or archive may hold before it is refused."""

from dataclasses import dataclass
from typing import Final

MEBIBYTE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on a source. A file over `max_file` is listed and not read; the other bounds refuse the whole source.

    A compressed source may unpack to `max_ratio` times its size, and always to `free` bytes.
    """

    max_entries: int = 400_000
    max_file: int = 256 * MEBIBYTE
    max_total: int = 8192 * MEBIBYTE
    max_ratio: int = 200
    free: int = 64 * MEBIBYTE

    def unpacked(self, packed: int) -> int:
        """How many bytes a compressed source of this size may unpack to."""
        return min(self.max_total, max(self.free, packed * self.max_ratio))


DEFAULT_LIMITS: Final = Limits()
