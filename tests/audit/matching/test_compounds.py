"""A key of two letters stands for a compound that the paper writes as one word."""

from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
METRICS = '{"baseline_val_acc": 0.825, "baseline_cf_acc": 0.7853}'
TABLE = "| Metric | Value |\n|---|---|\n| Val Accuracy | 0.825 |\n| Counterfactual Acc | 0.7853 |\n"


def _verdict(audit_of: MakeAudit, sentence: str) -> Verdict:
    paper = f"# T\n\n## 5 Results\n\n{sentence}\n"
    files = {"results/paper.md": paper, "results/metrics.json": METRICS, "results/results.md": TABLE}
    return next(claim.verdict for claim in audit_of(files).claims if claim.value == 78.53)


def test_that_the_letters_of_both_parts_are_the_compound(audit_of: MakeAudit) -> None:
    assert _verdict(audit_of, "Baseline counterfactual performance is 78.53%.") is Verdict.SUPPORTED


def test_that_of_two_compounds_with_these_letters_none_is_taken(audit_of: MakeAudit) -> None:
    sentence = "Baseline counterfactual and crossfold performance is 78.53%."
    assert _verdict(audit_of, sentence) is not Verdict.SUPPORTED
