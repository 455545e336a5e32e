"""Markdown that a script wrote: what the script put in is evidence, what stands in the script's text is prose."""

from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict
from tests.transcripts import transcript_of

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
    return transcript_of(*((tool, given, "", False) for tool, given in calls))


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


COPY = (
    "Bash",
    {"command": "cd /w/agent/task/claude_code && python run.py && cp results/results.md ../results/"},
)


def edit(old: str, new: str) -> tuple[str, dict[str, str]]:
    given = {"file_path": "/w/agent/task/results/results.md", "old_string": old, "new_string": new}
    return ("Edit", given)


def verdicts_of(audit: Audit) -> dict[float | None, Verdict]:
    return {claim.value: claim.verdict for claim in audit.claims}


def test_that_a_copied_report_edited_in_places_is_still_the_scripts(audit_of: MakeAudit) -> None:
    found = verdicts_of(audit_of(run_of(COPY, edit("# Result", "# Results"))))
    assert (found[0.912], found[0.85]) == (Verdict.SUPPORTED, Verdict.SUPPORTED)


def test_that_a_line_typed_into_a_report_is_prose(audit_of: MakeAudit) -> None:
    typed = edit("| ours | 0.712 |", "| ours | 0.912 |")
    found = verdicts_of(audit_of(run_of(COPY, typed)))
    assert (found[0.912], found[0.85]) == (Verdict.NARRATIVE_ONLY, Verdict.SUPPORTED)


def test_that_a_report_mostly_typed_is_prose(audit_of: MakeAudit) -> None:
    typed = edit("x", "\n".join(NOTE.split("\n")[2:]))
    found = verdicts_of(audit_of(run_of(COPY, typed)))
    assert (found[0.912], found[0.85]) == (Verdict.NARRATIVE_ONLY, Verdict.NARRATIVE_ONLY)


def test_that_edits_of_a_report_that_no_script_made_are_typed(audit_of: MakeAudit) -> None:
    files = run_of(edit("# Result", "# Results"))
    found = verdicts_of(audit_of(files))
    assert found[0.912] is Verdict.NARRATIVE_ONLY
