"""The values that following code knows: numbers with their origin, texts, containers, and what is not known.

A value of the followed program is one of: `Num`, `str` (a NUL stands for a part that is not known), `bool`, `None`, the
classes below, or `Unknown`. Containers are mutable and shared, as they are in the followed program.
"""

import ast
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from mlrbench_gui.audit.ledger.values import Origin
from mlrbench_gui.domain.values import RelPath

Value = object
HOLE = "\0"
_NOWHERE = RelPath("")


@dataclass(eq=False, slots=True)
class Unknown:
    """Something that reading does not tell. A file that the program wrote it to may tell it later: `learn`.

    `made_of` is what is known of it all the same: see `_chance`.
    """

    parts: dict[Hashable, "Unknown"] = field(default_factory=dict)
    found: list[Value] = field(default_factory=list)
    made_of: str = ""

    def part(self, key: Hashable) -> Value:
        """An item of it, the same for the same key, so that it is learnt with the whole."""
        return self.parts.setdefault(key, Unknown(made_of=self.made_of))

    def learn(self, value: Value) -> None:
        self.found[:] = [value]
        for key, part in self.parts.items():
            item = _item(value, key)
            if not isinstance(item, Unknown):
                part.learn(item)


@dataclass(frozen=True, slots=True)
class Num:
    """A number. `is_derived` says that it was computed from the number at its origin."""

    value: float
    is_whole: bool = False
    origin: Origin | None = None
    is_derived: bool = False


@dataclass(eq=False, slots=True)
class Items:
    """A list, tuple or array. An open one has items that are not known; `depth` is the uncertainty it was born in.

    `made_of` is what all items that were added to an open one are made of; `is_picked` says that a comprehension
    made it.
    """

    items: list[Value]
    is_array: bool = False
    is_open: bool = False
    depth: int = 0
    made_of: str = ""
    is_picked: bool = False


@dataclass(eq=False, slots=True)
class Mapping:
    """A dict. An open one may have further keys or other values."""

    entries: dict[Hashable, Value]
    is_open: bool = False
    depth: int = 0


@dataclass(eq=False, slots=True)
class Column:
    """A named column with its row labels."""

    values: list[Value]
    index: list[Value]
    name: str = ""
    index_name: str = ""


@dataclass(eq=False, slots=True)
class Frame:
    """A table: columns of equal length and row labels."""

    columns: dict[str, list[Value]]
    index: list[Value]
    index_name: str = ""

    def column(self, name: str) -> Column:
        return Column(self.columns[name], self.index, name, self.index_name)

    def rows(self, kept: Iterable[int]) -> "Frame":
        chosen = list(kept)
        columns = {name: [values[i] for i in chosen] for name, values in self.columns.items()}
        return Frame(columns, [self.index[i] for i in chosen], self.index_name)


@dataclass(eq=False, slots=True)
class Groups:
    """A table or column grouped by keys; `chosen` are the columns that an aggregate is taken of."""

    frame: Frame
    keys: tuple[str, ...]
    chosen: tuple[str, ...]
    is_single: bool = False


@dataclass(frozen=True, slots=True)
class External:
    """Something of a library, by its full name: `numpy.mean`."""

    name: str


@dataclass(frozen=True, slots=True)
class PathText:
    """A path object."""

    text: str


class Tool:
    """Something of a library with methods of its own: a figure, a file, a parser of options."""


@dataclass(frozen=True)
class Handle(Tool):
    """An open file."""

    path: str
    writes: bool


@dataclass(frozen=True, slots=True)
class Dumped:
    """A value as JSON text, not yet written."""

    value: Value


@dataclass(eq=False, slots=True)
class Scope:
    """Names of a module, class or function, with those around it."""

    names: dict[str, Value]
    outer: "Scope | None" = None
    path: RelPath = _NOWHERE
    globals_: "Scope | None" = None

    def get(self, name: str) -> Value:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return _MISSING


class _Missing:
    """Marks a name that no scope has."""


_MISSING = _Missing()


def is_missing(value: Value) -> bool:
    return value is _MISSING


@dataclass(eq=False, slots=True)
class Function:
    """A function of the run's code with what its body sees."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    defaults: dict[str, Value]
    kind: str = ""


@dataclass(eq=False, slots=True)
class Kind:
    """A class of the run's code."""

    name: str
    members: dict[str, Value]
    bases: tuple["Kind", ...] = ()

    def member(self, name: str) -> Value:
        for kind in (self, *self.bases):
            found = kind.members.get(name, _MISSING) if kind is self else kind.member(name)
            if found is not _MISSING:
                return found
        return _MISSING


@dataclass(eq=False, slots=True)
class Instance:
    """An object of a class of the run's code, or a bag of names such as parsed options."""

    kind: Kind | None
    names: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bound:
    """A function with the object that it is called on."""

    function: Function
    owner: Value


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a known value, by name."""

    owner: Value
    name: str


def settled(value: Value) -> Value:
    """The value itself, or what was learnt of it."""
    while isinstance(value, Unknown) and value.found:
        value = value.found[0]
    return value


def key_of(value: Value) -> Hashable | None:
    """The value as a key of a dict; None if it cannot be one or is not known."""
    value = settled(value)
    if isinstance(value, Num):
        return int(value.value) if value.is_whole else value.value
    if isinstance(value, str):
        return None if HOLE in value else value
    if isinstance(value, bool):
        return value
    if isinstance(value, Items) and not value.is_open:
        keys = tuple(key_of(item) for item in value.items)
        return None if None in keys else keys
    return None


def of_key(key: Hashable) -> Value:
    """A dict's key as a value."""
    if isinstance(key, bool | str) or key is None:
        return key
    if isinstance(key, int | float):
        return Num(float(key), isinstance(key, int))
    if isinstance(key, tuple):
        return Items([of_key(part) for part in key])
    return Unknown()


def listed(value: Value) -> list[Value] | None:
    """The items of a value that can be walked; None if they are not known."""
    value = settled(value)
    if isinstance(value, Items):
        return None if value.is_open else list(value.items)
    if isinstance(value, Mapping):
        return None if value.is_open else [of_key(key) for key in value.entries]
    if isinstance(value, Column):
        return list(value.values)
    if isinstance(value, Frame):
        return list(value.columns)
    if isinstance(value, str) and HOLE not in value and len(value) <= 64:
        return list(value)
    return None


def _item(value: Value, key: Hashable) -> Value:
    """An item of a learnt value for a part that was asked for before."""
    value = settled(value)
    if isinstance(value, Mapping) and key in value.entries:
        return value.entries[key]
    if isinstance(value, Items) and isinstance(key, int) and -len(value.items) <= key < len(value.items):
        return value.items[key]
    return Unknown()


def numbers_of(values: Iterable[Value]) -> list[Num] | None:
    """All as numbers; None if one is none."""
    found = []
    for value in values:
        known = settled(value)
        if isinstance(known, bool):
            known = Num(float(known), is_whole=True, is_derived=True)
        if not isinstance(known, Num):
            return None
        found.append(known)
    return found


def text_of(value: Value) -> str:
    """The value as a text is made of it; what is not known is a hole."""
    value = settled(value)
    if isinstance(value, str):
        return value
    if isinstance(value, PathText):
        return value.text
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, Num):
        return str(int(value.value)) if value.is_whole else repr(value.value)
    return HOLE


def copied(value: Value) -> Value:
    """The value with containers of its own, so that the program may change them."""
    if isinstance(value, Items):
        return Items([copied(item) for item in value.items], value.is_array)
    if isinstance(value, Mapping):
        return Mapping({key: copied(item) for key, item in value.entries.items()})
    return value
