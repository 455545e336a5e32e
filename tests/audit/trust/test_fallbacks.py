"""Made-up data and values in place of what failed."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

LOADS = """import json, logging
from datasets import load_dataset
from sklearn.metrics import accuracy_score

def load():
    try:
        return load_dataset("glyphs", split="train")
    except Exception as error:
        logging.warning(f"Failed to load glyphs: {error}")
        logging.warning("Creating dummy dataset for testing")
        return [1, 2, 3]

data = load()
json.dump({"deep_net": {"accuracy": accuracy_score(data, data)}}, open("results/scores.json", "w"))
"""
FELL_BACK = (
    "INFO - start\nWARNING - Failed to load glyphs: offline\nWARNING - Creating dummy dataset for testing\n"
)
PAPER = "# A\n\n## 4 Results\n\n| Model | Accuracy |\n|---|---|\n| deep_net | 0.83 |\n"


def ran(script: str) -> str:
    return transcript_of(("Bash", {"command": f"python {script}"}, "", False))


@pytest.mark.parametrize(
    ("log", "trust"),
    [
        (FELL_BACK, "doubtful"),
        ("INFO - start\nINFO - Loaded 300 samples\n", "measured"),
        ('INFO - start\nlogging.warning("Creating dummy dataset for testing")\n', "measured"),
    ],
)
def test_that_results_on_data_made_up_for_missing_ones_are_doubtful(
    audit_of: MakeAudit, log: str, trust: str
) -> None:
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "results/scores.json": json.dumps({"deep_net": {"accuracy": 0.83}}),
            "results/log.txt": log,
            "code/run.py": LOADS,
            "claude_output.json": ran("code/run.py"),
        }
    )
    claim = next(c for c in audit.claims if c.value == 0.83)
    findings = [f for f in audit.findings if f.kind is FindingKind.SYNTHETIC_DATA]

    assert (claim.verdict, claim.trust) == ("supported", trust)
    assert bool(findings) == (trust == "doubtful")
    if findings:
        assert findings[0].path == "results/log.txt"
        assert "code/run.py, line 10" in findings[0].message


PICKS = """import json
from sklearn.metrics import accuracy_score

def choose(models, cases):
    selections = {}
    for case in cases:
        scores = {}
        for name in models:
            try:
                scores[name] = accuracy_score(models[name], case)
            except Exception:
                scores[name] = float("-inf")
        best = max(scores, key=scores.get)
        selections[case] = best
    return selections

json.dump(choose({}, []), open("results/choice.json", "w"))
"""


@pytest.mark.parametrize(
    ("scores", "trust"),
    [
        ({"fair": {"deep_net": -float("inf"), "wide_net": -float("inf")}}, "doubtful"),
        ({"fair": {"deep_net": 0.5, "wide_net": -float("inf")}}, "measured"),
        ({"fair": {"deep_net": 0.5, "wide_net": 0.25}}, "measured"),
    ],
)
def test_that_a_choice_among_errors_is_doubtful(
    audit_of: MakeAudit, scores: dict[str, dict[str, float]], trust: str
) -> None:
    stored = {"changed_selections": {"share": 0.37}, "scores": scores}
    audit = audit_of(
        {
            "results/paper.md": "# A\n\n## 4 Results\n\nThe share of changed selections is 0.37 in our cases.\n",
            "results/choice.json": json.dumps(stored),
            "code/choose.py": PICKS,
            "claude_output.json": ran("code/choose.py"),
        }
    )
    claim = next(c for c in audit.claims if c.value == 0.37)

    assert (claim.verdict, claim.trust) == ("supported", trust)


WEIGHTS = """import json
from sklearn.metrics import accuracy_score

card = {{"{group}": {{"accuracy": 0.45, "recall": 0.35, "precision": 0.2}}}}
card["score"] = accuracy_score([1, 0], [1, 1])
json.dump(card, open("results/card.json", "w"))
"""


@pytest.mark.parametrize(("group", "trust"), [("case_weights", "measured"), ("deep_net", "doubtful")])
def test_that_weights_of_measures_are_set_and_not_made_up(
    audit_of: MakeAudit, group: str, trust: str
) -> None:
    label = group.replace("_", " ")
    audit = audit_of(
        {
            "results/paper.md": f"# A\n\n## 4 Results\n\n| Name | Recall |\n|---|---|\n| {label} | 0.35 |\n",
            "results/card.json": json.dumps(
                {group: {"accuracy": 0.45, "recall": 0.35, "precision": 0.2}, "score": 0.5}
            ),
            "code/card.py": WEIGHTS.format(group=group),
            "claude_output.json": ran("code/card.py"),
        }
    )
    claim = next(c for c in audit.claims if c.value == 0.35)

    assert (claim.verdict, claim.trust) == ("supported", trust)
