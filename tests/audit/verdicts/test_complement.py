"""Shares told as what was missed."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("NewNet was slow. It failed to identify 75% of the bad cases.", "supported"),
        ("OldNet was slow. It failed to identify 40% of the bad cases.", "supported"),
        ("OldNet was slow. It failed to identify 75% of the bad cases.", "unsupported"),
        ("NewNet was slow. It missed 25% of the bad cases.", "unsupported"),
        ("NewNet was slow. It misclassified 10% of the cases.", "supported"),
    ],
)
def test_that_what_was_missed_is_what_recall_leaves(audit_of: MakeAudit, sentence: str, verdict: str) -> None:
    scores = {"NewNet": {"accuracy": 0.9, "recall": 0.25}, "OldNet": {"accuracy": 0.8, "recall": 0.6}}
    audit = audit_of(
        {
            "results/paper.md": f"# A study\n\n## 4 Results\n\n{sentence}\n",
            "results/results.json": json.dumps(scores),
        }
    )

    assert [c.verdict for c in audit.claims if c.unit == "%"] == [verdict]
