"""Edits of notebooks by the tool that is made for them, and outputs that an edit of the file puts in."""

import json
from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# T\n\n## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.912 |\n"
PATH = "code/run.ipynb"
TRAIN = (
    "from sklearn.datasets import load_digits\nfrom sklearn.linear_model import LogisticRegression\n"
    "x, y = load_digits(return_X_y=True)\nscore = LogisticRegression().fit(x, y).score(x, y)\n"
    "print('ours accuracy:', score)"
)
LEFT = [{"output_type": "stream", "name": "stdout", "text": ["ours accuracy: 0.912\n"]}]
EXECUTE = f"jupyter nbconvert --to notebook --execute --inplace {PATH}"


def book(source: str, *, executed: bool) -> str:
    cell = {
        "cell_type": "code",
        "execution_count": 1 if executed else None,
        "source": source.splitlines(keepends=True),
        "outputs": LEFT if executed else [],
    }
    return json.dumps({"cells": [cell]})


def transcript(*calls: tuple[str, dict[str, str]]) -> str:
    return transcript_of(*((tool, given, "ok", False) for tool, given in calls))


def audited(audit_of: MakeAudit, told: str, more: dict[str, str] | None = None) -> tuple[str, set[str]]:
    """Trust and provenance of the paper's number, where the notebook holds it as output."""
    files = {"results/paper.md": PAPER, "claude_output.json": told, PATH: book(TRAIN, executed=True)}
    claim = next(c for c in audit_of(files | (more or {})).claims if c.value == 0.912)
    return claim.trust, {item.provenance for item in claim.evidence}


def test_that_a_cell_edited_before_the_execution_leaves_it_measured(audit_of: MakeAudit) -> None:
    told = transcript(
        ("Write", {"file_path": "/r/" + PATH, "content": book("pass", executed=False)}),
        ("NotebookEdit", {"notebook_path": "/r/" + PATH, "new_source": TRAIN, "cell_number": "0"}),
        ("Bash", {"command": f"cd /r && {EXECUTE}"}),
    )
    assert audited(audit_of, told) == ("measured", {"executed_output"})


def test_that_outputs_put_in_by_an_edit_of_the_file_are_typed(audit_of: MakeAudit) -> None:
    old, new = '"outputs": []', f'"outputs": {json.dumps(LEFT)}'
    told = transcript(
        ("Bash", {"command": "cd /r && ls"}),
        ("Edit", {"file_path": "/r/" + PATH, "old_string": old, "new_string": new}),
    )
    assert audited(audit_of, told) == ("doubtful", {"typed_by_editor"})


def test_that_a_copy_of_typed_outputs_is_typed(audit_of: MakeAudit) -> None:
    told = transcript(
        ("Write", {"file_path": "/r/drafts/a.ipynb", "content": book(TRAIN, executed=True)}),
        ("Bash", {"command": f"cd /r && cp drafts/a.ipynb {PATH}"}),
    )
    draft = {"drafts/a.ipynb": book(TRAIN, executed=True)}
    assert audited(audit_of, told, draft)[0] == "doubtful"


def test_that_a_script_which_writes_a_notebook_does_not_make_it_run(audit_of: MakeAudit) -> None:
    script = f"with open('{PATH}', 'w') as f:\n    f.write(open('x.txt').read())\n"
    told = transcript(
        ("Write", {"file_path": "/r/make.py", "content": script}),
        ("Bash", {"command": "cd /r && python make.py"}),
    )
    files = {"results/paper.md": PAPER, "make.py": script, "claude_output.json": told}
    audit = audit_of(files | {PATH: book(TRAIN, executed=True)})
    assert next(c for c in audit.claims if c.value == 0.912).trust != "measured"


def test_that_the_trail_tells_cell_and_line_of_a_literal(audit_of: MakeAudit) -> None:
    typed = "results = {'ours accuracy': 0.912}\nfor name, value in results.items():\n    print(name, value)"
    told = transcript(
        ("Write", {"file_path": "/r/" + PATH, "content": book(typed, executed=False)}),
        ("Bash", {"command": f"cd /r && {EXECUTE}"}),
    )
    files = {"results/paper.md": PAPER, "claude_output.json": told, PATH: book(typed, executed=True)}
    claim = next(c for c in audit_of(files).claims if c.value == 0.912)
    steps = [step for item in claim.evidence for step in item.trail if step.kind == "literal"]

    assert claim.trust == "doubtful"
    assert [(step.title, step.locator and step.locator.json_pointer) for step in steps] == [
        (f"{PATH}, cell 1, line 1", "/cells/0/source/0")
    ]
