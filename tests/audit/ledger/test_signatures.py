"""What is handed to a function in a place is called as the function calls it there."""

import ast
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.ledger.signatures import signatures_of
from mlrbench_gui.domain.audit import Audit

AuditOf = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# Strings\n\n## 4. Experimental Setup\n\nWe draw 3,000 strings per class in all runs.\n"


def test_arguments_by_function_and_class() -> None:
    tree = ast.parse("def f(a, b=1, *, c=2): ...\nclass Net:\n    def __init__(self, width, depth): ...\n")
    assert signatures_of([tree])["f"] == ("a", "b")
    assert signatures_of([tree])["Net"] == ("width", "depth")


def test_what_two_functions_call_differently_is_left_out() -> None:
    trees = [ast.parse("def f(a): ..."), ast.parse("def f(b): ..."), ast.parse("def f(a): ...")]
    assert "f" not in signatures_of(trees)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pool = balanced(read(), 3000, 7)\n", "supported"),
        ("pool = balanced(read(), 7, 3000)\n", "unsupported"),
        ("if __name__ == '__main__':\n    balanced(read(), 3000, 7)\n", "unsupported"),
    ],
)
def test_a_setting_is_told_by_its_place(audit_of: AuditOf, call: str, expected: str) -> None:
    files = {
        "results/paper.md": PAPER,
        "code/pools.py": "def balanced(pairs, strings_per_class, seed):\n    return pairs[:strings_per_class]\n",
        "code/run.py": f"from pools import balanced\n{call}print(1)\n",
    }
    (found,) = [c for c in audit_of(files).claims if c.value == 3000.0]
    assert (found.verdict == "supported") == (expected == "supported"), found.reason
