"""Comparisons of the peaks and of the spreads of series."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

SERIES = {"NewNet": {"reward": [0.1, 0.9, 0.2, 0.1]}, "OldNet": {"reward": [0.3, 0.4, 0.35, 0.3]}}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("NewNet achieves higher peaks in reward than OldNet.", "supported"),
        ("OldNet generally achieves higher peaks in reward.", "unverifiable"),
        ("NewNet shows more variable reward signals than OldNet.", "supported"),
        ("OldNet shows more variable reward signals than NewNet.", "unverifiable"),
        ("OldNet reaches a higher reward than NewNet.", "supported"),
        ("NewNet shows more variable rewards than in other settings.", "unverifiable"),
    ],
)
def test_that_the_words_tell_what_of_a_series_is_compared(
    audit_of: MakeAudit, text: str, verdict: str
) -> None:
    paper = f"# A study\n\n## 4 Results\n\n{text}\n"
    audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(SERIES)})

    assert [c.verdict for c in audit.claims if c.kind == "ranking" and c.value is None] == [verdict]
