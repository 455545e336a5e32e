"""Groups and labels that are drawn at random apart from the inputs: what is measured by them tells nothing."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes, own_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import (
    Trees,
    called,
    functions,
    in_order,
    names_in,
)

_DRAWS = frozenset(
    {"rand", "random", "randint", "uniform", "binomial", "bernoulli", "choice", "randn", "rand_like"}
)
_GROUP = re.compile(r"(?:^|_)groups?(?:_|$)")
_LABEL = re.compile(r"(?:^|_)(?:labels?|targets?|ratings?)(?:_|$)")
_BY_LABEL = tuple(
    frozenset(name_words(name)) for name in ("accuracy", "acc", "f1", "precision", "recall", "auc", "auroc")
)
_BY_GROUP = tuple(
    frozenset(name_words(name)) for name in ("worst group", "wga", "group accuracy", "group gap")
)
_WRAPS = frozenset({"int", "float", "tensor", "array", "LongTensor"})
_KEEPS = frozenset(
    {"append", "extend", "tensor", "array", "LongTensor", "stack", "int", "float", "len", "item"}
)


def random_groups(trees: Trees) -> Iterator[Breakage]:
    """Functions that give items a group or label which a draw decides, while nothing else of the item rests on it."""
    for path, function in functions(trees):
        drawn = _drawn(function)
        groups = [name for name in drawn if _GROUP.search(name)]
        labels = _drawn_labels(function)
        if not (groups or labels) or not _is_batch(function) or _shapes_inputs(function, set(drawn)):
            continue
        line = min(drawn.values())
        if not groups:
            message = f"The truth ({labels[0]}) is drawn at random here and tells nothing of the inputs."
            yield Breakage(path, Place("line", "", line), message, names=frozenset(_BY_LABEL))
            continue
        message = (
            f"The groups ({groups[0]}) are drawn at random here and tell nothing of the inputs, so that no figure by "
            "group is measured on real groups."
        )
        yield Breakage(path, Place("line", "", line), message, names=frozenset(_BY_GROUP))


def _drawn_labels(function: FunctionNode) -> list[str]:
    """Labels each of whose values is a draw itself: one that is looked up, or drawn only at times, is no lot."""
    decided: dict[str, list[bool]] = {}
    for node in in_order(function, ast.Assign):
        value = node.value
        while called(value) in _WRAPS and isinstance(value, ast.Call) and value.args:
            value = value.args[0]
        for target in node.targets:
            if isinstance(target, ast.Name) and _LABEL.search(target.id):
                decided.setdefault(target.id, []).append(called(value) in _DRAWS - {"choice"})
    return [name for name, draws in decided.items() if all(draws)]


def _drawn(function: FunctionNode) -> dict[str, int]:
    """Variables that a random draw decides, directly or through others, with the line of each."""
    drawn: dict[str, int] = {}
    for node in in_order(function, ast.Assign):
        is_drawn = any(called(n) in _DRAWS for n in all_nodes(node.value)) or names_in(node.value) & set(
            drawn
        )
        if is_drawn:
            drawn |= {target.id: node.lineno for target in node.targets if isinstance(target, ast.Name)}
    return drawn


def _is_batch(function: FunctionNode) -> bool:
    """Whether items of a data set come in from outside: the groups of made-up data may well be drawn first."""
    return "collate" in function.name or function.name == "__getitem__"


def _shapes_inputs(function: FunctionNode, drawn: set[str]) -> bool:
    """Whether anything but a group is made of what was drawn."""
    for node in own_nodes(function):
        if isinstance(node, ast.Call) and called(node) not in _KEEPS | _DRAWS:
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            if any(names_in(argument) & drawn for argument in given):
                return True
        if isinstance(node, ast.If | ast.While) and names_in(node.test) & drawn:
            return True
    return False
