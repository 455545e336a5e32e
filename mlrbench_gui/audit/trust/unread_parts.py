"""Parts of graphs that code puts into its data and no model ever reads."""

import ast
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.trust.breakage import NOTHING, Breakage
from mlrbench_gui.audit.trust.code_that_ran import Trees, called

_LIBRARY = "torch_geometric"
_PARTS = frozenset({"edge_attr", "edge_weight", "pos"})
"""What its `Data` may hold beside nodes and edges; layers see it only if they are handed it."""
_OUTER = frozenset({"shape", "size", "dim", "dtype", "device"})


def unread_parts(trees: Trees) -> Iterator[Breakage]:
    """Parts that a graph is made with, where no code takes them out again: the model never sees them."""
    read = {name for tree in trees.values() for name in _read(tree)}
    for path, tree in trees.items():
        if not _imports(tree):
            continue
        for call in (n for n in all_nodes(tree) if isinstance(n, ast.Call) and called(n) == "Data"):
            for keyword in call.keywords:
                if keyword.arg in _PARTS and keyword.arg not in read:
                    message = (
                        f"The graphs are made with {keyword.arg}, but no code reads it: no layer is handed it, and the "
                        "model never sees it."
                    )
                    yield Breakage(path, Place("line", "", call.lineno), message, NOTHING, by_absence=True)


def _read(tree: ast.Module) -> Iterator[str]:
    """Attributes whose content is taken, not only their shape or whether they are there; and names in texts."""
    asked: set[int] = set()
    for node in all_nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in _OUTER:
            asked.add(id(node.value))
        elif isinstance(node, ast.Compare) and all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            asked.add(id(node.left))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in asked:
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _imports(tree: ast.Module) -> bool:
    return any(
        isinstance(n, ast.ImportFrom) and (n.module or "").partition(".")[0] == _LIBRARY
        for n in all_nodes(tree)
    )
