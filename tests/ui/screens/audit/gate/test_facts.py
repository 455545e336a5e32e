"""The gate strip's facts."""

from datetime import UTC, datetime
from typing import Any

import pytest

from mlrbench_gui.domain.audit import GateRule, PaperGate, Transition
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.values import GateState, RelPath
from mlrbench_gui.ui.screens.audit.gate.facts import evidence_counts, gate_facts, outcome

pytestmark = pytest.mark.ui
PAPER = RelPath("results/paper.md")


def override(state: GateState, *, passed: bool) -> GateOverride:
    return GateOverride(
        state=state,
        passed=passed,
        paper=None,
        author="Reviewer 7",
        at=datetime(2026, 3, 4, tzinfo=UTC),
        reason="I ran it",
    )


def test_that_six_cells_tell_reached_and_claimed(sample: Any) -> None:
    facts = gate_facts(sample.gate(), (), PAPER)
    assert [cell.state for cell in facts.cells] == list(GateState)[1:]
    assert (facts.reached, facts.claimed) == (GateState.ATTEMPTED, GateState.REPORTED)
    assert [facts.is_claimed_gap(cell.state) for cell in facts.cells] == [
        False,
        False,
        False,
        True,
        True,
        True,
    ]
    assert outcome(facts.cells[3]) == "refused · 0 of 2 rules hold"
    assert evidence_counts(facts.cells[3]) == (0, 1)


def test_that_an_override_moves_what_was_reached_and_is_named(sample: Any) -> None:
    facts = gate_facts(sample.gate(), (override(GateState.EXECUTED, passed=True),), PAPER)
    assert facts.reached is GateState.EXECUTED
    assert facts.cells[3].fact == "let through by Reviewer 7"
    assert not facts.cells[3].transition.passed, "the engine's own word stays"
    back = gate_facts(sample.gate(), (override(GateState.IDEA, passed=False),), PAPER)
    assert back.reached is GateState.EMPTY


def test_that_each_paper_of_a_shared_experiment_has_its_own_end(sample: Any) -> None:
    own = PaperGate(
        reached=GateState.REPORTED,
        claimed=GateState.MEASURED,
        transitions=(Transition(to=GateState.REPORTED, passed=True, rules=()),),
    )
    gate = sample.gate(GateState.MEASURED).model_copy(update={"by_paper": {PAPER: own}})
    assert gate_facts(gate, (), PAPER).reached is GateState.REPORTED
    assert gate_facts(gate, (), PAPER).claimed is GateState.MEASURED
    assert gate_facts(gate, (), RelPath("other.md")).reached is GateState.MEASURED


def test_that_a_rule_that_cannot_be_known_is_told(sample: Any) -> None:
    step = Transition(
        to=GateState.IDEA,
        passed=False,
        rules=(GateRule(id="r", text="An idea is there", holds=None, detail="no file"),),
    )
    gate = sample.gate().model_copy(update={"transitions": (step,)})
    facts = gate_facts(gate, (), PAPER)
    assert facts.cells[0].fact == "no file"
    assert facts.reached is GateState.EMPTY
