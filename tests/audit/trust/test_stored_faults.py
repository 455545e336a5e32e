"""What stored results themselves tell of a measurement: methods that left the same, constants that stand in."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind, GateState
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

DECODING = """import json
from transformers import AutoModelForCausalLM

def run(kind):
    texts = decode(AutoModelForCausalLM.from_pretrained("m"), kind)
    return {"evaluation": score(texts), "generated_texts": texts}

found = {kind: run(kind) for kind in ("plain", "careful")}
with open("results/results.json", "w") as f:
    json.dump(found, f)
"""
WAITING = """import json
import numpy as np

def compute_metrics(scores):
    waits = []
    for step, score in enumerate(scores):
        if score < 0.7:
            waits.append(step)
    metrics = {"stability": float(np.var(scores))}
    if waits:
        metrics["recovery_time"] = float(np.mean(waits))
    else:
        metrics["recovery_time"] = 0
    return metrics

found = {name: compute_metrics(load(name)) for name in names()}
with open("results/results.json", "w") as f:
    json.dump(found, f)
"""


def ran(script: str) -> str:
    return transcript_of(
        ("Write", {"file_path": "/w/code/run.py", "content": script}, "ok", False),
        ("Bash", {"command": "cd /w && python code/run.py"}, "done", False),
    )


def audited(audit_of: MakeAudit, script: str, results: object, paper: str) -> Audit:
    files = {"code/run.py": script, "claude_output.json": ran(script)}
    return audit_of(
        files | {"results/results.json": json.dumps(results, indent=1), "results/paper.md": paper}
    )


def decoded(audit_of: MakeAudit, careful: Mapping[str, object]) -> Audit:
    measures = {"bleu": 0.0, "rouge1": 0.0066, "perplexity": 45426.078125}
    texts = ["Where is it?", "When was it?", "Who was it?"]
    plain: dict[str, object] = {"evaluation": measures, "generated_texts": texts}
    paper = "# T\n\n## 4 Results\n\n| Method | Perplexity |\n|---|---|\n| plain | 45426.1 |\n| careful | 45426.1 |\n"
    return audited(audit_of, DECODING, {"plain": plain, "careful": {**plain, **careful}}, paper)


def trusts(audit: Audit) -> set[str]:
    return {claim.trust for claim in audit.claims if claim.value is not None and claim.verdict == "supported"}


def test_that_methods_which_left_the_same_texts_and_measures_are_doubtful(audit_of: MakeAudit) -> None:
    audit = decoded(audit_of, {})

    assert trusts(audit) == {"doubtful"}
    assert FindingKind.EXPERIMENT_FAILED in {finding.kind for finding in audit.findings}


def test_that_such_values_were_still_computed(audit_of: MakeAudit) -> None:
    audit = decoded(audit_of, {})
    measured = next(t for t in audit.gate.transitions if t.to is GateState.MEASURED)

    assert all(rule.holds for rule in measured.rules if rule.id == "answers-real")


def test_that_one_other_text_is_an_effect(audit_of: MakeAudit) -> None:
    other = {"generated_texts": ["Where is it?", "When was it?", "Nobody."]}

    assert trusts(decoded(audit_of, other)) == {"measured"}


@pytest.mark.parametrize(("told", "trust"), [("24.67", "doubtful"), ("35.0", "measured")])
def test_that_means_over_stand_ins_are_doubtful_and_what_was_measured_is_not(
    audit_of: MakeAudit, told: str, trust: str
) -> None:
    times: dict[str, list[float]] = {"slow": [35.0, 0, 39.0], "quick": [0, 0, 0]}
    results = {
        place: {name: {"recovery_time": own[n], "stability": 0.5} for name, own in times.items()}
        for n, place in enumerate(("drift", "shift", "clash"))
    }
    means = {name: {"avg_recovery_time": sum(own) / 3} for name, own in times.items()}
    label = "Recovery Time" if trust == "measured" else "Avg Recovery Time"
    where = "drift" if trust == "measured" else "means"
    paper = f"# T\n\n## 4 Results\n\nIn the {where}:\n\n| Method | {label} |\n|---|---|\n| slow | {told} |\n"

    audit = audited(audit_of, WAITING, results | {"means": means}, paper)

    assert [c.trust for c in audit.claims if c.value == float(told)] == [trust]
