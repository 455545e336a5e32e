"""Counts of methods against the entries of a result file."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
RESULTS = '{"results": {"plain_net": {"loss": 1.5}, "gated_net": {"loss": 1.25}, "wide_net": {"loss": 1.75}}}'


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("We compared three models: Plain-Net, Gated Net and WideNet.", Verdict.SUPPORTED),
        ("We compared three models: Plain-Net, Gated Net and another.", Verdict.UNVERIFIABLE),
        ("We compared three metrics on Plain-Net, Gated Net and WideNet.", Verdict.UNVERIFIABLE),
        ("We compared four models: Plain-Net, Gated Net and WideNet.", Verdict.UNVERIFIABLE),
    ],
)
def test_that_methods_are_counted_by_their_names(
    audit_of: MakeAudit, sentence: str, verdict: Verdict
) -> None:
    paper = f"# T\n\n## 4 Experimental Setup\n\n{sentence}\n"

    audit = audit_of({"results/paper.md": paper, "results/results.json": RESULTS})

    assert [c.verdict for c in audit.claims if c.value in (3, 4)] == [verdict]
