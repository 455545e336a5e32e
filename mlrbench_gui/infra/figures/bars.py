"""The bars of a chart by their colours: runs of one colour in the row above zero, each climbed to its top.

A chart that is none of plain bars is refused: bars of unlike widths, bars stacked on each other, no bar at all. Bars of
no height cannot be seen, and are not told of.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlrbench_gui.domain.pictures import ReadBar
from mlrbench_gui.infra.figures.ticks import Axis

if TYPE_CHECKING:
    from PIL.Image import Image

Colour = tuple[int, int, int]

_SATURATED = 28
"""How far the strongest and the weakest part of a colour must lie apart: paper, ink and grid lines are grey."""
_SAME = 42
_GAP = 14
"""Rows of another colour that a climb bridges: a printed label, a grid line."""
_NARROWEST = 0.006
_UNLIKE = 0.3
_ABOVE_ZERO = 0.012
_TOLERANCE = 0.01


class NotPlainBarsError(Exception):
    """The picture is no chart of plain bars."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring pixels of one colour in a row."""

    left: int
    right: int
    colour: Colour

    @property
    def width(self) -> int:
        return self.right - self.left + 1


def bars_of(image: "Image", axis: Axis, until: int) -> list[ReadBar]:
    """The bars between the axis and a column, from left to right. Raises NotPlainBarsError."""
    zero = axis.row(0.0)
    base = round(zero - max(3.0, _ABOVE_ZERO * (axis.bottom - axis.top)))
    if not 0 <= base < image.height or zero > image.height:
        raise NotPlainBarsError("zero lies outside of the picture")
    runs = [r for r in _runs(image, base, round(axis.right), until) if r.width >= _NARROWEST * image.width]
    if not runs:
        raise NotPlainBarsError("no bar stands on zero")
    widths = sorted(r.width for r in runs)
    middle = widths[len(widths) // 2]
    if widths[-1] - widths[0] > _UNLIKE * middle:
        raise NotPlainBarsError("what stands on zero is of unlike widths")
    return [_bar(image, axis, run, base, zero) for run in runs]


def _pixel(image: "Image", x: int, y: int) -> Colour:
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return int(colour[0]), int(colour[1]), int(colour[2])


def _is_coloured(colour: Colour) -> bool:
    return max(colour) - min(colour) >= _SATURATED


def _alike(left: Colour, right: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(left, right, strict=True)) <= _SAME


def _runs(image: "Image", row: int, start: int, stop: int) -> list[_Run]:
    runs: list[_Run] = []
    for x in range(max(start, 0), min(stop, image.width)):
        colour = _pixel(image, x, row)
        if not _is_coloured(colour):
            continue
        last = runs[-1] if runs else None
        if last is not None and x - last.right <= 2 and _alike(last.colour, colour):
            runs[-1] = _Run(last.left, x, last.colour)
        else:
            runs.append(_Run(x, x, colour))
    return runs


def _bar(image: "Image", axis: Axis, run: _Run, base: int, zero: float) -> ReadBar:
    tops = sorted(
        _climbed(image, run, base, run.left + round(run.width * share)) for share in (0.25, 0.4, 0.6, 0.75)
    )
    top = tops[1]
    _refuse_stacked(image, run, top)
    tolerance = _TOLERANCE * axis.span + axis.residual
    box = (run.left, top, run.right + 1, round(zero))
    return ReadBar(value=axis.value(top), tolerance=tolerance, box=box, colour=run.colour)


def _climbed(image: "Image", run: _Run, base: int, x: int) -> int:
    """The topmost row of the bar's colour, over gaps that a label or a line makes."""
    top = y = base
    while y > 0 and top - y <= _GAP:
        y -= 1
        if _alike(_pixel(image, x, y), run.colour):
            top = y
    return top


def _refuse_stacked(image: "Image", run: _Run, top: int) -> None:
    """Another colour right on top of a bar, over most of its width, is another bar on it."""
    y = top - 4
    if y < 0:
        return
    over = [_pixel(image, run.left + round(run.width * share), y) for share in (0.2, 0.35, 0.5, 0.65, 0.8)]
    if sum(1 for colour in over if _is_coloured(colour) and not _alike(colour, run.colour)) >= 4:
        raise NotPlainBarsError("bars stand on each other")


def panels(axes: Sequence[Axis], width: int) -> list[tuple[Axis, int]]:
    """Each axis with the column up to which its panel reaches."""
    ends = [round(axis.right - 0.04 * width) for axis in axes[1:]] + [width]
    return list(zip(axes, ends, strict=True))
