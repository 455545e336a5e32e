"""Perfect scores that are what the code gives where there was nothing to find."""

import ast
from collections.abc import Iterator

from mlrbench_gui.audit.findings._stored_values import StoredFile, stored_files
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_FOUND = ("precision", "recall", "f1")
_FEWEST = 2


def special_case_findings(facts: RunFacts) -> Iterator[Draft]:
    """Files whose precision and recall are exactly 1 throughout, where code that ran gives just that for nothing."""
    source = next(_perfect_for_nothing(facts), None)
    if source is None:
        return
    for stored in stored_files(facts):
        number = _all_perfect(stored)
        if number >= _FEWEST:
            path, line = source
            message = (
                f"All {number} stored pairs of precision and recall are exactly 1: {path}, line {line}, "
                "gives that where nothing was there to be found and nothing was found."
            )
            yield Draft(FindingKind.OTHER, Severity.MEDIUM, stored.path, Place("pointer"), message)


def _all_perfect(stored: StoredFile) -> int:
    """How many objects have precision and recall; 0 unless all of theirs are 1."""
    scored = [
        {key: value for key, value in item.numbers.items() if key.lower().startswith(_FOUND)}
        for item in stored.objects
    ]
    scored = [s for s in scored if any("prec" in k.lower() for k in s) and any("rec" in k.lower() for k in s)]
    return len(scored) if all(value == 1 for s in scored for value in s.values()) else 0


def _perfect_for_nothing(facts: RunFacts) -> Iterator[tuple[RelPath, int]]:
    """Returns of nothing but ones under a test that something is empty."""
    for path in sorted(facts.runs.readings):
        tree = facts.files.tree(path)
        if tree is None or path not in facts.runs.ran:
            continue
        for node in all_nodes(tree):
            last = node.body[-1] if isinstance(node, ast.If) and _is_empty(node.test) else None
            if isinstance(last, ast.Return) and _ones(last.value) >= _FEWEST:
                yield path, last.lineno


def _is_empty(test: ast.expr) -> bool:
    """`not a and not b`, `len(a) == 0 and ...`: every part says that there is nothing."""
    if isinstance(test, ast.BoolOp):
        return isinstance(test.op, ast.And) and all(_is_empty(part) for part in test.values)
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not)
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return False
    zero = test.comparators[0]
    return isinstance(zero, ast.Constant) and zero.value == 0


def _ones(value: ast.expr | None) -> int:
    """How many ones a returned dictionary or tuple holds; 0 if it holds something else."""
    items = (
        value.values if isinstance(value, ast.Dict) else value.elts if isinstance(value, ast.Tuple) else []
    )
    is_bare = all(isinstance(item, ast.Constant) and item.value == 1 for item in items)
    return len(items) if is_bare else 0
