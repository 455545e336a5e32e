"""How a recorded run ended is told by the tool, by a last traceback, or by what the program says at its end."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

_SCRIPT = 'import json, torch\njson.dump({"accuracy": torch.load("m")}, open("results/metrics.json", "w"))\n'


def _failures(audit_of: MakeAudit, output: str) -> list[str]:
    command = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "python run.py"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": output, "is_error": False}
    events = [
        {"id": "m", "type": "message", "role": "assistant", "content": [command]},
        {"role": "user", "content": [result]},
    ]
    audit = audit_of({"claude_output.json": json.dumps(events), "run.py": _SCRIPT})
    return [f.message for f in audit.findings if f.kind == "experiment_failed"]


@pytest.mark.parametrize(
    "output",
    [
        "10:00 start\n10:01 ERROR Experiment failed with return code 1\n10:01 done",
        "step 1\nTraining of the baseline failed: out of memory",
        "subprocess exited with code 2",
    ],
)
def test_that_a_program_which_says_that_it_failed_did(audit_of: MakeAudit, output: str) -> None:
    (message,) = _failures(audit_of, output)
    assert any(line.strip()[:40] in message for line in output.split("\n"))


@pytest.mark.parametrize(
    "output", ["all done, exited with code 0", "accuracy 0.8\n0 tests failed", "command returned status 0"]
)
def test_that_other_last_lines_are_no_failure(audit_of: MakeAudit, output: str) -> None:
    assert _failures(audit_of, output) == []


def test_that_a_failure_told_long_before_the_end_does_not_count(audit_of: MakeAudit) -> None:
    assert _failures(audit_of, "Training failed once, again\n" + "epoch done\n" * 20) == []
