"""Test sets that the training has seen: cut from the front of the data of which a random part is trained on."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import (
    Trees,
    assigned,
    called,
    functions,
    in_order,
)

_TEST = re.compile(r"(?:^|_)test(?:_|$)")
_TRAIN = re.compile(r"(?:^|_)train(?:ing)?(?:_|$)")
_ORDERS = frozenset({"permutation", "randperm"})
_QUALITY = tuple(
    frozenset(name_words(name))
    for name in (
        "accuracy",
        "recall",
        "precision",
        "f1",
        "auc",
        "auroc",
        "mrr",
        "ndcg",
        "bleu",
        "rouge",
        "perplexity",
    )
)


def seen_tests(trees: Trees) -> Iterator[Breakage]:
    """Functions that test on the first items of data of which they train on a random part, or on the training set."""
    for path, function in functions(trees):
        assigns = in_order(function, ast.Assign)
        for data, line in _cut_for_tests(assigns).items():
            trained = _trained_on(function, assigns, data)
            if trained is None:
                continue
            message = (
                f"The test set is the first part of {data} (line {line}), of which a random part is trained on "
                f"(line {trained}): the test items were seen in training."
            )
            yield Breakage(path, Place("line", "", line), message, names=frozenset(_QUALITY))


def _cut_for_tests(assigns: list[ast.Assign]) -> dict[str, int]:
    """Data whose first items alone are taken for a test, with the lines."""
    found: dict[str, int] = {}
    for node in assigns:
        if not any(_TEST.search(last_name(target)) for target in assigned(node)):
            continue
        for part in all_nodes(node.value):
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name):
                cut = part.slice
                if isinstance(cut, ast.Slice) and cut.lower is None and cut.upper is not None:
                    found.setdefault(part.value.id, part.lineno)
    return found


def _trained_on(function: FunctionNode, assigns: list[ast.Assign], data: str) -> int | None:
    """The line where a training set takes items of the whole data in a random order."""
    if any(_rest_of(node, data) for node in all_nodes(function)):
        return None
    orders = _random_orders(assigns)
    for node in assigns:
        if any(_TRAIN.search(last_name(target)) for target in assigned(node)):
            for part in all_nodes(node.value):
                if _is_item(part, data) and isinstance(part.slice, ast.Name) and part.slice.id in orders:
                    return node.lineno
    return None


def _random_orders(assigns: list[ast.Assign]) -> Mapping[str, int]:
    """Names of random orders of all items, and of parts of such."""
    found: dict[str, int] = {}
    for node in assigns:
        value: ast.AST = node.value
        while isinstance(value, ast.Call | ast.Subscript | ast.Attribute):
            if called(value) in _ORDERS:
                break
            value = value.func if isinstance(value, ast.Call) else value.value
        if called(value) in _ORDERS or (isinstance(value, ast.Name) and value.id in found):
            found |= {t.id: node.lineno for t in node.targets if isinstance(t, ast.Name)}
    return found


def _rest_of(node: ast.AST, data: str) -> bool:
    """`data[n:]`: what is left after the cut, so that the two parts may be apart; and the data cut down itself."""
    if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == data for t in node.targets):
        return any(isinstance(n, ast.Name) and n.id == data for n in all_nodes(node.value))
    return _is_item(node, data) and isinstance(node.slice, ast.Slice) and node.slice.lower is not None


def _is_item(node: ast.AST, data: str) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == data
