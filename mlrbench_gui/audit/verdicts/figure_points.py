"""Drawn numbers by themselves: told for people, met by the names of a sentence, counted along an axis."""

import re

from mlrbench_gui.audit.plots.figures import DrawnFigure, Point, Series
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import shown

LEAST_COUNTED = 3


def points_of(figure: DrawnFigure | None) -> list[tuple[Series, Point]]:
    """Each drawn number with the series that it belongs to."""
    return [(s, p) for s in figure.series for p in s.points] if figure is not None else []


def told_point(series: Series, point: Point) -> str:
    """A drawn number for people: its value, names and the place that it was read from."""
    name = ", ".join(part for part in (series.label or series.axis, point.tick) if part)
    where = f"{series.script}, line {series.line}"
    if point.origin is not None:
        where = f"{point.origin.path}, {point.origin.place.words()}"
    return f"{shown(point.value)} for {name or series.kind} ({where})"


def is_named(series: Series, point: Point, sentence: str) -> bool:
    """Whether the sentence has the names of a drawn number: its label and tick, and else the axis."""
    words = set(name_words(sentence))
    names = [set(name_words(part)) for part in (series.label, point.tick) if part and not part.isdigit()]
    if not names or not all(name and name <= words for name in names):
        return False
    axis = set(name_words(series.axis))
    return len(names) > 1 or bool(axis & words)


def ends_before(series: Series, count: float) -> bool:
    """Whether a curve has neither this many points nor this number on its axis."""
    places = [float(p.tick) for p in series.points if re.fullmatch(r"-?\d+(?:\.\d+)?", p.tick)]
    if len(places) != len(series.points) or len(places) < LEAST_COUNTED:
        return False
    spread = (len(places), max(places), max(places) - min(places), max(places) + 1)
    return count not in spread
