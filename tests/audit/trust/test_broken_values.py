"""Numbers that tell by themselves that nothing was measured, and prose about runs in which nothing was."""

import json
import math
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

TRAINING = """import json
from transformers import Trainer

def train(model, data):
    trainer = Trainer(model=model, train_dataset=data)
    trained = trainer.train()
    return {"train_loss": trained.training_loss, "eval_loss": trainer.evaluate()["eval_loss"]}

found = {"wide": train(*load_wide()), "deep": train(*load_deep())}
with open("results/results.json", "w") as f:
    json.dump(found, f)
"""
DRAWING = """import json, random
found = {}
for name in ("ours", "other"):
    accuracy = 0.9 + random.uniform(-0.05, 0.05)
    recall = 0.7 + random.uniform(-0.05, 0.05)
    found[name] = {"accuracy": accuracy, "f1": 0.8 + random.uniform(-0.05, 0.05), "recall": recall}
with open("results/results.json", "w") as f:
    json.dump(found, f)
"""


def ran(script: str) -> str:
    return transcript_of(
        ("Write", {"file_path": "/w/code/run.py", "content": script}, "ok", False),
        ("Bash", {"command": "cd /w && python code/run.py"}, "done", False),
    )


def trained(audit_of: MakeAudit, wide: float, trained_to: float) -> tuple[dict[float | None, str], Audit]:
    losses = {
        "wide": {"train_loss": trained_to, "eval_loss": wide},
        "deep": {"train_loss": 2.512345678, "eval_loss": 2.498765432},
    }
    cells = f"| wide | {wide:.4f} |\n| deep | 2.4988 |\n"
    paper = "# T\n\n## 4 Results\n\n| Model | Eval loss |\n|---|---|\n" + cells
    files = {
        "results/paper.md": paper,
        "results/results.json": json.dumps(losses),
        "code/run.py": TRAINING,
        "claude_output.json": ran(TRAINING),
    }
    audit = audit_of(files)
    return {c.value: c.trust.value for c in audit.claims}, audit


@pytest.mark.parametrize("choices", [10, 1000, 32128])
def test_that_a_loss_of_uniform_guesses_is_doubtful_and_its_neighbour_is_not(
    audit_of: MakeAudit, choices: int
) -> None:
    loss = math.log(choices)

    trust, audit = trained(audit_of, loss, loss * (1 + 1e-8))

    assert trust[round(loss, 4)] == "doubtful"
    assert trust[2.4988] == "measured"
    assert [f.kind for f in audit.findings if "same probability" in f.message] == [FindingKind.OTHER]


def test_that_a_loss_which_training_does_not_share_stays_measured(audit_of: MakeAudit) -> None:
    trust, _ = trained(audit_of, math.log(10), 2.1123456)

    assert trust[round(math.log(10), 4)] == "measured"


def test_that_equal_losses_that_are_no_uniform_guess_stay_measured(audit_of: MakeAudit) -> None:
    trust, _ = trained(audit_of, 1.7345678, 1.7345678)

    assert trust[1.7346] == "measured"


PROSE = "# T\n\n## 4 Results\n\nOur model reaches an accuracy of 93.7%. We train with a batch size of 32.\n"


def told(audit_of: MakeAudit, script: str, results: str) -> dict[float | None, tuple[str, str]]:
    audit = audit_of(
        {
            "results/paper.md": PROSE,
            "results/results.md": "# Results\n\nOur model reaches an accuracy of 93.7%. Batch size is 32.\n",
            "results/results.json": results,
            "code/run.py": script,
            "claude_output.json": ran(script),
        }
    )
    return {c.value: (c.verdict.value, c.trust.value) for c in audit.claims}


def test_that_prose_about_a_run_without_any_measurement_is_doubtful(audit_of: MakeAudit) -> None:
    claims = told(audit_of, DRAWING, '{"ours": {"recall": 0.71}, "other": {"recall": 0.69}}')

    assert claims[93.7] == ("narrative_only", "doubtful")
    assert claims[32.0][1] == "unknown"


def test_that_plans_in_prose_about_a_run_without_any_measurement_stay_unknown(audit_of: MakeAudit) -> None:
    paper = "# T\n\n## 3 Method\n\nOur model reaches an accuracy of 93.7%.\n"
    audit = audit_of(
        {
            "results/paper.md": paper,
            "results/results.json": '{"ours": {"recall": 0.71}}',
            "code/run.py": DRAWING,
        }
        | {"claude_output.json": ran(DRAWING)}
    )

    assert {c.trust.value for c in audit.claims} == {"unknown"}


def test_that_prose_about_a_run_with_a_measurement_stays_unknown(audit_of: MakeAudit) -> None:
    claims = told(audit_of, TRAINING, '{"wide": {"train_loss": 2.1}, "deep": {"train_loss": 2.2}}')

    assert claims[93.7] == ("narrative_only", "unknown")


SETTING_UP = (
    "2025-01-01 10:00:00,001 [INFO] Starting the experiment\n2025-01-01 10:00:01,001 [INFO] Samples: 3\n"
)


def with_log(audit_of: MakeAudit, log: str) -> str:
    audit = audit_of(
        {
            "results/paper.md": PROSE,
            "results/results.md": "# Results\n\nOur model reaches an accuracy of 93.7%.\n",
            "results/results.json": '{"ours": {"recall": 0.71}, "other": {"recall": 0.69}}',
            "code/run.py": DRAWING,
            "code/train.py": TRAINING,
            "run.log": log,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/run.py", "content": DRAWING}, "ok", False),
                ("Write", {"file_path": "/w/code/train.py", "content": TRAINING}, "ok", False),
                ("Bash", {"command": "cd /w && python code/train.py > run.log 2>&1"}, "", False),
                ("Bash", {"command": "cd /w && python code/run.py"}, "done", False),
            ),
        }
    )
    return next(c.trust.value for c in audit.claims if c.value == 93.7)


def test_that_a_log_without_any_result_measures_nothing(audit_of: MakeAudit) -> None:
    assert with_log(audit_of, SETTING_UP) == "doubtful"


@pytest.mark.parametrize("line", ["Loss: 0.4312", "Recall 71%", "f1=3", "| wide | 0.82 |"])
def test_that_a_log_with_a_result_leaves_prose_unknown(audit_of: MakeAudit, line: str) -> None:
    assert with_log(audit_of, f"{SETTING_UP}{line}\n") == "unknown"
