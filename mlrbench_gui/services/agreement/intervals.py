"""Intervals by the percentile bootstrap over papers: whole papers are drawn again, never single scores."""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from mlrbench_gui.domain.agreement import Estimate

T = TypeVar("T")
DRAWS = 1000
_SEED = 20_250_601
_LEVEL = 0.95
_LEAST = 3


@lru_cache(maxsize=16)
def _draws(count: int) -> tuple[tuple[int, ...], ...]:
    """Which of so many units each draw takes: the same for all measures over as many."""
    draw = random.Random(_SEED)  # noqa: S311 -- a statistic, no secret
    return tuple(tuple(draw.choices(range(count), k=count)) for _ in range(DRAWS))


def estimate(units: Sequence[T], measure: Callable[[Sequence[T]], float | None]) -> Estimate:
    """The measure over all units with its 95 % interval; draws that give no value are left out of the interval.

    Below three units, or where fewer than half of the draws give a value, there is no interval. The seed is fixed:
    the same scores give the same interval.
    """
    value = measure(units)
    if value is None or len(units) < _LEAST:
        return Estimate(value, None, None, len(units))
    found = sorted(
        drawn
        for places in _draws(len(units))
        if (drawn := measure([units[place] for place in places])) is not None
    )
    if len(found) < DRAWS / 2:
        return Estimate(value, None, None, len(units))
    cut = (1 - _LEVEL) / 2
    return Estimate(
        value,
        found[int(cut * len(found))],
        found[min(len(found) - 1, int((1 - cut) * len(found)))],
        len(units),
    )
