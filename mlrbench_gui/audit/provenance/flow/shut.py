"""Parts of code that no recorded start reached: branches that options shut, what only those call, choices not taken."""

import ast
from collections.abc import Iterator, Mapping, Sequence

from mlrbench_gui.audit.provenance.flow.given import Given, Names, Started, given_to
from mlrbench_gui.audit.provenance.flow.program import assigned_once
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.domain.values import RelPath

Spot = tuple[int, int]
"""Line and column at which a node begins."""
Shut = Mapping[RelPath, frozenset[Spot]]
_ROUNDS = 4
_LISTS = frozenset({"choices", "help"})


def shut_parts(trees: Mapping[RelPath, ast.Module], starts: Sequence[Started]) -> Shut:
    """The places of all nodes that stand in such parts, by file; nothing where no start is known."""
    if not starts:
        return {}
    given = given_to(trees, starts)
    started = {start.script for start in starts}
    shut = {
        path: {
            spot
            for node in (*_parts(tree, given), *(() if path in started else _own_starts(tree)))
            for spot in _spots(node)
        }
        for path, tree in trees.items()
    }
    if not any(shut.values()):
        return {}
    named = {name for tree in trees.values() for name in _named(tree, set())}
    for _ in range(_ROUNDS):
        reached = {name for path, tree in trees.items() for name in _named(tree, shut[path])}
        before = sum(map(len, shut.values()))
        for path, tree in trees.items():
            shut[path] |= {spot for node in _deserted(tree, named - reached) for spot in _spots(node)}
        if sum(map(len, shut.values())) == before:
            break
    return {path: frozenset(spots) for path, spots in shut.items() if spots}


def _parts(tree: ast.Module, given: Given) -> Iterator[ast.AST]:
    """What the given options shut: a branch with the test that shuts it, and what an option could have been."""
    names: Names = assigned_once(tree)
    for node in all_nodes(tree):
        if isinstance(node, ast.If):
            truth = given.truth(node.test, names)
            if truth is False:
                yield from (node.test, *node.body)
            elif truth:
                yield from node.orelse
        elif isinstance(node, ast.Call):
            yield from _untaken(node, given)


def _own_starts(tree: ast.Module) -> Iterator[ast.AST]:
    """What a file does only if it is itself started."""
    for node in tree.body:
        if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
            yield from node.body


def _untaken(node: ast.Call, given: Given) -> Iterator[ast.AST]:
    """The choices of a declared option that it did not get, its help, and a default that was overridden."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "add_argument":
        return
    words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    name = words[-1].lstrip("-").replace("-", "_") if words else ""
    if name not in given.options:
        return
    value = given.options[name]
    for keyword in node.keywords:
        parts = all_nodes(keyword.value) if keyword.arg in {*_LISTS, "default"} else ()
        yield from (part for part in parts if isinstance(part, ast.Constant) and part.value != value)


def _spots(node: ast.AST) -> Iterator[Spot]:
    for part in all_nodes(node):
        if isinstance(part, ast.expr | ast.stmt):
            yield part.lineno, part.col_offset


def _named(tree: ast.Module, shut: set[Spot]) -> Iterator[str]:
    """The names that code outside of shut parts loads."""
    for node in all_nodes(tree):
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if (node.lineno, node.col_offset) not in shut:
            yield node.id if isinstance(node, ast.Name) else node.attr


def _deserted(tree: ast.Module, names: set[str]) -> Iterator[ast.AST]:
    """The functions and classes of these names."""
    for node in all_nodes(tree):
        if isinstance(node, FunctionNode | ast.ClassDef) and node.name in names:
            yield node
