"""A table of means that came with the reviews, held against the means of the reviews themselves."""

import csv
import io
from collections.abc import Iterable, Mapping

from mlrbench_gui.domain.reviews import Review, ReviewTarget
from mlrbench_gui.domain.scoreboard import PublishedCell, PublishedTable

_TASK, _AGENT = "workshop_name", "model_name"


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
    names = [name for name in table[0] if name in criteria]
    cells = tuple(_cell(row, name, means) for row in table for name in names)
    told = tuple(_told(cell) for cell in cells if not cell.same)
    return PublishedTable(source, len(table), told, cells)


def _means(reviews: Iterable[Review]) -> dict[tuple[str, str, str], float]:
    scores: dict[tuple[str, str, str], list[int]] = {}
    for review in reviews:
        if review.target is ReviewTarget.END_TO_END and review.run is not None:
            agent = review.run.partition("/")[0].partition("_")[2]
            for score in review.scores:
                scores.setdefault((review.task, agent, score.criterion), []).append(score.score)
    return {key: sum(found) / len(found) for key, found in scores.items()}


def _cell(
    row: Mapping[str, str | None], name: str, means: Mapping[tuple[str, str, str], float]
) -> PublishedCell:
    task, agent = str(row[_TASK]), str(row[_AGENT])
    return PublishedCell(task, agent, name, _number(row.get(name)), means.get((task, agent, name)))


def _told(cell: PublishedCell) -> str:
    where = f"{cell.agent} on {cell.task}, {cell.criterion}"
    if cell.told is None or cell.mean is None:
        return f"{where}: {'no review is here' if cell.told is not None else 'no number'}"
    return f"{where}: published {cell.told:g}, recomputed {cell.mean:g}"


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
