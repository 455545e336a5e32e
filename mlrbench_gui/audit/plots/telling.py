"""What is drawn, in words for people and as values of the ledger."""

from collections.abc import Iterable

from mlrbench_gui.audit.ledger.values import WHOLE, Collector, NameTable, Place, Source
from mlrbench_gui.audit.plots.figures import DrawnFigure, Series

_MOST_POINTS = 60
_SHOWN_SERIES = 4
_SHOWN_POINTS = 6


def summary(figure: DrawnFigure) -> str:
    """What is drawn into a picture: series by series, the first points of each."""
    names = [series.label or series.axis for series in figure.series]
    shown = [
        _told(series, name if name and names.count(name) == 1 else series.title or name or series.kind)
        for series, name in zip(figure.series[:_SHOWN_SERIES], names, strict=False)
    ]
    more = len(figure.series) - len(shown)
    return "; ".join(shown) + (f"; and {more} more series" if more else "")


def told_of(figure: DrawnFigure) -> str:
    """What is drawn into a picture, or the words that stand in it where its numbers cannot be followed."""
    if figure.series:
        return summary(figure)
    words = ", ".join(f"“{text}”" for text in figure.texts[:_SHOWN_POINTS])
    return f"{words or figure.unread[0].kind} (the numbers cannot be followed from code)"


def _told(series: Series, name: str) -> str:
    points = series.points
    if series.kind in ("line", "scatter") and len(points) > _SHOWN_POINTS:
        first, last = points[0], points[-1]
        return f"{name}: {first.value:.4g} at {first.tick} to {last.value:.4g} at {last.tick}, {len(points)} points"
    told = ", ".join(f"{p.tick} {p.value:.4g}".strip() for p in points[:_SHOWN_POINTS])
    return f"{name}: {told}" + (" …" if len(points) > _SHOWN_POINTS else "")


def add_drawn(names: NameTable, figures: Iterable[DrawnFigure]) -> list[Collector]:
    """The drawn numbers as values of the ledger, each at the line that draws it, and for each picture their count."""
    collectors = []
    for figure in figures:
        if not figure.series:
            continue
        whole = Collector(figure.picture, names, Source.DRAWN)
        title = next((s.title for s in figure.series if s.title), "figure")
        whole.add(
            (title, "drawn"),
            float(len(figure.numbers)),
            WHOLE,
            aspect="count",
            formula=f"numbers drawn by {figure.script}",
            text=summary(figure),
        )
        collectors.append(whole)
        for series in figure.series:
            collector = Collector(series.script, names, Source.DRAWN, _MOST_POINTS)
            _add_series(collector, figure, series)
            collectors.append(collector)
    return collectors


def _add_series(collector: Collector, figure: DrawnFigure, series: Series) -> None:
    place = Place("line", "", series.line)
    for index, point in enumerate(series.points):
        parts = tuple(part for part in (series.title, series.axis, series.label, point.tick) if part)
        collector.add(
            parts or (series.kind,),
            point.value,
            place,
            text=f"{point.value:g}",
            index=index if series.kind in ("line", "scatter") else -1,
            soft=1 if series.title and len(parts) > 1 else 0,
            picture=figure.picture,
            origin=point.origin,
        )
