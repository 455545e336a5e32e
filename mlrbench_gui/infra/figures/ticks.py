"""The value axis of a chart from the texts that were recognised on it: a straight line through at least three ticks.

A tick that was misread lies off the line of the others and is left out; where fewer than three fit, nothing is read.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

LEAST_TICKS = 3
_OFF = 0.004
"""How far a tick may lie off the line, as a share of the axis' span."""
_NUMBER = re.compile(r"[-−–]?\d+(?:\.\d+)?%?")
_SAME_EDGE = 0.012
"""How far apart the right edges of the ticks of one axis may lie, as a share of the picture's width."""


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised text with its box in pixels."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Axis:
    """A value axis: value = `offset` + `slope` · row. `right` is where its ticks end, `residual` the worst one's."""

    slope: float
    offset: float
    right: float
    top: float
    bottom: float
    ticks: int
    residual: float

    def value(self, row: float) -> float:
        return self.offset + self.slope * row

    def row(self, value: float) -> float:
        return (value - self.offset) / self.slope

    @property
    def span(self) -> float:
        """The distance between the outermost ticks, in values."""
        return abs(self.slope * (self.bottom - self.top))


def axes_of(words: Iterable[Word], width: int) -> list[Axis]:
    """The value axes of a picture, from left to right."""
    numbers = sorted((w for w in words if _NUMBER.fullmatch(w.text.strip())), key=lambda w: w.right)
    found = []
    while numbers:
        group = [w for w in numbers if w.right - numbers[0].right <= _SAME_EDGE * width]
        axis = _axis(group)
        if axis is not None:
            found.append(axis)
        numbers = numbers[len(group) :] if axis is not None else numbers[1:]
    return found


def _number(text: str) -> float:
    return float(text.strip().rstrip("%").replace("−", "-").replace("–", "-"))


def _axis(words: Sequence[Word]) -> Axis | None:
    """The line on which most ticks lie, None if fewer than three do or it does not rise upwards."""
    points = [(w.middle, _number(w.text)) for w in words]
    best: list[int] = []
    for i, j in combinations(range(len(points)), 2):
        if points[i][0] == points[j][0] or points[i][1] == points[j][1]:
            continue
        slope = (points[j][1] - points[i][1]) / (points[j][0] - points[i][0])
        offset = points[i][1] - slope * points[i][0]
        span = abs(slope) * (max(p[0] for p in points) - min(p[0] for p in points))
        on = [
            k for k, (row, value) in enumerate(points) if abs(offset + slope * row - value) <= 2 * _OFF * span
        ]
        if slope < 0 and len(on) > len(best):
            best = on
    if len(best) < LEAST_TICKS:
        return None
    return _fitted([words[k] for k in best], [points[k] for k in best])


def _fitted(words: Sequence[Word], points: Sequence[tuple[float, float]]) -> Axis | None:
    """The least-squares line; None if a tick lies off it."""
    n = len(points)
    rows, values = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    slope = sum((r - rows) * (v - values) for r, v in points) / sum((r - rows) ** 2 for r, _ in points)
    offset = values - slope * rows
    residual = max(abs(offset + slope * r - v) for r, v in points)
    top, bottom = min(p[0] for p in points), max(p[0] for p in points)
    axis = Axis(slope, offset, max(w.right for w in words), top, bottom, n, residual)
    return axis if residual <= _OFF * axis.span else None
