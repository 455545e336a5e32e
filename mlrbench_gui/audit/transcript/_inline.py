"""Files that code given on the command line writes: `python -c` and code handed over by a here-document."""

import ast
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import all_nodes

_PLAIN = frozenset(
    {"csv", "datetime", "io", "json", "math", "os", "pathlib", "random", "sys", "textwrap", "time"}
)
"""Modules that bring no results in; `random` draws them."""
_READS = frozenset(
    {"load", "read", "readlines", "read_text", "read_csv", "check_output", "popen", "urlopen", "run"}
)
_WRITES = frozenset({"write_text", "to_csv", "to_json"})


def written_files(code: str) -> Iterator[tuple[str, str]]:
    """Path and way (`typed`, `captured`) of each file that the code writes by a literal name.

    It is typed where nothing but literals, draws and the clock can have gone in: nothing is read, started or imported.
    """
    tree = parse_python(code)
    if tree is None:
        return
    paths = sorted({path for node in all_nodes(tree) if isinstance(node, ast.Call) for path in _target(node)})
    how = "captured" if _brings_in(tree) else "typed"
    yield from ((path, how) for path in paths)


def _target(call: ast.Call) -> Iterator[str]:
    name = last_name(call.func)
    if name == "open":
        modes = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "mode")]
        if any(isinstance(m, ast.Constant) and str(m.value)[:1] in "wax" for m in modes):
            yield from _literal(call.args[:1])
    elif (
        name == "write_text"
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Call)
    ):
        yield from _literal(call.func.value.args[:1])
    elif name in _WRITES:
        yield from _literal(call.args[:1])


def _literal(nodes: list[ast.expr]) -> Iterator[str]:
    yield from (
        n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value
    )


def _brings_in(tree: ast.Module) -> bool:
    """Whether data, a model or another program may have gone in."""
    for node in all_nodes(tree):
        if isinstance(node, ast.Import) and any(a.name.split(".")[0] not in _PLAIN for a in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in _PLAIN:
            return True
        if isinstance(node, ast.Call) and last_name(node.func) in _READS:
            return True
        if isinstance(node, ast.Call) and last_name(node.func) == "open" and not list(_target(node)):
            return True
    return False
