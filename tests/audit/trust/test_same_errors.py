"""Items that all ended in one error were not measured; items with errors of their own were."""

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
rows = []
for task in json.load(open("tasks.json")):
    rows.append(check(model(task["prompt"])))
print(f"Training loss: {model.loss}")
with open("results/rows.json", "w") as f:
    json.dump(rows, f)
"""
PAPER = "# T\n\n## 4 Results\n\nThe model solves a share of 37.5% of all tasks. The training loss is 2.314.\n"
NOTE = "# Results\n\nThe model solves a share of 37.5% of all tasks.\n"


def audited(audit_of: MakeAudit, errors: list[str | None]) -> Audit:
    rows = [{"task": n, "trace": [{"error_message": e} if e else {"line": 2}]} for n, e in enumerate(errors)]
    return audit_of(
        {
            "results/paper.md": PAPER,
            "results/results.md": NOTE,
            "results/rows.json": json.dumps(rows, indent=1),
            "results/log.txt": "Training loss: 2.314\n",
            "code/run.py": SCRIPT,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/run.py", "content": SCRIPT}, "ok", False),
                ("Bash", {"command": "cd /w && python code/run.py | tee results/log.txt"}, "ok", False),
            ),
        }
    )


def trust(audit: Audit) -> dict[float | None, str]:
    return {claim.value: claim.trust.value for claim in audit.claims}


def failures(audit: Audit) -> list[tuple[str | None, Severity]]:
    return [(f.path, f.severity) for f in audit.findings if f.kind is FindingKind.EXPERIMENT_FAILED]


def test_that_one_error_of_all_items_is_a_failed_check(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, [f"invalid syntax (<string>, line {n})" for n in range(6)])

    assert failures(audit) == [("results/rows.json", Severity.HIGH)]
    assert trust(audit)[37.5] == "doubtful"


def test_that_what_the_log_measured_beside_a_failed_check_stays_measured(audit_of: MakeAudit) -> None:
    assert trust(audited(audit_of, ["bad input"] * 6))[2.314] == "measured"


@pytest.mark.parametrize(
    "errors",
    [
        ["bad input"] * 5 + ["out of range"],
        ["bad input"] * 5 + [None],
        ["bad input"] * 4,
        [None] * 6,
    ],
    ids=["another", "one passes", "few", "none"],
)
def test_that_errors_of_their_own_are_outcomes(audit_of: MakeAudit, errors: list[str | None]) -> None:
    audit = audited(audit_of, errors)

    assert not failures(audit)
    assert trust(audit)[37.5] == "unknown"
