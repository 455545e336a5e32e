"""The gate cites what lets a run through; without it the run does not get there, and what it derives is refused."""

import json
from collections.abc import Callable, Mapping, Sequence

import pytest

from mlrbench_gui.domain.audit import Audit, Transition
from mlrbench_gui.domain.values import GATE_ORDER, GateState

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Step = tuple[str, ...]
BuildRun = Callable[[Sequence[Step], Mapping[str, str]], dict[str, str]]

LEARNS = """import json
import pandas as pd
from sklearn.linear_model import LogisticRegression

rows = pd.read_csv("data/points.csv")
model = LogisticRegression().fit(rows[["x"]], rows["y"])
accuracy = float((model.predict(rows[["x"]]) == rows["y"]).mean())
other = float((rows["y"] == 1).mean())
result = {"ours": {"accuracy": accuracy}, "other": {"accuracy": other}}
json.dump(result, open("results/metrics.json", "w"))
print("saved")
"""
METRICS = json.dumps({"ours": {"accuracy": 0.9117}, "other": {"accuracy": 0.8504}})
SUMS = """import json
import csv

held = json.load(open("results/metrics.json"))
with open("results/table.csv", "w") as sink:
    out = csv.writer(sink)
    out.writerow(["method", "accuracy"])
    for name, row in held.items():
        out.writerow([name, row["accuracy"]])
"""
TABLE = "method,accuracy\nours,0.9117\nother,0.8504\n"


@pytest.fixture
def honest(build_run: BuildRun) -> dict[str, str]:
    """A run that computes its results and reports them as they are."""
    steps: list[Step] = [
        ("write", "code/experiment.py", LEARNS),
        ("run", "python code/experiment.py", "saved"),
    ]
    return build_run(steps, {"results/metrics.json": METRICS, "data/points.csv": "x,y\n0.1,0\n0.9,1\n"})


def _rank(state: GateState) -> int:
    return GATE_ORDER.index(state)


def _step(audit: Audit, to: GateState) -> Transition:
    return next(step for step in audit.gate.transitions if step.to is to)


@pytest.mark.parametrize("state", GATE_ORDER[1:])
def test_that_taking_away_what_a_transition_cites_lowers_the_state(
    state: GateState, honest: dict[str, str], audit_of: MakeAudit
) -> None:
    audit = audit_of(honest)
    assert audit.gate.reached is GateState.REPORTED
    cited = {item.path for item in _step(audit, state).evidence if item.admitted}
    assert cited
    left = {path: text for path, text in honest.items() if path not in cited}
    assert _rank(audit_of(left).gate.reached) < _rank(state)


@pytest.mark.parametrize("state", [GateState.ATTEMPTED, GateState.EXECUTED])
def test_that_taking_away_the_action_that_is_cited_lowers_the_state(
    state: GateState, honest: dict[str, str], audit_of: MakeAudit
) -> None:
    places = [item.locator for item in _step(audit_of(honest), state).evidence if item.locator is not None]
    assert [place.action for place in places] == [1]
    kept = json.loads(honest["claude_output.json"])[:2]
    assert _rank(audit_of(honest | {"claude_output.json": json.dumps(kept)}).gate.reached) < _rank(state)


def test_that_each_sentence_of_an_honest_paper_may_cross(honest: dict[str, str], audit_of: MakeAudit) -> None:
    audit = audit_of(honest)
    claims = _step(audit, GateState.REPORTED).claims
    assert {item.claim for item in claims} <= {claim.id for claim in audit.claims}
    assert claims
    assert all(item.admitted for item in claims)
    assert {path for item in claims for path in item.files} == {"results/metrics.json"}


def test_that_what_is_made_from_typed_results_is_refused_up_to_the_sentence(
    build_run: BuildRun, audit_of: MakeAudit
) -> None:
    steps: list[Step] = [
        ("write", "results/metrics.json", METRICS),
        ("write", "code/summary.py", SUMS),
        ("run", "python code/summary.py", "done"),
    ]
    audit = audit_of(build_run(steps, {"results/table.csv": TABLE}))
    claims = _step(audit, GateState.REPORTED).claims
    assert claims
    assert not any(item.admitted for item in claims)
    table = [item for step in audit.gate.transitions for item in step.evidence if item.path.endswith(".csv")]
    assert all(not item.admitted for item in table if "output" not in item.reason)
    assert audit.gate.reached is GateState.EXECUTED


def test_that_a_summary_of_computed_results_may_cross(build_run: BuildRun, audit_of: MakeAudit) -> None:
    steps: list[Step] = [
        ("write", "code/experiment.py", LEARNS),
        ("run", "python code/experiment.py", "saved"),
        ("write", "code/summary.py", SUMS),
        ("run", "python code/summary.py", "done"),
    ]
    made = {"results/metrics.json": METRICS, "results/table.csv": TABLE, "data/points.csv": "x,y\n0,0\n1,1\n"}
    audit = audit_of(build_run(steps, made))
    assert all(item.admitted for item in _step(audit, GateState.REPORTED).claims)
    assert audit.gate.reached is GateState.REPORTED


def test_that_a_denied_and_an_unfounded_sentence_are_refused(
    honest: dict[str, str], audit_of: MakeAudit
) -> None:
    paper = honest["results/paper.md"].replace("0.912", "0.932") + "\nOurs reaches an F1 of 0.777.\n"
    audit = audit_of(honest | {"results/paper.md": paper})
    verdicts = {claim.id: claim.verdict.value for claim in audit.claims}
    refused = {
        verdicts[item.claim]: item.reason
        for item in _step(audit, GateState.REPORTED).claims
        if not item.admitted
    }
    assert refused["contradicted"] == "the evidence contradicts it"
    assert refused["unsupported"] == "no evidence of the run carries it"
