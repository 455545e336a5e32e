"""Attributes and items of followed values."""

from mlrbench_gui.audit.plots._frames import At, frame_attribute, frame_item
from mlrbench_gui.audit.plots._values import (
    Bound,
    Column,
    External,
    Frame,
    Function,
    Groups,
    Instance,
    Items,
    Kind,
    Mapping,
    Method,
    Num,
    PathText,
    Tool,
    Unknown,
    Value,
    is_missing,
    key_of,
    settled,
)


def attribute(owner: Value, name: str) -> Value:  # noqa: PLR0911 -- one answer a kind of owner
    """`owner.name`."""
    owner = settled(owner)
    if isinstance(owner, External):
        return External(f"{owner.name}.{name}")
    if isinstance(owner, Instance):
        return _of_instance(owner, name)
    if isinstance(owner, Method) and owner.name == "plot":
        return Method(owner.owner, f"plot.{name}")
    if isinstance(owner, Kind):
        found = owner.member(name)
        return Unknown() if is_missing(found) else found
    if isinstance(owner, Frame | Column | Groups):
        return frame_attribute(owner, name)
    if isinstance(owner, PathText):
        return _of_path(owner, name)
    if isinstance(owner, Items) and owner.is_array and name in ("shape", "T", "size", "flat"):
        return _of_array(owner, name)
    if isinstance(owner, Unknown) and not name.islower():
        return owner.part(f".{name}")
    if isinstance(owner, Unknown | Items | Mapping | str | Num | Tool):
        return Method(owner, name)
    return Unknown()


def _of_instance(owner: Instance, name: str) -> Value:
    if name in owner.names:
        return owner.names[name]
    if name == "__dict__":
        return Mapping(dict(owner.names.items()))
    found = owner.kind.member(name) if owner.kind is not None else Unknown()
    if is_missing(found):
        return Unknown()
    if isinstance(found, Function):
        return found if found.kind == "static" else Bound(found, owner)
    return found


def _of_path(owner: PathText, name: str) -> Value:
    head, _, tail = owner.text.rstrip("/").rpartition("/")
    if name == "parent":
        return PathText(head or ("." if not owner.text.startswith("/") else "/"))
    if name == "name":
        return tail
    if name == "stem":
        return tail.rpartition(".")[0] or tail
    if name == "suffix":
        return "." + tail.rpartition(".")[2] if "." in tail else ""
    if name == "parents":
        parents = []
        while "/" in owner.text:
            owner = PathText(owner.text.rpartition("/")[0] or "/")
            parents.append(owner)
            if owner.text == "/":
                break
        return Items(list(parents))
    return Method(owner, name)


def _of_array(owner: Items, name: str) -> Value:
    rows = [row.items for row in owner.items if isinstance(row, Items)]
    whole = not owner.is_open and len(rows) in (0, len(owner.items)) and len({len(r) for r in rows}) <= 1
    if not whole:
        return Unknown()
    if name == "T":
        if not rows:
            return owner
        return Items([Items(list(line), is_array=True) for line in zip(*rows, strict=True)], is_array=True)
    sizes = [len(owner.items), *([len(rows[0])] if rows else [])]
    if name == "shape":
        return Items([Num(float(size), is_whole=True) for size in sizes])
    return Unknown()


def item_at(owner: Value, key: Value) -> Value:
    """`owner[key]`."""
    owner, key = settled(owner), settled(key)
    if isinstance(owner, Unknown):
        known = key_of(key)
        return owner.part(known) if known is not None else Unknown()
    if isinstance(owner, Mapping):
        known = key_of(key)
        return owner.entries.get(known, Unknown()) if known is not None else Unknown()
    if isinstance(owner, Frame | Column | At | Groups):
        return frame_item(owner, key)
    if isinstance(owner, Items):
        return _of_items(owner, key)
    if isinstance(owner, str):
        return _of_text(owner, key)
    return Unknown()


def _of_text(owner: str, key: Value) -> Value:
    if "\0" in owner:
        return Unknown()
    if isinstance(key, slice):
        return owner[key]
    if isinstance(key, Num) and -len(owner) <= key.value < len(owner):
        return owner[int(key.value)]
    return Unknown()


def _of_items(owner: Items, key: Value) -> Value:
    if owner.is_open:
        return Unknown(made_of=owner.made_of)
    if isinstance(key, slice):
        return Items(owner.items[key], owner.is_array)
    if isinstance(key, Num) and -len(owner.items) <= key.value < len(owner.items):
        return owner.items[int(key.value)]
    if isinstance(key, Items) and owner.is_array:
        return _by_list(owner, key)
    return Unknown()


def _by_list(owner: Items, key: Items) -> Value:
    """Several axes (`a[0, 1]`), a mask, or positions."""
    if key.is_array and all(isinstance(part, bool) for part in key.items):
        if len(key.items) != len(owner.items):
            return Unknown()
        kept = [item for item, held in zip(owner.items, key.items, strict=True) if held]
        return Items(kept, is_array=True)
    if key.is_array:
        return Items([_of_items(owner, part) for part in key.items], is_array=True)
    value: Value = owner
    for place, part in enumerate(key.items):
        if isinstance(part, slice) and place == 0 and isinstance(value, Items):
            inner = [
                _by_list(row, Items(key.items[1:])) for row in value.items[part] if isinstance(row, Items)
            ]
            return Items(inner, is_array=True)
        value = item_at(value, part)
    return value
