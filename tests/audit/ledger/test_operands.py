"""Plain numbers in longer expressions set nothing."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("scale = 1.0 / max(seconds, 0.001)", "other"),
        ("scale = 100 - degradation", "other"),
        ("scale = 1", "supported"),
        ("scale = 100", "supported"),
    ],
)
def test_that_an_operand_that_turns_a_value_sets_nothing(
    audit_of: MakeAudit, code: str, verdict: str
) -> None:
    number = "100" if "100" in code else "1"
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "python code/run.py"}}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}
    audit = audit_of(
        {
            "results/paper.md": f"# A\n\n## 4 Experimental Setup\n\nWe set the scale to {number} in all runs.\n",
            "code/run.py": f"seconds, degradation = measure()\n{code}\nprint(scale)\n",
            "claude_output.json": json.dumps(
                [{"role": "assistant", "content": [use]}, {"role": "user", "content": [done]}]
            ),
        }
    )
    claim = next(c for c in audit.claims if c.value == float(number))

    assert (claim.verdict == "supported") == (verdict == "supported")
