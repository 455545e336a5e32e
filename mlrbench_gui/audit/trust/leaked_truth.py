"""Measurements that are the truth with noise: what is later compared with that truth agrees by construction."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import Trees, assigned, in_order, scopes

_TRUTH = re.compile(r"(?:^|_)(?:ground_?truth|gold|true|reference)(?:_|$)")
_NOISE = frozenset({"normal", "gauss", "randn"})
_FEWEST_WORDS = 2
"""A class of one word names too many values."""
_AGREEMENT = frozenset(name_words("correlation"))


def leaked_truths(trees: Trees) -> Iterator[Breakage]:
    """Classes that take an attribute plus noise for a measurement, where the same attribute is the truth elsewhere."""
    truths = {a: line for path, scope in scopes(trees) for a, line in _truths(scope)}
    if not truths:
        return
    for path, tree in trees.items():
        for made in (n for n in all_nodes(tree) if isinstance(n, ast.ClassDef)):
            words = frozenset(name_words(made.name))
            if len(words) < _FEWEST_WORDS:
                continue
            for node in all_nodes(made):
                attribute = _noised(node)
                if attribute in truths:
                    message = (
                        f"{made.name} takes .{attribute} with noise added for a measurement, and .{attribute} is also "
                        "the truth that its results are compared with: the truth leaks into them."
                    )
                    place = Place("line", "", getattr(node, "lineno", 0))
                    yield Breakage(path, place, message, names=frozenset({words | _AGREEMENT}))
                    break


def _truths(scope: ast.AST) -> Iterator[tuple[str, int]]:
    """Attributes of objects that a variable named as the truth is made of."""
    for node in in_order(scope, ast.Assign):
        if any(_TRUTH.search(last_name(target)) for target in assigned(node)):
            for part in all_nodes(node.value):
                if isinstance(part, ast.DictComp | ast.ListComp):
                    value = part.value if isinstance(part, ast.DictComp) else part.elt
                    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
                        yield value.attr, node.lineno


def _noised(node: ast.AST) -> str:
    """`x.attribute + normal(...)`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return ""
    sides = (node.left, node.right)
    draws = [s for s in sides if isinstance(s, ast.Call) and last_name(s.func) in _NOISE]
    taken = [s for s in sides if isinstance(s, ast.Attribute) and isinstance(s.value, ast.Name)]
    return taken[0].attr if draws and taken else ""
