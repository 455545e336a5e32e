"""Numbers that well-known procedures take, and that papers tell in a form of their own: `K = 3`, `to 2D`, `top-5`."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mlrbench_gui.audit.ledger.code_values import constant
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.domain.values import RelPath

_REACH = 90


@dataclass(frozen=True, slots=True)
class _Procedure:
    """`keyword` is the argument, also the first one without a name; `named` is how sentences speak of it.

    `before` and `after` are what stands on the sides of its number, either of them.
    """

    functions: frozenset[str]
    keyword: str
    named: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]


def _procedure(functions: str, keyword: str, named: str, before: str, after: str) -> _Procedure:
    return _Procedure(
        frozenset(functions.split()),
        keyword,
        re.compile(named, re.IGNORECASE),
        re.compile(rf"(?:{before})[\s$(*`\\]*$", re.IGNORECASE),
        re.compile(rf"[\s$*`-]*(?:{after})\b", re.IGNORECASE),
    )


_PROCEDURES = (
    _procedure(
        "KMeans MiniBatchKMeans BisectingKMeans", "n_clusters", r"\bk-?\s?means", r"\bk\s*\$?\s*[=:]", r"clusters?"
    ),
    _procedure(
        "GaussianMixture BayesianGaussianMixture", "n_components", r"\bgmm|gaussian mixture", r"\bk\s*\$?\s*[=:]",
        r"components?|clusters?",
    ),
    _procedure(
        "PCA TruncatedSVD TSNE UMAP NMF", "n_components", r"\bpca\b|principal component|t-?sne|umap|\bsvd\b|\bnmf\b",
        r"\b(?:components|dimensions?|d)\s*\$?\s*[=:]", r"d\b|dim\w*|components?|principal",
    ),
    _procedure(
        "KNeighborsClassifier KNeighborsRegressor NearestNeighbors", "n_neighbors", r"k-?\s?nn|neighbou?r",
        r"\bk\s*\$?\s*[=:]", r"(?:nearest )?neighbou?rs?",
    ),
    _procedure("most_common topk nlargest", "k", r"\btop\b", r"\btop[\s-]*", r"(?!.)x"),
)  # fmt: skip


def procedures_of(path: RelPath, tree: ast.Module) -> Iterator[Setting]:
    """The numbers that calls of well-known procedures are given in a file."""
    for node in all_nodes(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for procedure in _PROCEDURES:
            if function in procedure.functions and (number := _given(node, procedure.keyword)) is not None:
                place = Place("line", "", node.lineno)
                yield Setting(path, place, procedure.keyword, (number,), Rank.GIVEN, (function,))


def _given(node: ast.Call, keyword: str) -> float | None:
    named = [item.value for item in node.keywords if item.arg == keyword]
    values = (constant(value) for value in (*named, *node.args[:2]))
    return next((float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)), None)


def meet_procedure(claimed: Claimed, known: tuple[Setting, ...]) -> list[Setting]:
    """The calls that are given the number of a sentence in the form that belongs to their procedure."""
    number, start = claimed.number, claimed.statement.sentence[0]
    sentence = claimed.sentence
    at, stop = number.start - start, number.end - start
    found = []
    for procedure in _PROCEDURES:
        near = sentence[max(0, at - _REACH) : stop + _REACH]
        told = procedure.before.search(sentence, 0, max(at, 0)) or procedure.after.match(sentence, stop)
        if told and procedure.named.search(near):
            found += [
                setting
                for setting in known
                if setting.owner[-1] in procedure.functions and agreement(number, setting.numbers[0]).agrees
            ]
    return found
