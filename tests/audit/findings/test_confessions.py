"""What code says of itself: parts that are not real, told by severity, apart from what is no confession."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Finding

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

ROOT = "/home/x/run"
BODY = "from sklearn.svm import SVC\nprint('accuracy', SVC().fit(*load()).score(*load()))\n"


def audit_with(audit_of: MakeAudit, remarks: list[str], *, failed: bool = False) -> list[Finding]:
    code = BODY + "".join(f"# {remark}\nstep()\nstep()\nstep()\n" for remark in remarks)
    calls = [("Write", {"file_path": f"{ROOT}/code/run.py", "content": code}, False)]
    calls.append(("Bash", {"command": f"cd {ROOT} && python code/run.py"}, failed))
    events: list[dict[str, object]] = []
    for number, (tool, given, is_error) in enumerate(calls):
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "", "is_error": is_error}
        events += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    audit = audit_of({"code/run.py": code, "claude_output.json": json.dumps(events)})
    return [f for f in audit.findings if f.kind == "method_mismatch" and f.path == "code/run.py"]


REAL = "In a real implementation, this would ask a model"


@pytest.mark.parametrize(
    ("remarks", "failed", "severity"),
    [
        ([REAL], False, "medium"),
        ([REAL, "This is a placeholder", "Not implemented here"], False, "high"),
        ([REAL, "This is a placeholder", "Not implemented here"], True, "medium"),
    ],
    ids=["one place", "three places of code that ended", "three places of code that failed"],
)
def test_that_a_confession_weighs_by_its_places_and_whether_the_code_ended(
    audit_of: MakeAudit, remarks: list[str], failed: bool, severity: str
) -> None:
    found = audit_with(audit_of, remarks, failed=failed)

    assert [f.severity for f in found] == [severity]
    assert remarks[0] in found[0].message


@pytest.mark.parametrize(
    "remark",
    [
        "Subclasses should implement this; a placeholder",
        "Create a simplified version of the results for JSON serialization",
        "row.append(0)  placeholder for missing data",
        "We simulate a domain shift with longer sentences",
        "Simulate a developer profile",
        "Using a smaller model for demonstration",
        "Create a placeholder results file on error",
    ],
)
def test_that_what_code_says_of_subclasses_settings_and_data_is_no_confession(
    audit_of: MakeAudit, remark: str
) -> None:
    assert audit_with(audit_of, [remark]) == []
