"""Files that a library writes under names of its own belong to the script that called it and ran."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

TRAINING = """from datasets import load_dataset
from transformers import Trainer, TrainingArguments

data = load_dataset("glue", "sst2")
trainer = Trainer(model=model, args=TrainingArguments(output_dir="out"), train_dataset=data["train"])
trainer.train()
trainer.save_state()
"""
STATE = json.dumps({"log_history": [{"epoch": 1.0, "eval_accuracy": 0.8731}]})
PAPER = "# T\n\n## 4 Results\n\nThe model reaches an eval accuracy of 0.8731 in the end.\n"


def _audited(audit_of: MakeAudit, code: str, *, ran: bool) -> dict[float | None, str]:
    calls = [("Write", {"file_path": "/w/code/train.py", "content": code}, "ok", False)]
    calls += [("Bash", {"command": "cd /w && python code/train.py"}, "done", False)] if ran else []
    audit = audit_of(
        {
            "code/train.py": code,
            "out/trainer_state.json": STATE,
            "results/paper.md": PAPER,
            "claude_output.json": transcript_of(*calls),
        }
    )
    return {claim.value: claim.trust.value for claim in audit.claims if claim.verdict == "supported"}


def test_the_state_of_a_trainer_that_ran_is_measured(audit_of: MakeAudit) -> None:
    assert _audited(audit_of, TRAINING, ran=True)[0.8731] == "measured"


@pytest.mark.parametrize(
    ("code", "ran"), [(TRAINING, False), (TRAINING.replace("Trainer(", "Looper("), True)]
)
def test_of_a_script_that_did_not_run_or_calls_no_trainer_nothing_is_known(
    audit_of: MakeAudit, code: str, *, ran: bool
) -> None:
    assert _audited(audit_of, code, ran=ran)[0.8731] == "unknown"
