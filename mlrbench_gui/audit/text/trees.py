"""What many rules ask of the same syntax trees, worked out once for each tree.

It is kept with the node itself, so that it lives as long as the tree does and no longer.
"""

import ast
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = ast.Module | FunctionNode | ast.ClassDef
N = TypeVar("N", bound=ast.AST)
R = TypeVar("R")


def once_for_each(ask: Callable[[N], R]) -> Callable[[N], R]:
    """What `ask` says of a node is worked out once. It must be unchangeable, and never hold the node itself."""
    key = f"{ask.__module__}.{ask.__qualname__}"

    @wraps(ask)
    def asked(node: N) -> R:
        kept = vars(node)
        if key not in kept:
            kept[key] = ask(node)
        said: R = kept[key]
        return said

    return asked


def all_nodes(node: ast.AST) -> Sequence[ast.AST]:
    """The node and all below it in the order of `ast.walk`, contexts (`ast.Load`) left out."""
    below = _kept_below(node) if isinstance(node, _SCOPES) else _below(node)
    return (node, *below)


def own_nodes(scope: ast.AST) -> Sequence[ast.AST]:
    """The nodes of a scope without those of functions and classes within it, the last statement first."""
    return _kept_own(scope) if isinstance(scope, _SCOPES) else _own(scope)


@once_for_each
def functions_in(tree: ast.Module) -> tuple[FunctionNode, ...]:
    """All functions and methods of a file."""
    return tuple(node for node in all_nodes(tree) if isinstance(node, FunctionNode))


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below this one, contexts left out."""
    found: list[ast.AST] = []
    for name in node._fields:
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            if not isinstance(part, ast.expr_context):
                found.append(part)
        elif isinstance(part, list):
            found += [item for item in part if isinstance(item, ast.AST)]
    return found


def _below(node: ast.AST) -> tuple[ast.AST, ...]:
    found = children(node)
    for part in found:
        found += children(part)
    return tuple(found)


def _own(scope: ast.AST) -> tuple[ast.AST, ...]:
    found: list[ast.AST] = []
    waiting = children(scope)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, FunctionNode | ast.ClassDef | ast.Lambda):
            found.append(node)
            waiting += children(node)
    return tuple(found)


_kept_below = once_for_each(_below)
_kept_own = once_for_each(_own)
