"""Why a log is empty: logging was set up before by another module, or used before it was set up."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from mlrbench_gui.audit.findings.draft import RunFacts
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.values import RelPath

_USES = frozenset({"debug", "info", "warning", "error", "critical", "exception"})


def why_empty(facts: RunFacts, log: RelPath) -> str | None:
    """One sentence with the places in code, or None where the set-up does not tell."""
    name = PurePosixPath(log).name
    for path, reading in sorted(facts.runs.readings.items()):
        tree = facts.files.tree(path)
        if tree is None or path not in facts.runs.ran or name not in reading.names_files:
            continue
        line = _set_up(tree)
        if line is None:
            continue
        earlier = _set_up_before(facts, path, tree, line) or _used_before(tree, line)
        if earlier is not None:
            return f"{path} sets it up in line {line}, but {earlier}: `basicConfig` takes effect only the first time."
    return None


def _set_up(tree: ast.Module) -> int | None:
    """The line in which a module calls `logging.basicConfig` by itself, None if it does not or forces it."""
    for node in _of_module(tree):
        if isinstance(node, ast.Call) and last_name(node.func) == "basicConfig":
            return None if any(k.arg == "force" for k in node.keywords) else node.lineno
    return None


def _set_up_before(facts: RunFacts, path: RelPath, tree: ast.Module, line: int) -> str | None:
    """A module of the run that is imported above this line and sets logging up itself."""
    stems = {PurePosixPath(p).stem: p for p in sorted(facts.runs.readings) if p != path}
    for node in tree.body:
        if node.lineno >= line or not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for stem in _imported(node):
            other = stems.get(stem)
            module = facts.files.tree(other) if other is not None else None
            at = _set_up(module) if module is not None else None
            if at is not None:
                return f"{other}, which it imports in line {node.lineno}, has done so before in its line {at}"
    return None


def _used_before(tree: ast.Module, line: int) -> str | None:
    """A message that the module itself logs above this line, by which logging is set up."""
    for node in _of_module(tree):
        if isinstance(node, ast.Call) and node.lineno < line and isinstance(node.func, ast.Attribute):
            is_root = isinstance(node.func.value, ast.Name) and node.func.value.id == "logging"
            if is_root and node.func.attr in _USES:
                return f"a message is logged before, in line {node.lineno}"
    return None


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield (node.module or "").split(".")[-1]
    yield from (alias.name.split(".")[-1] for alias in node.names)


def _of_module(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes that run when the module is loaded, in order; not those of functions and classes."""
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from all_nodes(statement)
