"""Methods of known texts, lists and dicts, and what changes of containers mean under a condition that is not known."""

from collections.abc import Callable, Hashable
from typing import TypeGuard

from mlrbench_gui.audit.plots._chance import made_of, shaped
from mlrbench_gui.audit.plots._operators import truth
from mlrbench_gui.audit.plots._values import (
    HOLE,
    Column,
    Frame,
    Items,
    Mapping,
    Method,
    Num,
    PathText,
    Unknown,
    Value,
    key_of,
    listed,
    of_key,
    settled,
    text_of,
)

_SAME = frozenset({"tolist", "item", "cpu", "numpy", "copy", "detach", "to_list", "to_numpy"})
"""Methods that give an unknown value again in another form."""
_CHANGING = ("pop", "reverse", "discard", "appendleft", "difference_update", "intersection_update")
_AFFIXES = ("removeprefix", "removesuffix")


def set_item(owner: Value, key: Value, value: Value, uncertain: int) -> None:
    """`owner[key] = value`; under an unknown condition the container becomes open."""
    owner = settled(owner)
    known = key_of(key)
    if isinstance(owner, Mapping):
        maybe = uncertain > owner.depth
        owner.is_open |= maybe or known is None
        if known is not None:
            owner.entries[known] = Unknown() if maybe and known in owner.entries else value
    elif isinstance(owner, Items):
        number = settled(key)
        if isinstance(number, Items) and len(number.items) == 2 and owner.is_array and not owner.is_open:
            _set_in_grid(owner, number, value, uncertain)
        elif uncertain > owner.depth or not isinstance(number, Num) or owner.is_open:
            owner.is_open = True
        elif -len(owner.items) <= number.value < len(owner.items):
            owner.items[int(number.value)] = value
    elif isinstance(owner, Frame) and isinstance(known, str):
        cells = _cells(value, len(owner.index))
        before = owner.columns.get(known, [])
        owner.columns[known] = (
            [Unknown(made_of=made_of(Items([*before, cell]))) for cell in cells] if uncertain else cells
        )


def _set_in_grid(owner: Items, key: Items, value: Value, uncertain: int) -> None:
    """`owner[i, j] = value` for two positions; what else is set leaves the whole open."""
    place = settled(key.items[0])
    row = owner.items[int(place.value)] if _is_place(place, owner) else None
    if isinstance(row, Items) and _is_place(settled(key.items[1]), row):
        set_item(row, key.items[1], value, uncertain)
    else:
        owner.is_open = True


def _is_place(key: Value, owner: Items) -> TypeGuard[Num]:
    return isinstance(key, Num) and -len(owner.items) <= key.value < len(owner.items)


def _cells(value: Value, n: int) -> list[Value]:
    """A column's cells from a scalar, a list or a column."""
    if isinstance(value, Column | Items):
        items = listed(value)
        return items if items is not None and len(items) == n else [Unknown() for _ in range(n)]
    return [value if isinstance(value, Num | str | bool) else Unknown() for _ in range(n)]


def call_method(method: Method, args: list[Value], kwargs: dict[str, Value], uncertain: int) -> Value:
    """What a method of a known value gives."""
    owner = settled(method.owner)
    if isinstance(owner, Unknown):
        return _of_unknown(owner, method.name, args)
    if isinstance(owner, str):
        return _of_text(owner, method.name, args)
    if isinstance(owner, Mapping):
        return _of_mapping(owner, method.name, args, uncertain)
    if isinstance(owner, Items):
        return _of_items(owner, method.name, args, kwargs, uncertain)
    if isinstance(owner, PathText):
        return _of_path(owner, method.name, args)
    return owner if method.name in _SAME else Unknown()


def _of_unknown(owner: Unknown, name: str, args: list[Value]) -> Value:
    if name in _SAME:
        return owner
    if name == "get" and args and (key := key_of(args[0])) is not None:
        return owner.part(key)
    return shaped(name, [owner, *args])


def _of_path(owner: PathText, name: str, args: list[Value]) -> Value:
    if name == "joinpath":
        return PathText("/".join([owner.text, *(text_of(arg) for arg in args)]))
    if name in ("resolve", "absolute", "expanduser"):
        return owner
    if name == "with_suffix" and args:
        return PathText(owner.text.rpartition(".")[0] + text_of(args[0]))
    if name == "as_posix":
        return owner.text
    return Unknown()


_TEXTS: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "title": str.title,
    "capitalize": str.capitalize,
}


def _of_text(owner: str, name: str, args: list[Value]) -> Value:  # noqa: PLR0911 -- one answer a method
    if name in _TEXTS:
        return _TEXTS[name](owner)
    if name == "join" and args:
        parts = listed(args[0])
        return owner.join(text_of(part) for part in parts) if parts is not None else HOLE
    texts = [arg for arg in args if isinstance(arg, str)]
    if len(texts) != len(args) or HOLE in owner:
        return HOLE if name in ("replace", "strip", "format", *_AFFIXES) else Unknown()
    if name == "replace" and len(texts) == 2:
        return owner.replace(texts[0], texts[1])
    if name in ("strip", "rstrip", "lstrip", *_AFFIXES):
        stripped = getattr(owner, name)(*texts)
        return stripped if isinstance(stripped, str) else Unknown()
    if name == "split":
        return Items(list(owner.split(texts[0] if texts else None)))
    if name in ("startswith", "endswith") and texts:
        return owner.startswith(texts[0]) if name == "startswith" else owner.endswith(texts[0])
    return HOLE if name == "format" else Unknown()


def _of_mapping(owner: Mapping, name: str, args: list[Value], uncertain: int) -> Value:
    if name in ("get", "pop", "setdefault") and args:
        return _got(owner, name, args, uncertain)
    if name in ("items", "keys", "values"):
        if owner.is_open:
            return Unknown()
        made: list[Value] = []
        for key, value in owner.entries.items():
            shown = of_key(key)
            made.append(Items([shown, value]) if name == "items" else shown if name == "keys" else value)
        return Items(made)
    if name == "copy":
        return Mapping(dict(owner.entries), owner.is_open, uncertain)
    if name == "update" and args:
        other = settled(args[0])
        owner.is_open |= not isinstance(other, Mapping) or other.is_open or uncertain > owner.depth
        if isinstance(other, Mapping):
            owner.entries.update(other.entries)
        return None
    return Unknown()


def _got(owner: Mapping, name: str, args: list[Value], uncertain: int) -> Value:
    key = key_of(args[0])
    if key is None:
        return Unknown()
    if key in owner.entries:
        return owner.entries.pop(key) if name == "pop" and not uncertain else owner.entries[key]
    if owner.is_open:
        return Unknown()
    fallback = args[1] if len(args) > 1 else None
    if name == "setdefault":
        owner.entries[key] = fallback
    return fallback


def _of_items(owner: Items, name: str, args: list[Value], kwargs: dict[str, Value], uncertain: int) -> Value:
    if name in ("append", "extend", "insert", "remove", "clear", "add", "update", *_CHANGING):
        _change(owner, name, args, uncertain)
        return Unknown() if name == "pop" else None
    if name in ("copy", "tolist", "astype", "flatten", "ravel", "to_list"):
        flat = _flat(owner.items) if name in ("flatten", "ravel") else list(owner.items)
        return Items(flat, name not in ("tolist", "to_list"), owner.is_open, uncertain)
    if name == "index" and args and not owner.is_open:
        keys = [key_of(item) for item in owner.items]
        wanted = key_of(args[0])
        return Num(float(keys.index(wanted)), is_whole=True) if wanted in keys else Unknown()
    if name == "sort":
        owner.items[:] = ordered(owner.items, None, reverse=truth(kwargs.get("reverse", False)) or False)
        owner.is_open |= "key" in kwargs
        return None
    return Method(owner, name)


def _flat(items: list[Value]) -> list[Value]:
    return [inner for item in items for inner in (item.items if isinstance(item, Items) else [item])]


def _change(owner: Items, name: str, args: list[Value], uncertain: int) -> None:
    if uncertain > owner.depth or name in ("insert", "remove", *_CHANGING):
        added = made_of(args[0]) if args and name in ("append", "extend") else ""
        known = owner.made_of if owner.is_open else made_of(owner) if owner.items else added
        owner.made_of = added if added == known else ""
        owner.is_open = True
    elif name in ("append", "add") and args:
        owner.items.append(args[0])
    elif name in ("extend", "update") and args:
        more = listed(args[0])
        owner.is_open |= more is None
        owner.items.extend(more or ())
    elif name == "clear":
        owner.items.clear()


def ordered(items: list[Value], keys: list[Value] | None, *, reverse: bool) -> list[Value]:
    """The items by their keys; as they are where keys are not known."""
    marks: list[Hashable | None] = [key_of(key) for key in (keys if keys is not None else items)]
    if None in marks:
        return list(items)
    pairs = list(zip(marks, items, strict=True))
    try:
        pairs.sort(key=lambda pair: pair[0], reverse=reverse)  # type: ignore[arg-type, return-value]
    except TypeError:
        return list(items)
    return [item for _, item in pairs]
