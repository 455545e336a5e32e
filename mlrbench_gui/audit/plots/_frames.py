"""Tables of the followed code: columns, filters, groups, reshaping; what is not known of them stays unknown."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pstdev, stdev

from mlrbench_gui.audit.plots._operators import truth
from mlrbench_gui.audit.plots._values import (
    Column,
    Frame,
    Groups,
    Items,
    Mapping,
    Method,
    Num,
    Unknown,
    Value,
    key_of,
    listed,
    numbers_of,
    of_key,
    settled,
    text_of,
)

AGGREGATES: dict[str, Callable[[list[float]], float]] = {
    "mean": fmean,
    "median": median,
    "max": max,
    "min": min,
    "sum": sum,
    "std": stdev,
}
_FEW = frozenset({"std"})


@dataclass(frozen=True, slots=True)
class At:
    """`frame.loc` or `frame.iloc`, waiting for its key."""

    owner: Frame | Column
    by_label: bool


def aggregated(name: str, values: Sequence[Value], *, population: bool = False) -> Value:
    """Mean, median, extreme, sum or deviation; the first number's origin tells where they were read."""
    numbers = numbers_of(v for v in values if settled(v) is not None)
    if not numbers:
        return Unknown()
    plain = [number.value for number in numbers]
    if name in _FEW and len(plain) < 2:
        return Num(0.0)
    function = pstdev if population and name == "std" else AGGREGATES[name]
    if len(plain) == 1 and name not in _FEW:
        return numbers[0]
    return Num(float(function(plain)), False, numbers[0].origin, is_derived=True)


def frame_of(data: Value, index: Value = None, columns: Value = None) -> Value:
    """`DataFrame(data)` from a dict of columns, a list of records or a list of rows."""
    data = settled(data)
    if isinstance(data, Frame):
        return data
    if isinstance(data, Mapping) and not data.is_open:
        made = _from_columns(data)
    elif isinstance(data, Items) and not data.is_open:
        made = _from_rows(data, [text_of(name) for name in listed(columns) or ()])
    else:
        return Unknown()
    labels = listed(index)
    if isinstance(made, Frame) and labels is not None and len(labels) == len(made.index):
        made.index = labels
    return made


def _from_columns(data: Mapping) -> Value:
    columns: dict[str, list[Value]] = {}
    index: list[Value] = []
    for key, raw in data.entries.items():
        value = settled(raw)
        if isinstance(value, Mapping) and not value.is_open:
            index = index or [of_key(inner) for inner in value.entries]
            columns[str(key)] = [value.entries.get(key_of(label)) for label in index]
            continue
        items = listed(value) if not isinstance(value, str) else None
        columns[str(key)] = items if items is not None else [value]
    length = max((len(items) for items in columns.values()), default=0)
    for name, items in columns.items():
        if len(items) == 1 < length:
            columns[name] = items * length
        elif len(items) != length:
            columns[name] = [Unknown() for _ in range(length)]
    return Frame(columns, index if len(index) == length else _counted(length))


def _from_rows(data: Items, names: list[str]) -> Value:
    rows = [settled(row) for row in data.items]
    if rows and all(isinstance(row, Mapping) for row in rows):
        known = [row for row in rows if isinstance(row, Mapping)]
        keys = list(dict.fromkeys(str(key) for row in known for key in row.entries))
        by_name = [{str(k): v for k, v in row.entries.items()} for row in known]
        return Frame({key: [row.get(key, Unknown()) for row in by_name] for key in keys}, _counted(len(rows)))
    cells = [listed(row) for row in rows]
    whole = [row for row in cells if row is not None]
    if not names or len(whole) != len(rows) or any(len(row) != len(names) for row in whole):
        return Unknown()
    return Frame({n: [row[i] for row in whole] for i, n in enumerate(names)}, _counted(len(rows)))


def _counted(n: int) -> list[Value]:
    return [Num(float(i), is_whole=True) for i in range(n)]


def frame_attribute(owner: Frame | Column | Groups, name: str) -> Value:
    """`owner.name`: a column, the labels, or a method."""
    if isinstance(owner, Groups):
        return Method(owner, name)
    if name in ("loc", "iloc", "at", "iat"):
        return At(owner, by_label=name in ("loc", "at"))
    if name in ("index", "empty"):
        return Items(list(owner.index)) if name == "index" else not owner.index
    found = _own_of_frame(owner, name) if isinstance(owner, Frame) else _own_of_column(owner, name)
    return found if found is not None else Method(owner, name)


def name_index(owner: Value, attribute: str, value: Value) -> None:
    """`frame.index.name = value`."""
    owner = settled(owner)
    if isinstance(owner, Frame) and attribute == "name":
        owner.index_name = text_of(value)


def _own_of_frame(owner: Frame, name: str) -> Value:
    if name in owner.columns:
        return owner.column(name)
    if name == "columns":
        return Items(list(owner.columns))
    if name == "values":
        return _rows_of(owner)
    return transposed(owner) if name == "T" else None


def _own_of_column(owner: Column, name: str) -> Value:
    if name == "values":
        return Items(list(owner.values), is_array=True)
    if name == "name":
        return owner.name
    return Unknown() if name == "str" else None


def _rows_of(frame: Frame) -> Items:
    rows = zip(*frame.columns.values(), strict=True)
    return Items([Items(list(row), is_array=True) for row in rows], is_array=True)


def transposed(frame: Frame) -> Frame:
    names = [text_of(label) for label in frame.index]
    columns = {name: [values[i] for values in frame.columns.values()] for i, name in enumerate(names)}
    return Frame(columns, list(frame.columns))


def frame_item(owner: Frame | Column | At | Groups, key: Value) -> Value:  # noqa: PLR0911 -- one answer a kind of key
    """`owner[key]`."""
    if isinstance(owner, Groups):
        names = [text_of(name) for name in key.items] if isinstance(key, Items) else [text_of(key)]
        return Groups(owner.frame, owner.keys, tuple(names), is_single=not isinstance(key, Items))
    if isinstance(owner, At):
        return _located(owner, key)
    if isinstance(owner, Column):
        return _of_column(owner, key)
    if isinstance(key, str):
        return owner.column(key) if key in owner.columns else Unknown()
    if isinstance(key, Column):
        return _masked(owner, key)
    if isinstance(key, Items) and not key.is_open:
        names = [text_of(name) for name in key.items]
        if all(name in owner.columns for name in names):
            return Frame({name: owner.columns[name] for name in names}, owner.index, owner.index_name)
    if isinstance(key, slice):
        return owner.rows(range(len(owner.index))[key])
    return Unknown()


def _masked(owner: Frame, mask: Column) -> Value:
    held = [truth(value) for value in mask.values]
    if None in held or len(held) != len(owner.index):
        return Unknown()
    return owner.rows(i for i, keep in enumerate(held) if keep)


def _of_column(owner: Column, key: Value) -> Value:
    if isinstance(key, Column):
        held = [truth(value) for value in key.values]
        if None in held or len(held) != len(owner.values):
            return Unknown()
        kept = [i for i, keep in enumerate(held) if keep]
        return Column([owner.values[i] for i in kept], [owner.index[i] for i in kept], owner.name)
    if isinstance(key, slice):
        return Column(owner.values[key], owner.index[key], owner.name)
    marks = [key_of(label) for label in owner.index]
    wanted = key_of(key)
    return owner.values[marks.index(wanted)] if wanted is not None and wanted in marks else Unknown()


def _located(at: At, key: Value) -> Value:
    row, column = (
        (key.items[0], key.items[1]) if isinstance(key, Items) and len(key.items) == 2 else (key, None)
    )
    owner = at.owner
    if isinstance(owner, Frame) and isinstance(column, str) and column in owner.columns:
        owner = owner.column(column)
        if row == slice(None):
            return owner
    if isinstance(row, Column):
        return frame_item(owner, row)
    marks: list[Hashable | None] = list(range(len(owner.index)))
    if at.by_label:
        marks = [key_of(label) for label in owner.index]
    wanted = key_of(row)
    if wanted not in marks or wanted is None:
        return Unknown()
    place = marks.index(wanted)
    if isinstance(owner, Column):
        return owner.values[place]
    return Column([v[place] for v in owner.columns.values()], list(owner.columns), text_of(row))


def grouped(groups: Groups, how: str) -> Value:
    """An aggregate of each group, in the order of the sorted keys."""
    frame = groups.frame
    if how not in (*AGGREGATES, "count", "size") or any(key not in frame.columns for key in groups.keys):
        return Unknown()
    rows: dict[Hashable, list[int]] = {}
    for i in range(len(frame.index)):
        marks = tuple(key_of(frame.columns[key][i]) for key in groups.keys)
        if None in marks:
            return Unknown()
        rows.setdefault(marks if len(marks) > 1 else marks[0], []).append(i)
    ordered = sorted(rows, key=str)
    names = [n for n in (groups.chosen or frame.columns) if n in frame.columns and n not in groups.keys]
    columns: dict[str, list[Value]] = {}
    for name in names:
        cells = [[frame.columns[name][i] for i in rows[key]] for key in ordered]
        if how in ("count", "size"):
            columns[name] = [Num(float(len(group)), is_whole=True) for group in cells]
        else:
            columns[name] = [aggregated(how, group) for group in cells]
    index = [of_key(key) for key in ordered]
    name = groups.keys[0] if len(groups.keys) == 1 else ""
    if groups.is_single and len(names) == 1:
        return Column(columns[names[0]], index, names[0], name)
    return Frame(columns, index, name)
