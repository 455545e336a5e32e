"""Tests that are evaluated as expressions although they are statements test nothing."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind, Severity
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

SCRIPT = """import json
from transformers import pipeline

model = pipeline("text-generation")


def passes(program, NAME):
    names = {}
    try:
        exec(program, names)
        RUN
        return True
    except Exception:
        return False


rows = []
for task in json.load(open("tasks.json")):
    passed = passes(model(task["prompt"]), task["test"])
    rows.append({"test": task["test"], "passed": passed})
with open("results/rows.json", "w") as f:
    json.dump(rows, f)
"""
CHECK = "def check(f):\n    assert f(2) == 4\n"
PAPER = "# T\n\n## 4 Results\n\nThe model solves 37.5% of all tasks.\n"
NOTE = "# Results\n\nThe model solves 37.5% of all tasks.\n"


def audited(audit_of: MakeAudit, name: str, run: str, test: str) -> tuple[str, list[Severity]]:
    script = SCRIPT.replace("NAME", name).replace("RUN", run)
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "results/results.md": NOTE,
            "results/rows.json": json.dumps([{"test": test, "passed": False}] * 4, indent=1),
            "code/run.py": script,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/run.py", "content": script}, "ok", False),
                ("Bash", {"command": "cd /w && python code/run.py"}, "ok", False),
            ),
        }
    )
    trust = next(claim.trust.value for claim in audit.claims if claim.value == 37.5)
    faults = [
        f.severity for f in audit.findings if f.kind is FindingKind.METHOD_MISMATCH and "eval" in f.message
    ]
    return trust, faults


def test_that_statements_handed_to_eval_test_nothing(audit_of: MakeAudit) -> None:
    assert audited(audit_of, "test", "eval(test, names)", CHECK) == ("doubtful", [Severity.HIGH])


@pytest.mark.parametrize(
    ("name", "run", "test"),
    [
        ("test", "eval(test, names)", "solve(2) == 4"),
        ("test", "exec(test, names)", CHECK),
        ("setting", "eval(setting, names)", CHECK),
    ],
    ids=["expressions", "executed", "no test"],
)
def test_that_other_evaluations_are_no_fault(audit_of: MakeAudit, name: str, run: str, test: str) -> None:
    assert audited(audit_of, name, run, test)[1] == []
