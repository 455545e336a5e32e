"""Constants that stand in for a measure where there was nothing to measure, and that its means then take in."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

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
    key_of,
)
from mlrbench_gui.audit.trust.stored_json import stored_json
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_TIMES = re.compile(r"time|latency|delay|duration|steps|iterations", re.IGNORECASE)
_VERBS = re.compile(r"^_?(?:evaluate|calculate|compute|get|measure|estimate|calc|eval)_")
_FEWEST = 2
_GENERIC = frozenset(name_words("score scores value values list history"))


@dataclass(frozen=True, slots=True)
class _StandIn:
    """A constant that code gives for a measure when a list is empty."""

    path: RelPath
    line: int
    measure: str
    empty: str
    value: float


def constants_standing_in(trees: Trees, files: EvidenceFiles) -> Iterator[Breakage]:
    """Stand-ins that stored results hold beside measured values: what is averaged over both is no measure."""
    found = [s for path, function in functions(trees) for s in _stand_ins(path, function)]
    if not found:
        return
    stored = [(_words(key), values) for key, values in _stored(files)]
    for item in found:
        words = _words(item.measure)
        own = [values for key, values in stored if key == words]
        numbers = [number for values in own for number in values]
        stands = sum(1 for number in numbers if number == item.value)
        measured = frozenset(number for number in numbers if number != item.value)
        if not words or stands < _FEWEST or len(measured) < _FEWEST:
            continue
        message = (
            f"Where {item.empty} is empty the code gives {item.value:g} as {item.measure}; {stands} of {len(numbers)} "
            "stored values are that constant, and means over them mix it with what was measured."
        )
        place = Place("line", "", item.line)
        yield Breakage(
            item.path,
            place,
            message,
            names=frozenset({words}),
            sound=measured,
            kind=FindingKind.OTHER,
            severity=Severity.MEDIUM,
        )


def _words(name: str) -> frozenset[str]:
    return frozenset(name_words(name)) - _GENERIC


def _stand_ins(path: RelPath, function: FunctionNode) -> Iterator[_StandIn]:
    """`if not events: return 0.5`, and a key that gets the mean of a list or else a constant."""
    measure = _VERBS.sub("", function.name)
    for node in in_order(function, ast.If):
        empty = _emptiness(node.test)
        given = node.body[0] if len(node.body) == 1 else None
        if empty and isinstance(given, ast.Return) and given.value is not None and measure != function.name:
            value = constant(given.value)
            if value is not None and value not in (0.0, 1.0, -1.0):
                yield _StandIn(path, given.lineno, measure, empty, float(value))
        if isinstance(node.test, ast.Name) and len(node.orelse) == 1 and len(node.body) == 1:
            filled, other = node.body[0], node.orelse[0]
            if isinstance(filled, ast.Assign) and isinstance(other, ast.Assign):
                yield from _of_key(path, node.test.id, filled, other)


def _of_key(path: RelPath, empty: str, filled: ast.Assign, other: ast.Assign) -> Iterator[_StandIn]:
    """A time that is the mean of a list, or else a constant: the best time of all where it is 0."""
    left, right = filled.targets[0], other.targets[0]
    value = constant(other.value)
    if not isinstance(left, ast.Subscript) or not isinstance(right, ast.Subscript) or value is None:
        return
    key = key_of(left.slice)
    means = {"mean", "average", "median", "nanmean"}
    is_mean = any(called(node) in means for node in all_nodes(filled.value))
    if key and key == key_of(right.slice) and is_mean and _TIMES.search(key):
        yield _StandIn(path, other.lineno, key, empty, float(value))


def _emptiness(test: ast.expr) -> str:
    """The list that a test finds empty: `not x` and `len(x) == 0`."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return last_name(test.operand)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or called(test.left) != "len":
        return ""
    is_none = isinstance(test.ops[0], ast.Eq) and constant(test.comparators[0]) == 0
    return last_name(test.left.args[0]) if is_none and isinstance(test.left, ast.Call) else ""


def _stored(files: EvidenceFiles) -> Iterator[tuple[str, list[float]]]:
    """The numbers that result files hold, by their last key."""
    for path in files.of_role(ArtifactRole.JSON):
        if path.startswith("results"):
            yield from _numbers(stored_json(files, path), "")


def _numbers(data: object, key: str) -> Iterator[tuple[str, list[float]]]:
    if isinstance(data, dict):
        for name, value in data.items():
            yield from _numbers(value, str(name))
    elif isinstance(data, list):
        numbers = [float(item) for item in data if isinstance(item, int | float)]
        if len(numbers) == len(data):
            yield key, numbers
        else:
            for item in data:
                yield from _numbers(item, key)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield key, [float(data)]
