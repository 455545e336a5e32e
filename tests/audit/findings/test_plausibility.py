"""Stored values that cannot be, or hardly come out of a measurement, and those that can."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

FILE = "results/results.json"
CURVE = [0.5, 0.61, 0.66, 0.7, 0.72, 0.73, 0.735, 0.74]


def told(audit: Audit, *words: str) -> list[str]:
    found = [f.message for f in audit.findings if f.path == FILE]
    return [m for m in found if any(word in m for word in words)] if words else found


def methods(*values: float) -> dict[str, dict[str, float]]:
    return {name: {"accuracy": value} for name, value in zip("abcdef", values, strict=False)}


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ({"ours": {"accuracy": -0.2}}, "accuracy is -0.2, which no such measure can be"),
        ({"ours": {"recall": 120.5}}, "recall is 120.5"),
        ({"ours": {"spearman": 1.2}}, "spearman is 1.2"),
        ({"accuracy": 0.875, "num_samples": 50}, "no number of hits out of 50 gives that"),
        (
            {"accuracy_curve": {"ours": CURVE, "other": CURVE}},
            "ours and other have the same 8 values throughout",
        ),
        (methods(0.85, 0.8, 0.75, 0.7), "differs by 0.05 from one to the next"),
        (methods(0.8125, 0.8125, 0.8125, 0.8125), "accuracy is 0.8125 for all 4"),
    ],
)
def test_that_values_which_cannot_be_are_told(audit_of: MakeAudit, stored: object, words: str) -> None:
    found = told(audit_of({FILE: json.dumps(stored)}))

    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(
    "stored",
    [
        {"ours": {"accuracy": 0.0, "f1": 1.0, "recall": 87.5, "spearman": -1.0}},
        {"accuracy_gain": -0.2, "relative_accuracy": -3.5},
        {"accuracy": 0.88, "num_samples": 50},
        {"accuracy": 0.8667, "num_samples": 30},
        {"accuracy": 0.875, "num_samples": 50, "total": 8},
        {"mean_accuracy": 0.875, "num_samples": 50},
        {"accuracy_curve": {"ours": CURVE, "other": [*CURVE[:-1], 0.75]}},
        {"accuracy_curve": {"ours": CURVE, "best_ours": CURVE, "1": CURVE, "2": CURVE}},
        {"epoch_time": {"ours": CURVE, "other": CURVE}},
        {"learning_rate": {"ours": CURVE, "other": CURVE}},
        methods(0.85, 0.8, 0.75, 0.71),
        methods(0.85, 0.8, 0.75),
        methods(1.0, 1.0, 1.0, 1.0),
    ],
)
def test_that_values_which_can_be_are_left_alone(audit_of: MakeAudit, stored: object) -> None:
    assert told(audit_of({FILE: json.dumps(stored)})) == []


SCORING = """import json
def score(found, wanted):
    if not found and not wanted:
        return {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    hits = len(set(found) & set(wanted))
    return {"precision": hits / len(found), "recall": hits / len(wanted)}
json.dump({n: score(*load(n)) for n in ("a", "b")}, open("results/results.json", "w"))
"""


def run_of(code: str, stored: object) -> dict[str, str]:
    ran = transcript_of(("Bash", {"command": "cd /home/x/run && python code/run.py"}, "", False))
    return {"code/run.py": code, FILE: json.dumps(stored), "claude_output.json": ran}


@pytest.mark.parametrize(
    ("code", "recall", "is_told"),
    [(SCORING, 1.0, True), (SCORING, 0.5, False), (SCORING.replace("1.0", "0.0"), 1.0, False)],
    ids=["perfect for nothing", "one is not perfect", "no such case in code"],
)
def test_that_perfect_scores_are_told_where_code_gives_them_for_nothing(
    audit_of: MakeAudit, code: str, recall: float, is_told: bool
) -> None:
    stored = {"a": {"precision": 1.0, "recall": 1.0}, "b": {"precision": 1.0, "recall": recall}}

    found = told(audit_of(run_of(code, stored)), "nothing was found")

    expected = (
        "All 2 stored pairs of precision and recall are exactly 1: code/run.py, line 4, gives that where nothing was "
        "there to be found and nothing was found."
    )
    assert found == ([expected] if is_told else [])


PAPER = (
    "# T\n\n## 4 Results\n\n| Method | Accuracy | F1 |\n|---|---|---|\n| a | 0.8 ± 0.1 | 0.7 ± 0.1 |\n"
    "| b | 0.6 ± 0.2 | 0.5 |\n"
)


@pytest.mark.parametrize(
    ("code", "is_told"),
    [("print('accuracy', 0.8)\n", True), ("import numpy as np\nprint(np.std(runs()))\n", False)],
)
def test_that_deviations_which_nothing_computes_are_told(
    audit_of: MakeAudit, code: str, is_told: bool
) -> None:
    audit = audit_of(run_of(code, {"a": {"accuracy": 0.8}}) | {"results/paper.md": PAPER})

    found = [f.message for f in audit.findings if "deviation (±)" in f.message]
    assert len(found) == (1 if is_told else 0)
    assert all(message.startswith("3 cells") for message in found)
