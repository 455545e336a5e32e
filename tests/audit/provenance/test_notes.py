"""Markdown that a script wrote: what the script put in is evidence, what stands in the script's text is prose."""

import json
from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PAPER = """# T

## 4 Results

| Method | Accuracy |
|---|---|
| ours | 0.912 |
| other | 0.850 |

The recall of ours is 0.77 on the harbour set.
"""
SCRIPT = """from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score

scores = {name: accuracy_score(*load(name)) for name in ("ours", "other")}
with open("results/results.md", "w") as f:
    f.write("# Results\\n\\n| Method | Accuracy |\\n|---|---|\\n")
    for name, score in scores.items():
        f.write(f"| {name} | {score:.3f} |\\n")
    f.write("\\nThe recall of ours is 0.77 on the harbour set.\\n")
"""
NOTE = """# Results

| Method | Accuracy |
|---|---|
| ours | 0.912 |
| other | 0.850 |

The recall of ours is 0.77 on the harbour set.
"""


def transcript(*calls: tuple[str, dict[str, str]]) -> str:
    events: list[dict[str, object]] = []
    for number, (tool, given) in enumerate(calls):
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "", "is_error": False}
        events += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return json.dumps(events)


def run_of(*calls: tuple[str, dict[str, str]]) -> dict[str, str | bytes]:
    write = ("Write", {"file_path": "/w/agent/task/claude_code/run.py", "content": SCRIPT})
    return {
        "results/paper.md": PAPER,
        "results/results.md": NOTE,
        "claude_code/run.py": SCRIPT,
        "claude_output.json": transcript(write, *calls),
    }


RUN = ("Bash", {"command": "cd /w/agent/task && python claude_code/run.py"})


def verdicts(audit: Audit) -> dict[float | None, Verdict]:
    return {claim.value: claim.verdict for claim in audit.claims}


def test_that_numbers_a_script_put_into_markdown_are_evidence(audit_of: MakeAudit) -> None:
    found = verdicts(audit_of(run_of(RUN)))
    assert found[0.912] is Verdict.SUPPORTED
    assert found[0.85] is Verdict.SUPPORTED


def test_that_literal_text_of_the_script_stays_prose(audit_of: MakeAudit) -> None:
    assert verdicts(audit_of(run_of(RUN)))[0.77] is Verdict.NARRATIVE_ONLY


def test_that_markdown_of_the_editor_is_prose(audit_of: MakeAudit) -> None:
    typed = ("Write", {"file_path": "/w/agent/task/results/results.md", "content": NOTE})
    found = verdicts(audit_of(run_of(RUN, typed)))
    assert found[0.912] is Verdict.NARRATIVE_ONLY


def test_that_a_script_that_never_ran_wrote_nothing(audit_of: MakeAudit) -> None:
    assert verdicts(audit_of(run_of()))[0.912] is Verdict.NARRATIVE_ONLY
