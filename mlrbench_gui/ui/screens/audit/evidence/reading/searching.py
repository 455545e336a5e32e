"""Which lines of a file hold a text: block by block, so that a search can be stopped and never stalls the window."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, chain, compress, count, islice, repeat
from operator import add, contains

from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.ui.screens.audit.evidence.reading.lines import Source, find

BLOCK = 1 << 20
_PROBE, _DENSE = 1 << 16, 200
_NEWLINE = ord("\n")


@dataclass(frozen=True, slots=True)
class Hits:
    """A byte offset in each line that holds a hit, in order. `needle`: the bytes looked for."""

    offsets: "array[int]"
    needle: bytes
    folded: bool

    def __len__(self) -> int:
        return len(self.offsets)


def is_folded(wanted: str) -> bool:
    """Small letters find capitals too; one capital makes the search exact."""
    return wanted == wanted.lower()


def search(
    source: Source,
    wanted: str,
    cancel: CancelToken | None = None,
    told: Callable[[int], None] | None = None,
) -> Hits:
    """All lines that hold `wanted`. Only ASCII letters are folded. Raises Cancelled."""
    folded = is_folded(wanted)
    needle = wanted.encode("utf-8", "surrogatepass")
    hits = Hits(array("Q"), needle, folded)
    if not needle:
        return hits
    start, size = 0, len(source)
    while start < size:
        stop = _block_end(source, start, size)
        block = bytes(source[start:stop])
        _search_block(block.lower() if folded else block, needle, start, hits.offsets)
        start = stop
        if cancel is not None:
            cancel.check()
        if told is not None:
            told(start)
    return hits


def _block_end(source: Source, start: int, size: int) -> int:
    """The end of the line in which the block ends, so that no hit is cut in two."""
    if start + BLOCK >= size:
        return size
    newline = find(source, b"\n", start + BLOCK - 1)
    return size if newline < 0 else newline + 1


def _search_block(block: bytes, needle: bytes, base: int, offsets: "array[int]") -> None:
    """Dense hits come from the parts between them, without a step of the interpreter for each; rare ones by leaps."""
    if block[:_PROBE].count(needle) > _DENSE:
        between = block.split(needle)
        places = map(add, accumulate(map(len, between)), count(base, len(needle)))
        first_of_line = chain((True,), map(contains, islice(between, 1, None), repeat(_NEWLINE)))
        offsets.extend(compress(islice(places, len(between) - 1), first_of_line))
        return
    at = block.find(needle)
    while at >= 0:
        offsets.append(base + at)
        newline = block.find(b"\n", at)
        if newline < 0:
            return
        at = block.find(needle, newline + 1)
