"""Intervals by the percentile bootstrap over papers: whole papers are drawn again, never single scores."""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from mlrbench_gui.domain.agreement import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


@lru_cache(maxsize=16)
def _places(count: int) -> "NDArray[np.intp]":
    """`_draws` as one table, a row a draw."""
    import numpy as np

    return np.array(_draws(count), dtype=np.intp)


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


def estimate_mean(units: Sequence[Sequence[float]]) -> Estimate:
    """`estimate` of the plain mean of all scores, whole units drawn; quick where there are hundreds of them."""
    import numpy as np

    scores = [score for unit in units for score in unit]
    if not scores:
        return Estimate(None, None, None, len(units))
    value = sum(scores) / len(scores)
    if len(units) < _LEAST:
        return Estimate(value, None, None, len(units))
    places = _places(len(units))
    sums = np.array([sum(unit) for unit in units], dtype=float)[places].sum(axis=1)
    counts = np.array([len(unit) for unit in units])[places].sum(axis=1)
    found = np.sort(sums[counts > 0] / counts[counts > 0])
    cut = (1 - _LEVEL) / 2
    low, high = found[int(cut * len(found))], found[min(len(found) - 1, int((1 - cut) * len(found)))]
    return Estimate(value, float(low), float(high), len(units))
