"""Tests that are handed to `eval` though they are statements: each one is an error, whatever it should test."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import Trees
from mlrbench_gui.audit.trust.stored_json import stored_json, texts_under
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_TEST = re.compile(r"(?:^|_)(?:tests?|asserts?|checks?)(?:_|$)", re.IGNORECASE)
_FEWEST = 3


def unrunnable_tests(trees: Trees, files: EvidenceFiles) -> Iterator[Breakage]:
    """Result files that keep tests which code that ran hands to `eval`, none of which is an expression."""
    found = next(((path, line) for path, tree in sorted(trees.items()) for line in _evals(tree)), None)
    if found is None:
        return
    kept = [path for path in files.of_role(ArtifactRole.JSON) if _keeps_statements(files, path)]
    if kept:
        path, line = found
        message = (
            f"The tests are handed to eval here, and those that {kept[0]} keeps are statements, no expressions: each "
            "one is a syntax error, so that no program was ever tested."
        )
        yield Breakage(path, Place("line", "", line), message, frozenset(kept))


def _evals(tree: ast.Module) -> Iterator[int]:
    """The lines on which a variable named for tests is evaluated."""
    for node in all_nodes(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "eval"
            and node.args
        ):
            given = node.args[0]
            if isinstance(given, ast.Name) and _TEST.search(given.id):
                yield node.lineno


def _keeps_statements(files: EvidenceFiles, path: RelPath) -> bool:
    """Whether a file keeps texts under the name of tests, all of which are programs and none an expression."""
    tests = list(texts_under(stored_json(files, path), _TEST))
    return len(tests) >= _FEWEST and all(_is_statement(text) for text in tests)


def _is_statement(text: str) -> bool:
    tree = parse_python(text)
    return (
        tree is not None
        and bool(tree.body)
        and not (len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr))
    )
