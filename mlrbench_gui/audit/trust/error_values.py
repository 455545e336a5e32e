"""Errors that become values: where computing fails a score is infinite or no number, and then compared as any other."""

import ast
import math
from collections.abc import Iterator

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import constant
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import (
    Trees,
    called,
    functions,
    in_order,
    names_in,
)
from mlrbench_gui.audit.trust.stored_json import stored_json
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath

_PICKS = frozenset({"max", "min", "sorted", "argmax", "argmin", "nlargest", "nsmallest"})
_FEWEST = 2
Group = tuple[RelPath, str]


def errors_as_values(trees: Trees, files: EvidenceFiles) -> Iterator[Breakage]:
    """Choices among scores of which a result file holds a whole group of failures: the first one wins for no reason."""
    for path, function in functions(trees):
        for line, scores in _failures(function):
            chosen = _chosen(function, scores)
            if not chosen:
                continue
            groups = _all_failed(files)
            if groups:
                told = ", ".join(name for held, name in groups if held == groups[0][0])
                message = (
                    f"Where computing fails, {scores} gets a value that is no score; in {groups[0][0]} all of {told} "
                    "are such values, and one of them is chosen as the best all the same."
                )
                yield Breakage(path, Place("line", "", line), message, names=chosen, kind=FindingKind.OTHER)
            return


def _failures(function: FunctionNode) -> Iterator[tuple[int, str]]:
    """The line and the container where an error's handler stores an infinite value, or none."""
    for handler in in_order(function, ast.ExceptHandler):
        for node in all_nodes(handler):
            if isinstance(node, ast.Assign) and _is_no_score(node.value):
                target = node.targets[0]
                if isinstance(target, ast.Subscript):
                    yield node.lineno, last_name(target.value)


def _is_no_score(node: ast.expr) -> bool:
    """`float("-inf")`, `-np.inf`, `math.nan`."""
    if isinstance(node, ast.UnaryOp):
        return _is_no_score(node.operand)
    if called(node) == "float" and isinstance(node, ast.Call) and node.args:
        given = node.args[0]
        return isinstance(given, ast.Constant) and str(given.value).strip("+-").lower() in (
            "inf",
            "infinity",
            "nan",
        )
    return last_name(node).lower() in ("inf", "nan", "infinity") and constant(node) is None


def _chosen(function: FunctionNode, scores: str) -> frozenset[frozenset[str]]:
    """The names under which goes what is picked from the scores, by the last word of each: `selections` of models."""
    picked: set[str] = set()
    names: set[frozenset[str]] = set()
    for node in in_order(function, ast.Assign):
        target = node.targets[0]
        picks = any(called(part) in _PICKS and scores in names_in(part) for part in all_nodes(node.value))
        if picks and isinstance(target, ast.Name):
            picked.add(target.id)
        if isinstance(target, ast.Subscript) and (picks or names_in(node.value) & picked):
            names.add(frozenset(name_words(last_name(target.value))[-1:]))
    return frozenset(name for name in names if name)


def _all_failed(files: EvidenceFiles) -> list[Group]:
    """Groups of a result file all of whose numbers are infinite or none."""
    found: list[Group] = []
    for path in files.of_role(ArtifactRole.JSON):
        if any(word in files.text(path) for word in ("Infinity", "NaN")):
            found += [(path, name) for name in _failed_groups(stored_json(files, path), "")]
    return sorted(found, key=lambda group: (not group[0].startswith("results/"), group))


def _failed_groups(data: object, name: str) -> Iterator[str]:
    if not isinstance(data, dict):
        return
    numbers = [value for value in data.values() if isinstance(value, float)]
    if len(numbers) == len(data) >= _FEWEST and not any(math.isfinite(number) for number in numbers):
        yield name
    for key, value in data.items():
        yield from _failed_groups(value, str(key))
