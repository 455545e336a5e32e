"""Methods of tables, columns and groups of the followed code."""

from typing import TYPE_CHECKING

from mlrbench_gui.audit.plots._frames import (
    AGGREGATES,
    aggregated,
    frame_item,
    frame_of,
    grouped,
    transposed,
)
from mlrbench_gui.audit.plots._methods import ordered
from mlrbench_gui.audit.plots._operators import truth
from mlrbench_gui.audit.plots._values import (
    Column,
    Frame,
    Groups,
    Items,
    Mapping,
    Num,
    Unknown,
    Value,
    key_of,
    listed,
    settled,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_UNCHANGED = frozenset({"copy", "astype", "round", "dropna", "fillna", "infer_objects"})


def table_method(owner: Value, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """What a method of a table, column or group gives."""
    if isinstance(owner, Groups):
        how = text_of(args[0]) if name in ("agg", "aggregate") and args else name
        return grouped(owner, how)
    if isinstance(owner, Column):
        return _of_column(owner, name, args, kwargs)
    if isinstance(owner, Frame):
        return _of_frame(owner, name, args, kwargs)
    return Unknown()


def _of_column(owner: Column, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if name in _UNCHANGED:
        return owner
    if name in AGGREGATES:
        return aggregated(name, owner.values)
    handlers: dict[str, Callable[[], Value]] = {
        "tolist": lambda: Items(list(owner.values)),
        "to_list": lambda: Items(list(owner.values)),
        "to_numpy": lambda: Items(list(owner.values), is_array=True),
        "unique": lambda: _unique(owner, counts=False),
        "nunique": lambda: _unique(owner, counts=True),
        "value_counts": lambda: _counted(owner),
        "reset_index": lambda: _as_frame(owner, text_of(kwargs.get("name", owner.name or "0"))),
        "items": lambda: Items([Items([a, b]) for a, b in zip(owner.index, owner.values, strict=True)]),
        "sort_values": lambda: _sorted_column(
            owner, ascending=truth(kwargs.get("ascending", True)) is not False
        ),
        "get": lambda: frame_item(owner, args[0]) if args else Unknown(),
    }
    handler = handlers.get(name)
    return handler() if handler is not None else Unknown()


def _unique(owner: Column, *, counts: bool) -> Value:
    marks = {key_of(value): value for value in owner.values if settled(value) is not None}
    if None in marks:
        return Unknown()
    return Num(float(len(marks)), is_whole=True) if counts else Items(list(marks.values()))


def _as_frame(owner: Column, name: str) -> Frame:
    columns = {owner.index_name or "index": list(owner.index), name: list(owner.values)}
    return Frame(columns, _positions(len(owner.values)))


def _positions(n: int) -> list[Value]:
    return [Num(float(i), is_whole=True) for i in range(n)]


def _counted(owner: Column) -> Value:
    marks = [key_of(value) for value in owner.values]
    if None in marks:
        return Unknown()
    shown = dict(zip(marks, owner.values, strict=True))
    keys = sorted(shown, key=lambda mark: -marks.count(mark))
    counts: list[Value] = [Num(float(marks.count(key)), is_whole=True) for key in keys]
    return Column(counts, [shown[key] for key in keys], owner.name)


def _sorted_column(owner: Column, *, ascending: bool) -> Value:
    places = ordered(_positions(len(owner.values)), owner.values, reverse=not ascending)
    order = [int(place.value) for place in places if isinstance(place, Num)]
    return Column([owner.values[i] for i in order], [owner.index[i] for i in order], owner.name)


def _of_frame(owner: Frame, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if name in _UNCHANGED:
        return owner
    if name in AGGREGATES:
        values = [aggregated(name, column) for column in owner.columns.values()]
        return Column(values, list(owner.columns))
    if name == "groupby":
        given = args[0] if args else kwargs.get("by")
        keys = given.items if isinstance(given, Items) else [given]
        return Groups(owner, tuple(text_of(key) for key in keys), ())
    if name == "iterrows":
        rows = [
            Items([label, Column([v[i] for v in owner.columns.values()], list(owner.columns))])
            for i, label in enumerate(owner.index)
        ]
        return Items(list(rows))
    handlers: dict[str, Callable[[], Value]] = {
        "melt": lambda: melted(owner, kwargs),
        "set_index": lambda: _with_index(owner, text_of(args[0] if args else kwargs.get("keys"))),
        "reset_index": lambda: _without_index(owner),
        "sort_values": lambda: _sorted(owner, args, kwargs),
        "rename": lambda: _renamed(owner, kwargs.get("columns")),
        "transpose": lambda: transposed(owner),
        "pivot": lambda: pivoted(owner, kwargs),
        "pivot_table": lambda: pivoted(owner, kwargs),
        "to_dict": lambda: _as_dict(owner, text_of(args[0] if args else kwargs.get("orient", "dict"))),
        "drop": lambda: _dropped(owner, kwargs.get("columns")),
    }
    handler = handlers.get(name)
    return handler() if handler is not None else Unknown()


def _dropped(owner: Frame, names: Value) -> Value:
    gone = {text_of(n) for n in (listed(names) if isinstance(names, Items) else [names]) or ()}
    kept = {n: v for n, v in owner.columns.items() if n not in gone}
    return Frame(kept, owner.index, owner.index_name)


def _as_dict(owner: Frame, orient: str) -> Value:
    if orient == "records":
        rows = zip(*owner.columns.values(), strict=True)
        return Items([Mapping(dict(zip(owner.columns, row, strict=True))) for row in rows])
    return Unknown()


def _with_index(owner: Frame, name: str) -> Value:
    if name not in owner.columns:
        return Unknown()
    rest = {n: values for n, values in owner.columns.items() if n != name}
    return Frame(rest, list(owner.columns[name]), name)


def _without_index(owner: Frame) -> Value:
    columns = {owner.index_name or "index": list(owner.index), **owner.columns}
    return Frame(columns, _positions(len(owner.index)))


def _renamed(owner: Frame, names: Value) -> Value:
    names = settled(names)
    if not isinstance(names, Mapping):
        return Unknown()
    columns = {text_of(names.entries.get(n, n)): values for n, values in owner.columns.items()}
    return Frame(columns, owner.index, owner.index_name)


def _sorted(owner: Frame, args: list[Value], kwargs: dict[str, Value]) -> Value:
    by = settled(args[0] if args else kwargs.get("by"))
    name = text_of(by.items[0]) if isinstance(by, Items) and len(by.items) == 1 else text_of(by)
    if name not in owner.columns:
        return Unknown()
    rising = truth(kwargs.get("ascending", True)) is not False
    places = ordered(_positions(len(owner.index)), owner.columns[name], reverse=not rising)
    return owner.rows(int(place.value) for place in places if isinstance(place, Num))


def melted(owner: Frame, kwargs: dict[str, Value]) -> Value:
    """Columns as rows of name and value beside the columns that stay."""
    given = settled(kwargs.get("id_vars"))
    kept = [text_of(n) for n in (given.items if isinstance(given, Items) else [given] if given else [])]
    chosen = listed(kwargs.get("value_vars"))
    names = (
        [text_of(n) for n in chosen] if chosen is not None else [n for n in owner.columns if n not in kept]
    )
    if any(n not in owner.columns for n in (*kept, *names)):
        return Unknown()
    variable = text_of(kwargs.get("var_name", "variable"))
    value = text_of(kwargs.get("value_name", "value"))
    n = len(owner.index)
    columns: dict[str, list[Value]] = {name: list(owner.columns[name]) * len(names) for name in kept}
    columns[variable] = [name for name in names for _ in range(n)]
    columns[value] = [cell for name in names for cell in owner.columns[name]]
    return Frame(columns, _positions(n * len(names)))


def pivoted(owner: Frame, kwargs: dict[str, Value]) -> Value:
    """Rows by one column, columns by another, each cell the mean of what falls together."""
    rows, columns, values = (text_of(kwargs.get(key)) for key in ("index", "columns", "values"))
    if any(name not in owner.columns for name in (rows, columns, values)):
        return Unknown()
    cells: dict[tuple[str, str], list[Value]] = {}
    for r, c, v in zip(owner.columns[rows], owner.columns[columns], owner.columns[values], strict=True):
        cells.setdefault((text_of(r), text_of(c)), []).append(v)
    index = sorted({r for r, _ in cells})
    names = sorted({c for _, c in cells})
    table = {c: [aggregated("mean", cells.get((r, c), [])) for r in index] for c in names}
    return Frame(table, list(index), rows)


def table_function(  # noqa: PLR0911 -- one answer a function
    name: str, args: list[Value], kwargs: dict[str, Value]
) -> Value:
    """`pandas.name(…)`."""
    if name == "DataFrame":
        data = args[0] if args else kwargs.get("data")
        return frame_of(data, kwargs.get("index"), kwargs.get("columns"))
    if name == "Series":
        items = listed(args[0]) if args else None
        if items is None:
            return Unknown()
        owner = settled(args[0])
        if isinstance(owner, Mapping):
            return Column(list(owner.entries.values()), items)
        return Column(items, listed(kwargs.get("index")) or _positions(len(items)))
    if name == "melt" and args and isinstance(frame := settled(args[0]), Frame):
        return melted(frame, kwargs)
    if name == "concat" and args:
        return _joined(listed(args[0]))
    return Unknown()


def _joined(parts: list[Value] | None) -> Value:
    frames = [f for part in parts or () if isinstance(f := settled(part), Frame)]
    if not frames or len(frames) != len(parts or ()):
        return Unknown()
    names = list(dict.fromkeys(n for frame in frames for n in frame.columns))
    columns: dict[str, list[Value]] = {n: [] for n in names}
    for frame in frames:
        for n in names:
            columns[n] += frame.columns.get(n, [None] * len(frame.index))
    return Frame(columns, _positions(sum(len(f.index) for f in frames)))
