"""Verdicts on the rankings of small made papers."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Scores = Mapping[str, Mapping[str, float]]


@pytest.fixture
def verdicts_of(audit_of: MakeAudit) -> Callable[[str, Scores], list[str]]:
    """The verdicts on the rankings of a results section, by the values of one result file."""

    def verdicts(text: str, scores: Scores) -> list[str]:
        paper = f"# A study\n\n## 4 Results\n\n{text}\n"
        audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(scores)})
        return [c.verdict for c in audit.claims if c.kind == "ranking" and c.value is None]

    return verdicts
