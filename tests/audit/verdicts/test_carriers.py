"""Which of the evidence that agrees carries a verdict, and what stands beside it."""

import json
from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
SCORES = {"deep_net": {"wga": 0.0}, "wide_net": {"wga": 0.06}, "old_net": {"wga": 0.05}}


def audited(audit_of: MakeAudit, text: str, scores: Mapping[str, object]) -> Audit:
    paper = f"# A\n\n## 4 Results\n\n{text}\n"
    return audit_of({"results/paper.md": paper, "results/scores.json": json.dumps(scores)})


def test_that_the_value_itself_comes_before_a_mean_of_others(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, "The failure of the model (WGA=0.0) is a critical finding.", SCORES)
    claim = next(c for c in audit.claims if c.value == 0.0)

    assert claim.verdict == "supported"
    assert (claim.evidence[0].value, claim.evidence[0].formula) == (0.0, None)


def test_that_a_mean_that_is_asked_for_stays(audit_of: MakeAudit) -> None:
    scores = {"deep_net": {"wga": 0.4}, "wide_net": {"wga": 0.3}, "old_net": {"wga": 0.2}}
    audit = audited(audit_of, "The mean WGA over all models is 0.30.", scores)
    claim = next(c for c in audit.claims if c.value == 0.3)

    assert claim.evidence[0].formula is not None


def test_that_all_rivals_of_a_ranking_are_shown(audit_of: MakeAudit) -> None:
    scores = {"deep_net": {"recall": 0.9}, "wide_net": {"recall": 0.8}, "old_net": {"recall": 0.5}}
    table = "| Model | Recall |\n|---|---|\n| deep_net | 0.9 |\n| wide_net | 0.8 |\n| old_net | 0.5 |\n"
    audit = audited(audit_of, f"deep_net achieves the highest recall of all models.\n\n{table}", scores)
    claim = next(c for c in audit.claims if c.kind == "ranking")

    assert claim.verdict == "supported"
    assert sorted(e.value for e in claim.evidence if isinstance(e.value, float)) == [0.5, 0.8, 0.9]
    assert [e.value for e in claim.evidence if e.strength == "primary"] == [0.9, 0.8]


def test_that_a_change_is_divided_by_the_size_of_a_negative_base(audit_of: MakeAudit) -> None:
    scores = {"deep_net": {"alignment": 0.02}, "wide_net": {"alignment": -0.05}}
    table = "| Model | Alignment |\n|---|---|\n| deep_net | 0.02 |\n| wide_net | -0.05 |\n"
    text = f"{table}\nThe alignment of deep_net is 140% higher than that of wide_net.\n"
    audit = audited(audit_of, text, scores)
    claim = next(c for c in audit.claims if c.value == 140)

    assert claim.verdict == "supported"
    assert claim.evidence[0].formula == "100 × (0.02 − -0.05) / |-0.05|"


def test_that_a_measure_called_average_asks_for_no_mean_of_it(audit_of: MakeAudit) -> None:
    scores = {
        "deep_net": {"average_trust": 0.205},
        "wide_net": {"average_trust": 0.206},
        "old_net": {"average_trust": 0.204},
    }
    audit = audited(audit_of, "Trust was low, with average trust scores of 0.205 in our runs.", scores)
    claim = next(c for c in audit.claims if c.value == 0.205)

    assert claim.verdict == "supported"
    assert (claim.evidence[0].value, claim.evidence[0].formula) == (0.205, None)
