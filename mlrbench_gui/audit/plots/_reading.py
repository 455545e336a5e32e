"""From drawing calls to series: which number stands over which tick, under which label."""

from collections.abc import Iterator, Sequence

from mlrbench_gui.audit.plots._canvas import Axes, Call, Saved
from mlrbench_gui.audit.plots._chance import NOISE, RANDOM, made_of
from mlrbench_gui.audit.plots._values import (
    HOLE,
    Column,
    Frame,
    Items,
    Num,
    Value,
    listed,
    settled,
    text_of,
)
from mlrbench_gui.audit.plots.figures import Matter, Point, Series, Unread

_MOST_POINTS = 400
_SPREADS = ("box", "hist")
"""Kinds of which a picture shows no number of its own."""


def series_of(saved: Saved) -> Iterator[Series]:
    """The series of a saved figure whose numbers are all known."""
    for axes, calls in saved.panels:
        legend = [text_of(label) for label in listed(axes.legend) or ()] if axes.legend is not None else []
        own = [call for call in calls if call.kind not in _SPREADS]
        merged = _one_bar_each(own)
        for place, call in enumerate(own):
            label = _shown(call.label) or (
                legend[place] if len(legend) == len(own) and place < len(legend) else ""
            )
            if call in merged:
                continue
            yield from _series(axes, saved, call, label)
        if merged:
            yield from _joined(axes, saved, merged)


def unread_of(saved: Saved) -> Iterator[Unread]:
    """The drawing calls of a saved figure whose numbers are not all known."""
    for axes, calls in saved.panels:
        title = _shown(axes.title) or _shown(saved.figure.suptitle)
        for call in calls:
            grid = _heat(axes, call, title) if call.kind == "heat" else ()
            known = any(True for _ in grid) if call.kind == "heat" else bool(_points(axes, call))
            if call.kind in _SPREADS or not known:
                axis = _shown(axes.xlabel if call.is_flat else axes.ylabel)
                label = _shown(call.label)
                yield Unread(
                    call.kind, label, axis, title, call.line, call.script, _matter(call.up), call.is_certain
                )


def texts_of(saved: Saved) -> tuple[str, ...]:
    """All words that are known to stand in a saved figure, each once."""
    found = [_shown(saved.figure.suptitle)]
    for axes, calls in saved.panels:
        found += [_shown(text) for text in (axes.title, axes.xlabel, axes.ylabel)]
        for names in (axes.legend, axes.xlabels, axes.ylabels):
            found += [_shown(name) for name in listed(names) or ()] if names is not None else []
        found += [_shown(call.label) for call in calls]
    return tuple(dict.fromkeys(text for text in found if text and not text.replace(".", "").isdigit()))


def _matter(value: Value) -> Matter:
    known = settled(value)
    if (isinstance(known, Items) and known.is_picked and not known.is_open and not known.items) or (
        isinstance(known, Column) and not known.values
    ):
        return Matter.EMPTY
    made = made_of(known)
    return Matter.RANDOM if made == RANDOM else Matter.NOISE if made == NOISE else Matter.UNKNOWN


def _shown(value: Value) -> str:
    text = text_of(value)
    return "" if text.startswith("_") or text == "None" else text.replace(HOLE, "…").strip("…")


def _one_bar_each(calls: Sequence[Call]) -> list[Call]:
    """Bars that were drawn one a call."""
    single = [c for c in calls if c.kind == "bar" and isinstance(settled(c.up), Num)]
    return single if len(single) > 1 else []


def _joined(axes: Axes, saved: Saved, calls: Sequence[Call]) -> Iterator[Series]:
    along = Items([settled(c.along) for c in calls])
    up = Items([settled(c.up) for c in calls])
    first = calls[0]
    labels = [_shown(c.label) for c in calls]
    known = all(labels) and len(set(labels)) == len(labels)
    call = Call(
        "bar", Items(list(labels)) if known else along, up, "", first.line, first.script, first.is_certain
    )
    yield from _series(axes, saved, call, "")


def _series(axes: Axes, saved: Saved, call: Call, label: str) -> Iterator[Series]:
    title = _shown(axes.title) or _shown(saved.figure.suptitle)
    measured, along = (axes.xlabel, axes.ylabel) if call.is_flat else (axes.ylabel, axes.xlabel)
    if call.kind == "heat":
        yield from _heat(axes, call, title)
        return
    points = _points(axes, call)
    if points:
        yield Series(
            call.kind,
            label,
            _shown(measured),
            title,
            _shown(along),
            call.line,
            call.script,
            points,
            call.is_certain,
        )


def _values(value: Value) -> list[Value] | None:
    value = settled(value)
    if isinstance(value, Num):
        return [value]
    if isinstance(value, Items | Column):
        return listed(value)
    return None


def _points(axes: Axes, call: Call) -> tuple[Point, ...]:
    """The points, none where a number is not known."""
    up = _values(call.up)
    if up is None or not 0 < len(up) <= _MOST_POINTS:
        return ()
    numbers = [settled(value) for value in up]
    if not all(isinstance(number, Num) for number in numbers):
        return ()
    ticks = _ticks(axes, call, len(numbers))
    return tuple(
        Point(tick, number.value, number.origin, number.is_derived)
        for tick, number in zip(ticks, numbers, strict=True)
        if isinstance(number, Num)
    )


def _ticks(axes: Axes, call: Call, n: int) -> list[str]:
    """What stands at the axis below each point: names given to the call, tick labels, or the position itself."""
    along = _values(call.along) if call.along is not None else None
    places = [settled(place) for place in along or ()]
    if len(places) == n and all(isinstance(place, str) for place in places):
        return [_shown(place) for place in places]
    labels = axes.ylabels if call.is_flat else axes.xlabels
    names = [_shown(label) for label in _values(labels) or ()] if labels is not None else []
    if len(names) == n and call.kind != "scatter":
        return names
    if len(places) != n:
        return [str(i) for i in range(n)] if call.kind == "line" else [""] * n
    numbers = [place for place in places if isinstance(place, Num)]
    at = _values(axes.yticks if call.is_flat else axes.xticks)
    if names and at is not None and len(numbers) == n and len(at) == len(names):
        return [_nearest(number, at, names) for number in numbers]
    return [f"{place.value:g}" if isinstance(place, Num) else "" for place in places]


def _nearest(place: Num, ticks: Sequence[Value], names: Sequence[str]) -> str:
    known = [
        (abs(tick.value - place.value), i) for i, t in enumerate(ticks) if isinstance(tick := settled(t), Num)
    ]
    if not known:
        return ""
    distance, i = min(known)
    return names[i] if distance <= 0.5 else ""


def _heat(axes: Axes, call: Call, title: str) -> Iterator[Series]:
    """One series a row."""
    grid = settled(call.up)
    if isinstance(grid, Frame):
        columns = list(grid.columns)
        rows = [(text_of(label), [grid.columns[c][i] for c in columns]) for i, label in enumerate(grid.index)]
    elif isinstance(grid, Items) and not grid.is_open:
        names = [_shown(v) for v in _values(axes.ylabels) or ()] if axes.ylabels is not None else []
        columns = [_shown(v) for v in _values(axes.xlabels) or ()] if axes.xlabels is not None else []
        lists = [listed(row) or [] for row in grid.items]
        rows = [(names[i] if i < len(names) else str(i), row) for i, row in enumerate(lists)]
    else:
        return
    for label, row in rows[:60]:
        numbers = [settled(value) for value in row]
        if numbers and all(isinstance(number, Num) for number in numbers):
            points = tuple(
                Point(columns[i] if i < len(columns) else str(i), n.value, n.origin, n.is_derived)
                for i, n in enumerate(numbers)
                if isinstance(n, Num)
            )
            yield Series("heat", label, "", title, "", call.line, call.script, points, call.is_certain)
