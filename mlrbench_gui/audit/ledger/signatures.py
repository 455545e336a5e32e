"""What the functions of a run call their arguments, so that `draw(pool, 3000)` sets what `draw` has in that place."""

import ast
from collections.abc import Iterable, Mapping

from typing_extensions import TypeIs

from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes

Signatures = Mapping[str, tuple[str, ...]]


def signatures_of(trees: Iterable[ast.Module]) -> Signatures:
    """The positional arguments of each function, and of each class by its `__init__`.

    What two functions of one name call differently is left out.
    """
    found: dict[str, tuple[str, ...] | None] = {}
    for tree in trees:
        for node in all_nodes(tree):
            if isinstance(node, ast.ClassDef):
                made = next((f for f in node.body if _is_function(f) and f.name == "__init__"), None)
                _learn(found, node.name, made)
            elif _is_function(node):
                _learn(found, node.name, node)
    return {name: names for name, names in found.items() if names}


def _is_function(node: ast.AST) -> TypeIs[FunctionNode]:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _learn(found: dict[str, tuple[str, ...] | None], name: str, function: FunctionNode | None) -> None:
    if function is None:
        return
    names = tuple(a.arg for a in (*function.args.posonlyargs, *function.args.args))
    names = names[1:] if names[:1] in (("self",), ("cls",)) else names
    found[name] = names if found.get(name, names) == names else None
