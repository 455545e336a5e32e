"""A number of items that belongs to another part of the data is denied by what code calls by the counted noun."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
BOTH = (
    "rows = load_dataset('news', split='train')\npart = rows.select(range(50))\ndocs = [r['text'] for r in part]\n"
    "queries = docs[:10]\nprint(len(queries))\n"
)


def verdicts(audit_of: MakeAudit, sentence: str, code: str) -> list[str]:
    audit = audit_of(
        {
            "results/paper.md": f"# T\n\n## 4 Experimental Setup\n\n{sentence}\n",
            "code/run.py": code,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/run.py", "content": code}, "ok", False),
                ("Bash", {"command": "cd /w && python code/run.py"}, "ok", False),
            ),
        }
    )
    return [c.verdict.value for c in audit.claims if c.value in (10, 50)]


@pytest.mark.parametrize(
    ("sentence", "code", "verdict"),
    [
        ("Dataset: news train (50 queries).", BOTH, "contradicted"),
        ("Dataset: news train (10 queries).", BOTH, "supported"),
        ("Dataset: news train (50 samples).", BOTH, "supported"),
        (
            "Dataset: news train (50 queries).",
            BOTH.replace("queries = docs[:10]", "queries = docs"),
            "supported",
        ),
    ],
)
def test_that_items_are_counted_by_their_own_name(
    audit_of: MakeAudit, sentence: str, code: str, verdict: str
) -> None:
    assert verdicts(audit_of, sentence, code) == [verdict]
