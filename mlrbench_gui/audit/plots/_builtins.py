"""Functions of Python and numpy on followed values."""

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass

from mlrbench_gui.audit.plots._frames import aggregated
from mlrbench_gui.audit.plots._methods import ordered
from mlrbench_gui.audit.plots._operators import arithmetic, truth
from mlrbench_gui.audit.plots._values import (
    Column,
    Frame,
    Instance,
    Items,
    Mapping,
    Num,
    Unknown,
    Value,
    key_of,
    listed,
    numbers_of,
    settled,
    text_of,
)

MOST = 20_000


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of a call; `apply` calls a function of the program, `depth` is the uncertainty around."""

    args: list[Value]
    kwargs: dict[str, Value]
    apply: Callable[[Value, list[Value], dict[str, Value], int], Value]
    depth: int


def _len(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    first = settled(given.args[0]) if given.args else None
    if isinstance(first, Frame):
        items = first.index
    return Num(float(len(items)), is_whole=True) if items is not None else Unknown()


def _range(given: Given) -> Value:
    numbers = numbers_of(given.args)
    if not numbers or len(numbers) > 3 or any(n.value != int(n.value) for n in numbers):
        return Unknown()
    try:
        steps = range(*(int(n.value) for n in numbers))
    except ValueError:
        return Unknown()
    return Items([Num(float(i), is_whole=True) for i in steps]) if len(steps) <= MOST else Unknown()


def _arange(given: Given) -> Value:
    numbers = numbers_of(given.args)
    if not numbers or len(numbers) > 3:
        return Unknown()
    plain = [n.value for n in numbers]
    start, stop, step = (0.0, plain[0], 1.0) if len(plain) == 1 else (*plain, 1.0)[:3]
    count = math.ceil((stop - start) / step) if step else 0
    whole = all(n.is_whole for n in numbers)
    if count > MOST:
        return Unknown()
    return Items([Num(start + i * step, whole) for i in range(count)], is_array=True)


def _linspace(given: Given) -> Value:
    numbers = numbers_of([*given.args[:3], *([given.kwargs["num"]] if "num" in given.kwargs else [])])
    if not numbers or len(numbers) < 2:
        return Unknown()
    start, stop = numbers[0].value, numbers[1].value
    count = int(numbers[2].value) if len(numbers) > 2 else 50
    last = 0 if truth(given.kwargs.get("endpoint", True)) is False else 1
    if not 1 < count <= MOST:
        return Unknown()
    step = (stop - start) / (count - last)
    return Items([Num(start + i * step) for i in range(count)], is_array=True)


def _zeros(given: Given) -> Value:
    size = settled(given.args[0]) if given.args else None
    sizes = numbers_of(listed(size) or ()) if isinstance(size, Items) else None
    if sizes and len(sizes) == 2 and sizes[0].value * sizes[1].value <= MOST:
        rows, columns = (int(n.value) for n in sizes)
        grid = [Items([Num(0.0)] * columns, True, depth=given.depth) for _ in range(rows)]
        return Items(list(grid), True, depth=given.depth)
    if isinstance(size, Num) and size.value <= MOST:
        return Items([Num(0.0)] * int(size.value), True, depth=given.depth)
    return Unknown()


def _enumerate(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    start = settled(given.args[1] if len(given.args) > 1 else given.kwargs.get("start", Num(0.0)))
    if items is None or not isinstance(start, Num):
        return Unknown()
    return Items([Items([Num(start.value + i, is_whole=True), item]) for i, item in enumerate(items)])


def _zip(given: Given) -> Value:
    lists = [listed(arg) for arg in given.args]
    known = [items for items in lists if items is not None]
    if len(known) != len(lists):
        return Unknown()
    return Items([Items(list(row)) for row in zip(*known, strict=False)])


def _sum(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    if items is None:
        return Unknown()
    return aggregated("sum", items) if items else Num(0.0, is_whole=True)


def _max(given: Given) -> Value:
    return _extreme("max", given)


def _min(given: Given) -> Value:
    return _extreme("min", given)


def _extreme(how: str, given: Given) -> Value:
    items = given.args if len(given.args) > 1 else listed(given.args[0]) if given.args else None
    if not items:
        return Unknown()
    if "key" in given.kwargs:
        keys = [given.apply(given.kwargs["key"], [item], {}, 0) for item in items]
        numbers = numbers_of(keys)
        if numbers is None:
            return Unknown()
        plain = [n.value for n in numbers]
        return items[plain.index(max(plain) if how == "max" else min(plain))]
    return aggregated(how, items)


def _abs(given: Given) -> Value:
    return mapped(abs, settled(given.args[0]))


def _round(given: Given) -> Value:
    first, digits = settled(given.args[0]), settled(given.args[1]) if len(given.args) > 1 else Num(0.0)
    if isinstance(first, Num) and isinstance(digits, Num):
        return Num(round(first.value, int(digits.value)), first.is_whole, first.origin, is_derived=True)
    return Unknown()


def _sorted(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    if items is None:
        return Unknown()
    key = given.kwargs.get("key")
    keys = [given.apply(key, [item], {}, 0) for item in items] if key is not None else items
    if any(key_of(k) is None for k in keys):
        return Items(items, is_open=True)
    return Items(ordered(items, keys, reverse=truth(given.kwargs.get("reverse", False)) or False))


def _reversed(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    return Items(items[::-1]) if items is not None else Unknown()


def _dict(given: Given) -> Value:
    made = Mapping(dict(given.kwargs.items()), depth=given.depth)
    first = settled(given.args[0]) if given.args else None
    if isinstance(first, Mapping):
        made.entries.update(first.entries)
        made.is_open = first.is_open
    elif given.args:
        pairs = [listed(pair) for pair in listed(first) or ()]
        for pair in pairs:
            if pair is not None and len(pair) == 2 and (key := key_of(pair[0])) is not None:
                made.entries[key] = pair[1]
        made.is_open = not pairs
    return made


def _set(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else []
    if items is None or any(key_of(item) is None for item in items):
        return Unknown()
    known = {key_of(item): item for item in items}
    return Items([known[key] for key in sorted(known, key=str)], depth=given.depth)


def _float(given: Given) -> Value:
    first = settled(given.args[0]) if given.args else Num(0.0)
    if isinstance(first, str):
        try:
            return Num(float(first))
        except ValueError:
            return Unknown()
    return Num(first.value, False, first.origin, first.is_derived) if isinstance(first, Num) else first


def _int(given: Given) -> Value:
    number = _float(given)
    if isinstance(number, Num) and math.isfinite(number.value):
        return Num(float(int(number.value)), True, number.origin, number.is_derived)
    return number


def _str(given: Given) -> Value:
    return text_of(given.args[0]) if given.args else ""


def _bool(given: Given) -> Value:
    held = truth(given.args[0]) if given.args else False
    return Unknown() if held is None else held


def _map(given: Given) -> Value:
    items = listed(given.args[1]) if len(given.args) > 1 else None
    return Items([given.apply(given.args[0], [i], {}, 0) for i in items]) if items is not None else Unknown()


def _cumsum(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    made: list[Value] = []
    for item in items or ():
        made.append(arithmetic(ast.Add(), made[-1], item) if made else item)
    return Items(made, is_array=True) if items is not None else Unknown()


def _argsort(given: Given) -> Value:
    items = listed(given.args[0]) if given.args else None
    if items is None or numbers_of(items) is None:
        return Unknown()
    places: list[Value] = [Num(float(i), is_whole=True) for i in range(len(items))]
    return Items(ordered(places, items, reverse=False), is_array=True)


def _getattr(given: Given) -> Value:
    owner, name = settled(given.args[0]), settled(given.args[1]) if len(given.args) > 1 else None
    if isinstance(owner, Instance) and isinstance(name, str):
        return owner.names.get(name, given.args[2] if len(given.args) > 2 else Unknown())
    return Unknown()


def mapped(function: Callable[[float], float], value: Value) -> Value:
    """A function of a number, or of each number of an array."""
    if isinstance(value, Num):
        try:
            return Num(float(function(value.value)), False, value.origin, is_derived=True)
        except (ArithmeticError, ValueError):
            return Unknown()
    if isinstance(value, Items) and not value.is_open:
        return Items([mapped(function, settled(item)) for item in value.items], is_array=True)
    if isinstance(value, Column):
        return Column([mapped(function, settled(v)) for v in value.values], value.index, value.name)
    return Unknown()


BUILTINS: dict[str, Callable[[Given], Value]] = {
    "len": _len,
    "range": _range,
    "arange": _arange,
    "linspace": _linspace,
    "zeros": _zeros,
    "enumerate": _enumerate,
    "zip": _zip,
    "sum": _sum,
    "max": _max,
    "min": _min,
    "abs": _abs,
    "round": _round,
    "sorted": _sorted,
    "reversed": _reversed,
    "dict": _dict,
    "set": _set,
    "float": _float,
    "int": _int,
    "str": _str,
    "bool": _bool,
    "map": _map,
    "cumsum": _cumsum,
    "argsort": _argsort,
    "getattr": _getattr,
}
