"""Slices of tables of the `datasets` library that are walked item by item: what comes out are names of columns.

There `table[0:8]` is a mapping of columns, not a list of eight rows. A loop over it gives the names of the columns, so
that a model is asked "question" instead of the question.
"""

import ast
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.domain.values import RelPath

_LIBRARY = "datasets"
_LOADS = frozenset({"load_dataset", "load_from_disk", "from_dict", "from_pandas", "from_list"})
_KEEPS = frozenset({"select", "shuffle", "filter", "map", "sort", "take", "skip", "rename_column"})
_ROUNDS = 4
_PARTS = 6
"""So many items of a returned tuple are looked at."""
Loaders = dict[tuple[str, int | None], bool]
"""Whether a function, or the item of that number of the tuple that it returns, is a table of the library."""


def walked_columns(trees: Mapping[RelPath, ast.Module]) -> Iterator[tuple[RelPath, int]]:
    """The lines of scripts that cut a slice from such a table and have it walked item by item."""
    users = {path: tree for path, tree in trees.items() if _imports(tree)}
    if not users:
        return
    bodies = {
        path: [_body_of(node) for node in all_nodes(tree) if isinstance(node, FunctionNode)]
        for path, tree in trees.items()
    }
    loaders: Loaders = {}
    for _ in range(_ROUNDS):
        before = dict(loaders)
        for path, own in bodies.items():
            for body in own:
                _note_returns(body, _Tables(loaders, path in users), loaders)
        if loaders == before:
            break
    walkers = {body.function.name for own in bodies.values() for body in own if _walks_first(body.function)}
    for path, own in sorted(bodies.items()):
        for body in own:
            tables = _Tables(loaders, path in users)
            tables.read(body)
            yield from ((path, line) for line in _walked(body, tables, walkers))


@dataclass(frozen=True, slots=True)
class _Body:
    """A function with its assignments and returns in the order of its lines."""

    function: FunctionNode
    assigned: tuple[ast.Assign, ...]
    returned: tuple[ast.Return, ...]


def _body_of(function: FunctionNode) -> _Body:
    nodes = list(all_nodes(function))
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    returned = [node for node in nodes if isinstance(node, ast.Return)]
    by_line = operator.attrgetter("lineno")
    return _Body(function, tuple(sorted(assigned, key=by_line)), tuple(sorted(returned, key=by_line)))


class _Tables:
    """Which names of a function hold tables of the library; a name that also holds something else holds none."""

    def __init__(self, loaders: Loaders, imports: bool) -> None:
        self._loaders = loaders
        self._imports = imports
        self._held: dict[str, bool] = {}

    def read(self, body: _Body) -> None:
        """All assignments of a function, in the order of its lines."""
        for node in body.assigned:
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self._hold(target.id, self.has(node.value))
                elif isinstance(target, ast.Tuple):
                    for number, part in enumerate(target.elts):
                        if isinstance(part, ast.Name):
                            self._hold(part.id, self._item(node.value, number))

    def has(self, node: ast.expr) -> bool:
        """Whether an expression is such a table."""
        if isinstance(node, ast.Name):
            return self._held.get(node.id, False)
        if not isinstance(node, ast.Call):
            return False
        name = last_name(node.func)
        if isinstance(node.func, ast.Attribute) and name in _KEEPS:
            return self.has(node.func.value)
        if self._imports and name in _LOADS:
            return any(keyword.arg == "split" for keyword in node.keywords) or name != "load_dataset"
        return self._loaders.get((name, None), False)

    def _hold(self, name: str, is_table: bool) -> None:
        self._held[name] = is_table and self._held.get(name, True)

    def _item(self, node: ast.expr, number: int) -> bool:
        return isinstance(node, ast.Call) and self._loaders.get((last_name(node.func), number), False)


def _note_returns(body: _Body, tables: _Tables, loaders: Loaders) -> None:
    """What a function gives back; one that loads under the library's own name from elsewhere is no loader."""
    tables.read(body)
    name = body.function.name
    returned = [node.value for node in body.returned if node.value is not None]
    if not returned:
        return
    pairs = [node.elts for node in returned if isinstance(node, ast.Tuple)]
    if len(pairs) == len(returned):
        for number in range(min(_PARTS, *(len(pair) for pair in pairs))):
            loaders[(name, number)] = all(tables.has(pair[number]) for pair in pairs)
    elif all(tables.has(node) for node in returned):
        loaders[(name, None)] = True


def _walked(body: _Body, tables: _Tables, walkers: set[str]) -> Iterator[int]:
    """Lines of slices whose name is looped over, or is handed to a function that loops over its first argument."""
    function = body.function
    for node in body.assigned:
        target = node.targets[0]
        if not (isinstance(target, ast.Name) and _is_slice(node.value) and tables.has(node.value.value)):
            continue
        looped = (n.iter for n in all_nodes(function) if isinstance(n, ast.For | ast.comprehension))
        given = (
            n.args[0]
            for n in all_nodes(function)
            if isinstance(n, ast.Call) and n.args and last_name(n.func) in walkers
        )
        is_walked = any(isinstance(n, ast.Name) and n.id == target.id for n in (*looped, *given))
        if is_walked and not _is_opened(function, target.id):
            yield node.lineno


def _is_slice(node: ast.expr) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _walks_first(function: FunctionNode) -> bool:
    """Whether a function loops over its first argument as it is."""
    names = [a.arg for a in function.args.args if a.arg != "self"]
    loops = (n.iter for n in all_nodes(function) if isinstance(n, ast.For | ast.comprehension))
    if not names or _is_opened(function, names[0]):
        return False
    return any(isinstance(n, ast.Name) and n.id == names[0] for n in loops)


def _is_opened(function: FunctionNode, name: str) -> bool:
    """Whether a column is taken out by its key, so that the code knows what it has."""
    return any(
        isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id == name
        for n in all_nodes(function)
    )


def _imports(tree: ast.Module) -> bool:
    """Whether a script has the library's own calls, none of them hidden behind a function of its own."""
    if any(isinstance(n, FunctionNode) and n.name in _LOADS for n in tree.body):
        return False
    return any(
        (isinstance(n, ast.ImportFrom) and n.module == _LIBRARY and n.level == 0)
        or (isinstance(n, ast.Import) and any(a.name == _LIBRARY for a in n.names))
        for n in all_nodes(tree)
    )
