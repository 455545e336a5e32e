"""Summaries that keep each experiment with its code and outcome carry a run through the gate."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

_LEARNS = """import json
from sklearn.linear_model import LogisticRegression
from sklearn.datasets import load_digits

data = load_digits(return_X_y=True)
model = LogisticRegression().fit(*data)
json.dump({"accuracy": model.score(*data)}, open("metrics.json", "w"))
"""
_DRAWS = """import json
import random

rows = {}
for name in ("baseline", "ours", "ablation", "oracle"):
    rows[name + "_accuracy"] = random.uniform(0.7, 0.9)
json.dump(rows, open("metrics.json", "w"))
# nothing is learned here, each of these numbers is drawn
"""


def _reached(audit_of: MakeAudit, node: Mapping[str, object]) -> str:
    files = {
        "experiments/idea.md": "# Idea\n\nGates.\n",
        "experiments/research_summary.json": json.dumps({"best node": node}),
    }
    return audit_of(files).gate.reached


def _node(code: str = _LEARNS) -> dict[str, object]:
    return {"overall_plan": "Fit a model.", "code": code, "metric": {"name": "accuracy", "value": 0.91}}


def test_that_code_which_learns_and_its_outcome_are_measured(audit_of: MakeAudit) -> None:
    assert _reached(audit_of, _node()) == "measured"


@pytest.mark.parametrize(
    ("left_out", "state"), [("overall_plan", "idea"), ("code", "idea"), ("metric", "attempted")]
)
def test_that_taking_a_part_of_the_record_away_lowers_the_state(
    audit_of: MakeAudit, left_out: str, state: str
) -> None:
    node = {key: value for key, value in _node().items() if key != left_out}
    assert _reached(audit_of, node) == state


def test_that_drawn_results_are_executed_and_no_more(audit_of: MakeAudit) -> None:
    assert _reached(audit_of, _node(_DRAWS)) == "executed"


def test_that_a_metric_without_a_number_is_no_outcome(audit_of: MakeAudit) -> None:
    assert _reached(audit_of, {**_node(), "metric": {"name": "accuracy", "value": None}}) == "attempted"
