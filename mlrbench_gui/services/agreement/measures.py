"""Measures of agreement. Each takes pairs or units of scores and gives None where they say nothing.

Sources: Shrout and Fleiss 1979 and McGraw and Wong 1996 (ICC), Cohen 1968 (weighted kappa), Krippendorff 2011 (alpha).
"""

import math
from collections.abc import Sequence

Pair = tuple[float, float]
Unit = Sequence[float]


def bias(pairs: Sequence[Pair]) -> float | None:
    """Mean of second minus first."""
    return math.fsum(b - a for a, b in pairs) / len(pairs) if pairs else None


def spearman(pairs: Sequence[Pair]) -> float | None:
    """Rank correlation with mean ranks for ties; None where one side does not vary."""
    first, second = (_mean_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    spreads = _square_sum(first) * _square_sum(second)
    if spreads == 0:
        return None
    middle = (len(pairs) + 1) / 2
    both = math.fsum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    return both * len(pairs) / math.sqrt(spreads)


def _mean_ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), start=1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def icc(pairs: Sequence[Pair]) -> float | None:
    """ICC(A,1): two-way model, absolute agreement, single rating (McGraw and Wong's case 2A)."""
    n = len(pairs)
    if n < 2:
        return None
    grand = math.fsum(a + b for a, b in pairs) / (2 * n)
    sides = [math.fsum(pair[side] for pair in pairs) / n for side in (0, 1)]
    rows = 2 * math.fsum(((a + b) / 2 - grand) ** 2 for a, b in pairs)
    columns = n * math.fsum((mean - grand) ** 2 for mean in sides)
    total = math.fsum((x - grand) ** 2 for pair in pairs for x in pair)
    row_mean, error_mean = rows / (n - 1), max(0.0, total - rows - columns) / (n - 1)
    below = row_mean + error_mean + 2 * (columns - error_mean) / n
    return (row_mean - error_mean) / below if below > 0 else None


def weighted_kappa(pairs: Sequence[Pair]) -> float | None:
    """Cohen's kappa with quadratic weights over whole scores; None where chance alone agrees fully."""
    if not pairs:
        return None
    n = len(pairs)
    seen = math.fsum((a - b) ** 2 for a, b in pairs) / n
    sides = [[pair[side] for pair in pairs] for side in (0, 1)]
    # The mean squared difference over all n x n pairs is both variances and the squared gap of the means.
    chance = sum(_square_sum(side) for side in sides) / n**2 + ((sum(sides[0]) - sum(sides[1])) / n) ** 2
    return 1 - seen / chance if chance > 0 else None


def alpha(units: Sequence[Unit]) -> float | None:
    """Krippendorff's alpha for interval data; units of fewer than two scores do not count."""
    paired = [unit for unit in units if len(unit) >= 2]
    values = [value for unit in paired for value in unit]
    if len(values) < 2:
        return None
    expected = _square_sum(values) / (len(values) - 1)
    if expected == 0:
        return None
    observed = math.fsum(_square_sum(unit) / (len(unit) - 1) for unit in paired)
    return 1 - observed / expected


def _square_sum(values: Sequence[float]) -> float:
    """Half the sum of squared differences over all ordered pairs."""
    if not values:
        return 0.0
    mean = math.fsum(values) / len(values)
    return len(values) * math.fsum((value - mean) ** 2 for value in values)


def standard_deviation(values: Sequence[float]) -> float | None:
    """Of a sample: n - 1 below."""
    if len(values) < 2:
        return None
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> tuple[float, float] | None:
    """U of the first and p: two-sided, asymptotic, with correction for ties and continuity."""
    if not first or not second:
        return None
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(first, second, alternative="two-sided", method="asymptotic", use_continuity=True)
    return float(found.statistic), float(found.pvalue)
