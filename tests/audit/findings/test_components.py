"""Parts that a paper tells as used are looked for in the code that ran to its end."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

_PAPER = """# Gated Answers

## 3. Method

### 3.1 Uncertainty Labelling

We use Monte Carlo dropout at inference and train with a contrastive loss.

## 4. Experimental Setup

We fine-tune DistilBERT and compare it with RoBERTa on SQuAD. Differences are tested with a paired t-test.

## 5. Results

The accuracy is 0.81.
"""

_PLAIN = """import json
from transformers import AutoModel

model = AutoModel.from_pretrained("distilbert-base-uncased")
json.dump({"accuracy": model.evaluate()}, open("results/metrics.json", "w"))
"""

_FULL = (
    _PLAIN
    + """
from scipy.stats import ttest_rel
from losses import contrastive_loss
baseline = AutoModel.from_pretrained("roberta-base")
data = load("squad")
label_uncertainty(model, dropout=True)
t_test = ttest_rel
"""
)


def _messages(
    audit_of: MakeAudit, code: str, paper: str = _PAPER, *, output: str = "done", is_error: bool = False
) -> list[str]:
    command = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "python run.py"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": output, "is_error": is_error}
    events = [
        {"id": "m", "type": "message", "role": "assistant", "content": [command]},
        {"role": "user", "content": [result]},
    ]
    audit = audit_of(
        {
            "claude_output.json": json.dumps(events),
            "run.py": code,
            "results/paper.md": paper,
            "results/metrics.json": '{"accuracy": 0.81}',
        }
    )
    return [f.message for f in audit.findings if "appear in no code" in f.message]


def test_that_absent_parts_are_named_with_their_lines(audit_of: MakeAudit) -> None:
    (message,) = _messages(audit_of, _PLAIN)
    for part in (
        "Monte Carlo dropout",
        "contrastive loss",
        "RoBERTa",
        "SQuAD",
        "t-test",
        "Uncertainty Labelling",
    ):
        assert part in message
    assert "DistilBERT" not in message


def test_that_parts_which_the_code_holds_are_not_named(audit_of: MakeAudit) -> None:
    assert _messages(audit_of, _FULL) == []


def test_that_a_comment_or_a_function_that_nothing_calls_is_no_part(audit_of: MakeAudit) -> None:
    idle = (
        _PLAIN
        + "\n# uses dropout, contrastive loss, RoBERTa and SQuAD\ndef contrastive_loss(squad):\n    pass\n"
    )
    (message,) = _messages(audit_of, idle)
    assert "contrastive loss" in message
    assert "SQuAD" in message


@pytest.mark.parametrize(
    "sentence",
    [
        "Future work could use Monte Carlo dropout and RoBERTa.",
        "We do not use Monte Carlo dropout or RoBERTa.",
        "Inspired by RoBERTa and Monte Carlo dropout, we use one model.",
        "We use common encoders such as RoBERTa and LLaMA.",
    ],
)
def test_that_plans_denials_and_examples_tell_no_use(audit_of: MakeAudit, sentence: str) -> None:
    paper = f"# Answers\n\n## 3. Method\n\n{sentence}\n\n## 5. Results\n\nThe accuracy is 0.81.\n"
    assert _messages(audit_of, _PLAIN, paper) == []


def test_that_one_absent_name_alone_is_no_finding(audit_of: MakeAudit) -> None:
    paper = (
        "# Answers\n\n## 4. Experimental Setup\n\nWe compare with RoBERTa.\n\n## 5. Results\n\nIt is 0.81.\n"
    )
    assert _messages(audit_of, _PLAIN, paper) == []


def test_that_fields_of_data_are_no_parts(audit_of: MakeAudit) -> None:
    items = "\n- **DatasetID**: unique identifier\n- **DomainTags**: terms used\n"
    paper = _PAPER.replace("## 4.", "{0}" + items + "\n## 4.")

    told = _messages(audit_of, _FULL, paper.replace("{0}", "Each card has these fields:\n"))
    assert not any("DatasetID" in message for message in told)
    told = _messages(audit_of, _FULL, paper.replace("{0}", "We use these methods:\n"))
    assert any("DatasetID" in message for message in told)
