"""The exact rows of ticks: the mark or grid line beside a tick's text, since boxes of texts are a pixel or two off."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mlrbench_gui.infra.figures.ticks import Word

if TYPE_CHECKING:
    from PIL.Image import Image

_REACH = 0.05
"""How far right of a text its mark is looked for, as a share of the picture's width."""
_DARKER = 12
_LEAST = 4


def on_their_marks(image: "Image", words: Iterable[Word]) -> list[Word]:
    """The words, each moved to the middle of the line that runs beside it, where there is one."""
    grey = image.convert("L")
    return [_moved(grey, word) for word in words]


def _moved(grey: "Image", word: Word) -> Word:
    row = _row_beside(grey, word)
    if row is None:
        return word
    shift = row - word.middle
    return replace(word, top=word.top + shift, bottom=word.bottom + shift)


def _row_beside(grey: "Image", word: Word) -> float | None:
    """The middle of the darkest thin line right of the word and near its middle."""
    half = max(2, round((word.bottom - word.top) * 0.3))
    start, stop = round(word.right) + 1, min(round(word.right + _REACH * grey.width), grey.width)
    first, last = max(round(word.middle) - half, 0), min(round(word.middle) + half, grey.height - 1)
    if stop - start < _LEAST or last - first < 2:
        return None
    strip = grey.crop((start, first, stop, last + 1))
    runs = [_longest(strip, y) for y in range(strip.height)]
    longest = max(runs)
    if longest < _LEAST or min(runs) > 0.8 * longest:
        return None
    rows = [first + y for y, run in enumerate(runs) if run >= 0.8 * longest]
    return (rows[0] + rows[-1]) / 2 if rows[-1] - rows[0] <= half else None


def _longest(strip: "Image", row: int) -> int:
    """The longest stretch of a row that is darker than the rows at the strip's edges."""
    longest = run = 0
    for x in range(strip.width):
        here, above, below = (strip.getpixel((x, y)) for y in (row, 0, strip.height - 1))
        assert isinstance(here, int | float)
        assert isinstance(above, int | float)
        assert isinstance(below, int | float)
        run = run + 1 if here < min(above, below) - _DARKER else 0
        longest = max(longest, run)
    return longest
