"""Names that a paper's own lists give to what the run compares."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
SCORES = {"baseline": {"accuracy": 0.9}, "head_only": {"accuracy": 0.7}}


def verdict_of(audit_of: MakeAudit, sentence: str, *, listed: str) -> str:
    paper = (
        f"# A study\n\nWe study whole-net tuning.\n\n## 3 Setup\n\nWe compare:\n\n- {listed}\n- head_only: one part.\n"
        f"\n## 4 Results\n\nIn Table 1 whole-net tuning is told first. {sentence}\n"
    )
    audit = audit_of({"results/paper.md": paper, "results/results.json": json.dumps(SCORES)})
    return next(c.verdict for c in audit.claims if c.value is not None and c.value < 1)


@pytest.mark.parametrize(("value", "is_supported"), [("0.9", True), ("0.7", False)])
def test_that_a_defined_name_means_its_label(audit_of: MakeAudit, value: str, is_supported: bool) -> None:
    sentence = f"Unlike head_only, whole-net tuning achieves {value} accuracy."

    found = verdict_of(audit_of, sentence, listed="baseline: whole-net tuning of all parts.")

    assert (found == "supported") is is_supported
