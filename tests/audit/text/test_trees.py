"""Nodes of syntax trees: which come, in which order, and how often they are looked for."""

import ast
import gc
import weakref

from mlrbench_gui.audit.text.trees import all_nodes, functions_in, once_for_each, own_nodes

SOURCE = """
import json

def outer(a, *, b=1):
    def inner():
        return [x + b for x in a if x not in (1, 2)]
    return inner

class Thing:
    async def method(self):
        self.x = lambda: json.dumps({"a": 1})
"""


def test_all_nodes_are_those_of_ast_walk_without_contexts() -> None:
    tree = ast.parse(SOURCE)
    for node in ast.walk(tree):
        walked = [part for part in ast.walk(node) if not isinstance(part, ast.expr_context)]
        assert list(all_nodes(node)) == ([node] if isinstance(node, ast.expr_context) else walked)


def test_own_nodes_leave_out_what_stands_in_functions_and_classes_within() -> None:
    tree = ast.parse(SOURCE)
    outer = next(n for n in tree.body if isinstance(n, ast.FunctionDef))
    names = {n.id for n in own_nodes(outer) if isinstance(n, ast.Name)}
    assert names == {"inner"}
    assert not any(isinstance(n, ast.FunctionDef | ast.ClassDef | ast.Lambda) for n in own_nodes(tree))
    assert any(isinstance(n, ast.Import) for n in own_nodes(tree))


def test_functions_of_every_depth_are_found() -> None:
    assert {f.name for f in functions_in(ast.parse(SOURCE))} == {"outer", "inner", "method"}


def test_a_question_about_a_tree_is_worked_out_once() -> None:
    asked: list[ast.Module] = []

    @once_for_each
    def size(tree: ast.Module) -> int:
        asked.append(tree)
        return len(tree.body)

    first, second = ast.parse("a = 1"), ast.parse("a = 1\nb = 2")
    assert [size(first), size(second), size(first), size(second)] == [1, 2, 1, 2]
    assert len(asked) == 2


def test_what_is_kept_of_a_tree_goes_with_it() -> None:
    tree = ast.parse(SOURCE)
    all_nodes(tree), own_nodes(tree), functions_in(tree)
    gone = weakref.ref(tree)
    gc.disable()
    try:
        del tree
        assert gone() is None
    finally:
        gc.enable()
