"""What a summary of experiments keeps of them: the code of each, beside the metric that it gave.

Some systems ship neither transcript nor log but JSON in which every experiment has its plan, its code and its outcome.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.provenance.flow.following import follow
from mlrbench_gui.audit.provenance.scripts import read_script
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_SHORTEST = 200
_DEEPEST = 12
_MOST = 40
_LEARNING = frozenset(
    {"backward", "fit", "fit_transform", "generate", "predict", "from_pretrained", "create"}
)
"""Calls that fit or ask a model."""


@dataclass(frozen=True, slots=True)
class Record:
    """An experiment in a summary: which file has it, whether a plan and an outcome stand beside its code.

    `computes` tells that the code learns or asks a model, and that its results are no literals or draws.
    """

    path: RelPath
    planned: bool
    has_outcome: bool
    computes: bool


def records_of(files: EvidenceFiles) -> tuple[Record, ...]:
    """The experiments that the run's summaries keep with their code, each code once a file."""
    found: list[Record] = []
    judged: dict[str, bool] = {}
    for path in files.of_role(ArtifactRole.JSON):
        text = files.text(path)
        if '"code"' not in text:
            continue
        try:
            nodes = list(_nodes(json.loads(text), 0))
        except (ValueError, RecursionError):
            continue  # told as unreadable where the ledger reads it
        for node in nodes[:_MOST]:
            code = str(node["code"])
            tree = parse_python(code)
            if tree is None:
                continue
            if code not in judged:
                judged[code] = _learns(tree) and not _makes_up(code, tree)
            planned = any("plan" in key.lower() and value for key, value in node.items())
            found.append(Record(path, planned, _has_number(node.get("metric"), 0), judged[code]))
    return tuple(found)


def _nodes(value: object, depth: int) -> Iterator[dict[str, object]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        code = value.get("code")
        if isinstance(code, str) and len(code) >= _SHORTEST:
            yield value
        for item in value.values():
            yield from _nodes(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from _nodes(item, depth + 1)


def _has_number(value: object, depth: int) -> bool:
    """Whether an outcome holds a number; settings and names alone are none."""
    if isinstance(value, dict):
        return depth < _DEEPEST and any(_has_number(item, depth + 1) for item in value.values())
    if isinstance(value, list):
        return depth < _DEEPEST and any(_has_number(item, depth + 1) for item in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _learns(tree: ast.Module) -> bool:
    """Whether a model is fitted or asked anywhere in this code."""
    calls = (node.func for node in all_nodes(tree) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in _LEARNING for call in calls)


def _makes_up(code: str, tree: ast.Module) -> bool:
    """Whether the results of this code are literals or random draws."""
    name = RelPath("stored.py")
    leaves = tuple(leaf for leaf in follow({name: tree}, {name}) if leaf.script == name)
    return replace(read_script(name, code, tree, direct=True), leaves=leaves).fabricates
