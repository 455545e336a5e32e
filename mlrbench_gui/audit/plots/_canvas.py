"""The figures that followed code draws: axes with series, titles and labels, tied to a picture when saved.

Numbers are kept as the program has them and read when the program ended, since what it writes to files afterwards may
tell what they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mlrbench_gui.audit.plots._frames import aggregated
from mlrbench_gui.audit.plots._values import (
    Column,
    Frame,
    Items,
    Mapping,
    Method,
    Num,
    Tool,
    Unknown,
    Value,
    key_of,
    listed,
    settled,
    text_of,
)
from mlrbench_gui.domain.values import RelPath

_LINES = frozenset({"plot", "semilogy", "semilogx", "loglog", "step", "stem"})
_DRAWN = {
    "bar": "bar",
    "barh": "bar",
    "errorbar": "line",
    "scatter": "scatter",
    "pie": "pie",
    **dict.fromkeys(_LINES, "line"),
}
_BOXES = frozenset({"boxplot", "violinplot"})
_HEAT = frozenset({"imshow", "matshow", "heatmap", "pcolormesh"})
_NOT_FOLLOWED = frozenset({"hist", "contourf", "stackplot", "hexbin"})
_SPREAD = ("histplot", "kdeplot", "distplot")
_SEABORN = {
    "barplot": "bar",
    "lineplot": "line",
    "pointplot": "line",
    "scatterplot": "scatter",
    "boxplot": "box",
    "violinplot": "box",
}
_TEXTS = {
    "set_title": "title",
    "title": "title",
    "set_xlabel": "xlabel",
    "xlabel": "xlabel",
    "set_ylabel": "ylabel",
    "ylabel": "ylabel",
}


@dataclass(eq=False)
class Call:
    """One drawing call: what it drew along and up, under which label."""

    kind: str
    along: Value
    up: Value
    label: Value
    line: int
    script: RelPath
    is_certain: bool
    is_flat: bool = False


@dataclass(eq=False)
class Axes(Tool):
    """A panel."""

    figure: "Figure"
    calls: list[Call] = field(default_factory=list)
    title: Value = ""
    xlabel: Value = ""
    ylabel: Value = ""
    xticks: Value = None
    xlabels: Value = None
    yticks: Value = None
    ylabels: Value = None
    legend: Value = None


@dataclass(eq=False)
class Figure(Tool):
    """A figure with its panels; `missing` tells that something was drawn that was not followed."""

    axes: list[Axes] = field(default_factory=list)
    suptitle: Value = ""
    missing: bool = False

    def current(self) -> Axes:
        if not self.axes:
            self.axes.append(Axes(self))
        return self.axes[-1]


@dataclass(frozen=True)
class Saved:
    """A figure saved to a path."""

    path: str
    figure: Figure
    panels: tuple[tuple[Axes, tuple[Call, ...]], ...]
    line: int
    script: RelPath


class Canvas:
    """pyplot's state, and what was saved. `script` is the file whose code is followed, set by the follower."""

    def __init__(self) -> None:
        self.figure = Figure()
        self.axes: Axes | None = None
        self.saved: list[Saved] = []
        self.script = RelPath("")
        self.uncertain = 0

    def pyplot(  # noqa: PLR0911 -- one answer a function
        self, name: str, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        """`plt.name(…)`."""
        if name == "subplots":
            return self._subplots(args, kwargs)
        if name == "figure":
            self._fresh()
            return self.figure
        if name == "subplot":
            return self._panel(self.figure)
        if name in ("close", "clf"):
            self._fresh()
            return None
        if name == "gcf":
            return self.figure
        if name == "gca":
            return self._current()
        if name in ("savefig", "suptitle"):
            return self.method(Method(self.figure, name), args, kwargs, line)
        if name == "sca" and args and isinstance(args[0], Axes):
            self.axes = args[0]
            return None
        return self.method(Method(self._current(), name), args, kwargs, line)

    def _fresh(self) -> None:
        self.figure = Figure()
        self.axes = None

    def _current(self) -> Axes:
        if self.axes is None or self.axes.figure is not self.figure:
            self.axes = self.figure.current()
        return self.axes

    def _panel(self, figure: Figure) -> Axes:
        panel = Axes(figure)
        figure.axes.append(panel)
        self.figure, self.axes = figure, panel
        return panel

    def _subplots(self, args: list[Value], kwargs: dict[str, Value]) -> Value:
        self._fresh()
        sizes = [settled(v) for v in (*args[:2], *(kwargs[k] for k in ("nrows", "ncols") if k in kwargs))]
        counts = [int(s.value) for s in sizes if isinstance(s, Num)]
        if len(counts) != len(sizes):
            return Items([self.figure, Unknown()])
        if len(counts) == 1 and "ncols" in kwargs:
            counts = [1, *counts]
        rows, columns = (*counts, 1, 1)[:2]
        if rows * columns > 100:
            return Items([self.figure, Unknown()])
        grid = [[self._panel(self.figure) for _ in range(columns)] for _ in range(rows)]
        self.axes = grid[0][0]
        return Items([self.figure, _squeezed(grid, keep=settled(kwargs.get("squeeze")) is False)])

    def method(self, method: Method, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        """A method of a figure or of a panel."""
        owner = method.owner
        if isinstance(owner, Figure):
            return self._of_figure(owner, method.name, args, kwargs, line)
        if not isinstance(owner, Axes):
            return Unknown()
        name = method.name
        if name in ("twinx", "twiny"):
            return self._panel(owner.figure)
        if name in _DRAWN:
            self._draw(owner, name, args, kwargs, line)
        elif name in _BOXES | _HEAT and args:
            along = kwargs.get("labels", kwargs.get("tick_labels"))
            self._add(owner, "box" if name in _BOXES else "heat", along, args[0], "", line)
        elif name == "hist" and args:
            self._add(owner, "hist", None, args[0], kwargs.get("label", ""), line)
        elif name in _NOT_FOLLOWED:
            owner.figure.missing = True
        else:
            _describe(owner, name, args, kwargs)
        return Unknown()

    def _of_figure(
        self, figure: Figure, name: str, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        if name == "savefig":
            path = text_of(args[0] if args else kwargs.get("fname", ""))
            panels = tuple((axes, tuple(axes.calls)) for axes in figure.axes)
            self.saved.append(Saved(path, figure, panels, line, self.script))
        elif name == "add_subplot":
            return self._panel(figure)
        elif name == "suptitle" and args:
            figure.suptitle = args[0]
        elif name == "gca":
            return figure.current()
        return Unknown()

    def _add(self, axes: Axes, kind: str, along: Value, up: Value, label: Value, line: int) -> None:
        axes.calls.append(Call(kind, along, up, label, line, self.script, self.uncertain == 0))

    def _draw(self, axes: Axes, name: str, args: list[Value], kwargs: dict[str, Value], line: int) -> None:
        label = kwargs.get("label", "")
        plain = [a for a in args if not isinstance(settled(a), str) or name not in _LINES]
        if name in _LINES and len(plain) == 1:
            self._add(axes, "line", None, plain[0], label, line)
            return
        if name == "pie" and plain:
            self._add(axes, "pie", kwargs.get("labels"), plain[0], "", line)
            return
        keys = ("y", "width") if name == "barh" else ("x", "height" if name == "bar" else "y")
        given = [*plain, *(kwargs[key] for key in keys[len(plain) :] if key in kwargs)]
        if len(given) >= 2:
            self._add(axes, _DRAWN[name], given[0], given[1], label, line)
            axes.calls[-1].is_flat = name == "barh"

    def seaborn(self, name: str, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        """`sns.name(…)`: what it draws are means of groups."""
        axes = settled(kwargs.get("ax"))
        panel = axes if isinstance(axes, Axes) else self._current()
        if name in _HEAT:
            self._add(panel, "heat", None, args[0] if args else kwargs.get("data"), "", line)
            return panel
        if name in _SPREAD and "x" not in kwargs and (args or "data" in kwargs):
            self._add(panel, "hist", None, args[0] if args else kwargs["data"], kwargs.get("label", ""), line)
            return panel
        if name not in _SEABORN:
            if name.endswith("plot") and name not in ("stripplot", "swarmplot"):
                panel.figure.missing = True
            return panel
        frame = settled(kwargs.get("data", args[0] if args else None))
        x, y, hue = (settled(kwargs.get(key)) for key in ("x", "y", "hue"))
        if isinstance(frame, Frame) and isinstance(x, str) and isinstance(y, str):
            self._grouped(panel, _SEABORN[name], frame, (x, y, hue if isinstance(hue, str) else ""), line)
        elif x is not None and y is not None:
            self._add(panel, _SEABORN[name], x, y, "", line)
        elif isinstance(frame, Frame) and _SEABORN[name] == "box":
            for column in frame.columns:
                self._add(panel, "box", None, frame.column(column), column, line)
        else:
            panel.figure.missing = True
        return panel

    def _grouped(self, axes: Axes, kind: str, frame: Frame, names: tuple[str, str, str], line: int) -> None:
        x, y, hue = names
        if any(name and name not in frame.columns for name in names):
            axes.figure.missing = True
            return
        axes.xlabel, axes.ylabel = axes.xlabel or x, axes.ylabel or y
        flat = kind == "bar" and all(isinstance(settled(v), str) for v in frame.columns[y])
        if flat:
            x, y = y, x
        for mark in _different(frame.columns[hue]) if hue else [None]:
            kept = [i for i, v in enumerate(frame.columns[hue]) if key_of(v) == mark] if hue else None
            part = frame.rows(kept) if kept is not None else frame
            label = text_of(part.columns[hue][0]) if hue and part.index else ""
            self._means(axes, Call(kind, x, y, label, line, self.script, self.uncertain == 0, flat), part)

    def _means(self, axes: Axes, call: Call, part: Frame) -> None:
        """One series of a grouped plot: the mean of each group along the axis."""
        along, up = part.columns[text_of(call.along)], part.columns[text_of(call.up)]
        groups: dict[object, list[Value]] = {}
        shown: dict[object, Value] = {}
        for place, value in zip(along, up, strict=True):
            mark = key_of(place)
            groups.setdefault(mark, []).append(value)
            shown[mark] = place
        if call.kind in ("box", "scatter"):
            call.along, call.up = Items(list(along)), Items(list(up))
        else:
            means = [v[0] if len(v) == 1 else aggregated("mean", v) for v in groups.values()]
            call.along, call.up = Items(list(shown.values())), Items(means)
        axes.calls.append(call)

    def of_table(
        self, owner: Frame | Column, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        """`frame.plot(kind=…)`: a series a column."""
        axes = settled(kwargs.get("ax"))
        if isinstance(axes, Axes):
            panel = axes
        elif self.figure.axes or isinstance(owner, Column):
            panel = self._current()
        else:
            panel = self.figure.current()
        kind = text_of(kwargs.get("kind", args[0] if args and isinstance(args[0], str) else "line"))
        drawn = {"bar": "bar", "barh": "bar", "line": "line"}.get(kind)
        if drawn is None:
            panel.figure.missing = True
            return panel
        chosen = settled(kwargs.get("y"))
        along: Value = Items(list(owner.index))
        if isinstance(owner, Frame):
            x = settled(kwargs.get("x"))
            if isinstance(x, str) and x in owner.columns:
                along = Items(list(owner.columns[x]))
            names = (
                [text_of(n) for n in listed(chosen) or ()]
                if isinstance(chosen, Items)
                else [chosen]
                if isinstance(chosen, str)
                else list(owner.columns)
            )
            columns = [owner.column(n) for n in names if n in owner.columns and n != x]
        else:
            columns = [owner]
        _take(panel, kwargs)
        for column in columns:
            values = [settled(v) for v in column.values]
            if not any(isinstance(v, str | Mapping) for v in values):
                self._add(panel, drawn, along, Items(list(column.values)), column.name, line)
                panel.calls[-1].is_flat = kind == "barh"
        return panel


def _different(values: Sequence[Value]) -> list[object]:
    return list(dict.fromkeys(key_of(value) for value in values))


def _squeezed(grid: list[list[Axes]], *, keep: bool) -> Value:
    """One panel, a row of panels or a grid, as pyplot gives them."""
    if not keep and len(grid) == len(grid[0]) == 1:
        return grid[0][0]
    if not keep and (len(grid) == 1 or len(grid[0]) == 1):
        return Items([panel for row in grid for panel in row], is_array=True)
    return Items([Items(list(row), is_array=True) for row in grid], is_array=True)


def _take(axes: Axes, kwargs: dict[str, Value]) -> None:
    """Title and axis labels given by name."""
    for key in ("title", "xlabel", "ylabel"):
        if key in kwargs:
            setattr(axes, key, kwargs[key])


def _describe(axes: Axes, name: str, args: list[Value], kwargs: dict[str, Value]) -> None:
    """Titles, labels, ticks and legend."""
    if name in _TEXTS:
        setattr(axes, _TEXTS[name], args[0] if args else "")
        return
    if name == "set":
        _take(axes, kwargs)
        return
    side = "y" if "y" in name[:5] else "x"
    if name in ("xticks", "yticks", "set_xticks", "set_yticks"):
        if args:
            setattr(axes, f"{side}ticks", args[0])
        labels = args[1] if len(args) > 1 else kwargs.get("labels")
        if labels is not None:
            setattr(axes, f"{side}labels", labels)
    elif name in ("set_xticklabels", "set_yticklabels") and args:
        setattr(axes, f"{side}labels", args[0])
    elif name == "legend":
        plain = [a for a in (*args, kwargs.get("labels")) if isinstance(settled(a), Items)]
        if plain:
            axes.legend = plain[-1]
