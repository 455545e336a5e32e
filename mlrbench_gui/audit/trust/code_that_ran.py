"""The syntax trees of code that ran, and small questions about them."""

import ast
from collections.abc import Iterator, Mapping
from typing import TypeVar

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes, functions_in, once_for_each, own_nodes
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

Trees = Mapping[RelPath, ast.Module]
N = TypeVar("N", bound=ast.AST)


def trees_that_ran(files: EvidenceFiles, runs: ScriptRuns) -> Trees:
    """The trees of scripts that ran by the record, by imports of those, or by the messages in a log.

    What was changed after it ran is left out: what the file holds now never ran.
    """
    logs = {runs.captured_log(files.text(log)) for log in files.of_role(ArtifactRole.LOG)}
    return {
        path: tree
        for path in sorted(runs.readings)
        if (path in runs.ran or path in logs)
        and path not in runs.trees
        and (tree := files.tree(path)) is not None
    }


def functions(trees: Trees) -> Iterator[tuple[RelPath, FunctionNode]]:
    """All functions that some code names, with the file that each stands in; so are methods that Python calls."""
    named = {name for tree in trees.values() for name in _names_loaded(tree)}
    for path, tree in trees.items():
        for node in functions_in(tree):
            if node.name in named or node.name.startswith("__"):
                yield path, node


def scopes(trees: Trees) -> Iterator[tuple[RelPath, ast.Module | FunctionNode]]:
    """All functions that some code names, and the scripts themselves."""
    yield from trees.items()
    yield from functions(trees)


def in_order(scope: ast.AST, kind: type[N]) -> list[N]:
    """The nodes of one kind in a scope, by line."""
    found = [node for node in own_nodes(scope) if isinstance(node, kind)]
    return sorted(found, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)))


def called(node: ast.AST) -> str:
    """The last name of what a call calls; empty for anything else."""
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def names_in(node: ast.AST) -> set[str]:
    """The names of variables that an expression loads."""
    return {n.id for n in all_nodes(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def key_of(node: ast.AST | None) -> str:
    """The text of a key; empty for a key that is computed."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def assigned(node: ast.Assign) -> Iterator[ast.expr]:
    """The single targets of an assignment, those of a tuple one by one."""
    for target in node.targets:
        yield from target.elts if isinstance(target, ast.Tuple) else (target,)


@once_for_each
def _names_loaded(tree: ast.Module) -> frozenset[str]:
    return frozenset(name for node in all_nodes(tree) for name in _loaded(node))


def _loaded(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)
