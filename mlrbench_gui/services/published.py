"""A table of means that came with the reviews, held against the means of the reviews themselves."""

import csv
import io
from collections.abc import Iterable, Mapping

from mlrbench_gui.domain.reviews import Review, ReviewTarget
from mlrbench_gui.domain.scoreboard import PublishedTable

_TASK, _AGENT = "workshop_name", "model_name"
_SAME = 5e-3
"""Means are printed with two digits at least."""


def compare_published(source: str, data: bytes, reviews: Iterable[Review]) -> PublishedTable | None:
    """Each row's scores against the plain mean of the judges; None where the file is no table of such rows."""
    try:
        table = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error):
        return None
    means = _means(reviews)
    criteria = {name for _, _, name in means}
    if not table or not {_TASK, _AGENT} <= table[0].keys() or not criteria & table[0].keys():
        return None
    differing = [said for row in table for said in _differing(row, criteria, means)]
    return PublishedTable(source, len(table), tuple(differing))


def _means(reviews: Iterable[Review]) -> dict[tuple[str, str, str], float]:
    scores: dict[tuple[str, str, str], list[int]] = {}
    for review in reviews:
        if review.target is ReviewTarget.END_TO_END and review.run is not None:
            agent = review.run.partition("/")[0].partition("_")[2]
            for score in review.scores:
                scores.setdefault((review.task, agent, score.criterion), []).append(score.score)
    return {key: sum(found) / len(found) for key, found in scores.items()}


def _differing(
    row: Mapping[str, str | None], criteria: Iterable[str], means: Mapping[tuple[str, str, str], float]
) -> Iterable[str]:
    task, agent = str(row[_TASK]), str(row[_AGENT])
    for name in sorted(criteria):
        told, mean = _number(row.get(name)), means.get((task, agent, name))
        if told is None or mean is None:
            yield f"{agent} on {task}, {name}: {'no review is here' if told is not None else 'no number'}"
        elif abs(told - mean) > _SAME:
            yield f"{agent} on {task}, {name}: published {told:g}, recomputed {mean:g}"


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
