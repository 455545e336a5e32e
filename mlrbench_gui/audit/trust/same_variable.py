"""Comparisons of a variable with itself under two names: whatever they measure, they agree by construction."""

import ast
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import all_nodes, own_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import (
    Trees,
    assigned,
    called,
    in_order,
    key_of,
    names_in,
    scopes,
)

_COMPARES = frozenset(
    {
        "kendalltau",
        "weightedtau",
        "spearmanr",
        "pearsonr",
        "ttest_rel",
        "ttest_ind",
        "wilcoxon",
        "mannwhitneyu",
    }
    | {"ks_2samp", "wasserstein_distance", "accuracy_score", "f1_score", "precision_score", "recall_score"}
    | {
        "roc_auc_score",
        "cohen_kappa_score",
        "jaccard_score",
        "mean_squared_error",
        "mean_absolute_error",
        "r2_score",
    }
)
"""Calls of two series whose answer means nothing if both are one."""


def compared_with_itself(trees: Trees) -> Iterator[Breakage]:
    """Each comparison of two names that hold one object, with the names that its answer goes under."""
    for path, scope in scopes(trees):
        origin = _origins(scope)
        for node in in_order(scope, ast.Assign):
            for call in all_nodes(node.value):
                pair = _pair(call)
                if pair is None:
                    continue
                left, right = (origin.get(name, name) for name in pair)
                if left != right:
                    continue
                names = frozenset(frozenset(name_words(name)) for name in _answers(scope, node))
                message = (
                    f"{pair[0]} and {pair[1]} are one variable ({left}), so that {called(call)} compares it with "
                    "itself: the agreement holds by construction."
                )
                if pair[0] == pair[1]:
                    message = (
                        f"{called(call)} compares {left} with itself: the agreement holds by construction."
                    )
                yield Breakage(path, Place("line", "", node.lineno), message, names=names - {frozenset()})


def _pair(node: ast.AST) -> tuple[str, str] | None:
    """The two variables that a call compares."""
    if not isinstance(node, ast.Call) or called(node) not in _COMPARES or len(node.args) < 2:
        return None
    first, second = node.args[:2]
    if isinstance(first, ast.Name) and isinstance(second, ast.Name):
        return first.id, second.id
    return None


def _origins(scope: ast.AST) -> dict[str, str]:
    """What each name stands for that is assigned once, another name, which itself is assigned but once."""
    stores: dict[str, int] = {}
    plain: dict[str, str] = {}
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stores[node.id] = stores.get(node.id, 0) + 1
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            plain |= {t.id: node.value.id for t in node.targets if isinstance(t, ast.Name)}
    found = {}
    for name in plain:
        root = name
        while stores.get(root) == 1 and root in plain and plain[root] != name:
            root = plain[root]
        if stores.get(root, 0) <= 1:
            found[name] = root
    return found


def _answers(scope: ast.AST, node: ast.Assign) -> set[str]:
    """The names that the answer goes under: its variable, the keys of dictionaries and the lists that take it."""
    names = {target.id for target in assigned(node) if isinstance(target, ast.Name) and target.id.strip("_")}
    keys = {key_of(target.slice) for target in assigned(node) if isinstance(target, ast.Subscript)}
    for other in own_nodes(scope):
        if isinstance(other, ast.Dict):
            pairs = zip(other.keys, other.values, strict=True)
            keys |= {key_of(key) for key, value in pairs if names & names_in(value)}
        elif isinstance(other, ast.Assign) and names & names_in(other.value):
            keys |= {key_of(t.slice) for t in assigned(other) if isinstance(t, ast.Subscript)}
    return (names | keys) - {""}
