"""Things called by name: found where a paper says that it used them, and held against what ran."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.domain.audit import Audit, Claim
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
CODE = (
    'import torch\ndata = load_dataset("openai_humaneval")\nmodel = ask("gpt-4o-mini")\n'
    "optimizer = torch.optim.SGD(net.parameters())\nnet = resnet18()\n"
)


def _named(
    audit_of: MakeAudit, sentence: str, code: str = CODE, title: str = "4 Experimental Setup"
) -> list[Claim]:
    paper = f"# T\n\n## {title}\n\n{sentence}\n"
    audit = audit_of({"results/paper.md": paper, "code/run.py": code})
    return [claim for claim in audit.claims if claim.name is not None]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the `gpt-4o-mini` model", ["gpt-4o-mini"]),
        ("resnet18 or ResNet-50", ["resnet18", "ResNet-50"]),
        ("CIFAR-10 and BERT-based models", ["BERT", "CIFAR-10"]),
        ("BERTScore, np.clip and opt = 1", []),
    ],
)
def test_that_names_are_told_from_words(text: str, names: list[str]) -> None:
    assert [thing.text for thing in things_in(text)] == names


@pytest.mark.parametrize(
    ("sentence", "name", "value", "verdict"),
    [
        ("We used `gpt-4o-mini` for all repairs.", "gpt-4o-mini", 4, Verdict.SUPPORTED),
        ("We evaluated on the HumanEval benchmark.", "HumanEval", None, Verdict.SUPPORTED),
        ("We fine-tuned a ResNet-18 on it.", "ResNet-18", 18, Verdict.SUPPORTED),
        ("We fine-tuned a ResNet-50 on it.", "ResNet-50", 50, Verdict.CONTRADICTED),
        ("We trained with the Adam optimizer.", "Adam", None, Verdict.CONTRADICTED),
        ("We evaluated on the GSM8K dataset.", "GSM8K", 8, Verdict.CONTRADICTED),
        ("We evaluated on GSM8K and on HumanEval.", "GSM8K", 8, Verdict.UNSUPPORTED),
    ],
)
def test_that_what_was_used_is_held_against_what_ran(
    audit_of: MakeAudit, sentence: str, name: str, value: float | None, verdict: Verdict
) -> None:
    found = {claim.name: claim for claim in _named(audit_of, sentence)}

    assert (found[name].value, found[name].stated, found[name].verdict) == (value, None, verdict)


@pytest.mark.parametrize(
    "sentence",
    [
        "Models such as GPT-4 write code.",
        "Future work will use ResNet-50.",
        "We used a small network (e.g., ResNet-50).",
    ],
)
def test_that_a_mention_is_no_claim(audit_of: MakeAudit, sentence: str) -> None:
    assert not _named(audit_of, sentence)


def test_that_related_work_makes_no_claim_of_use(audit_of: MakeAudit) -> None:
    assert not _named(audit_of, "Smith et al. (2020) used ResNet-50.", title="2 Related Work")


def test_that_steps_by_hand_deny_an_optimizer(audit_of: MakeAudit) -> None:
    code = (
        "def fit(rows):\n    for row in rows:\n        gradient = 0.1 * row\n        weights[0] -= gradient\n"
    )

    found = _named(audit_of, "We trained it with the AdamW optimizer.", code)

    assert [claim.verdict for claim in found] == [Verdict.CONTRADICTED]


def test_that_a_constructed_set_is_denied_by_the_one_that_ran(audit_of: MakeAudit) -> None:
    code = 'data = load_dataset("mbpp")\n'

    found = _named(audit_of, "We construct FixPairs-1M: 1 M (bug, fix) pairs from the web.", code)

    assert [(claim.name, claim.verdict) for claim in found] == [("FixPairs-1M", Verdict.CONTRADICTED)]
    assert "mbpp" in found[0].reason
