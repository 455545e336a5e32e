"""Where the run failed first is told beside its name, and explained by the gate."""

from typing import Any

import pytest

from mlrbench_gui.domain.audit import Gate, GateRule, Transition
from mlrbench_gui.domain.values import GATE_ORDER, GateState
from mlrbench_gui.ui.screens.audit.gate.facts import gate_facts

RULE = GateRule(id="ran", text="a script ran to its end", holds=False, detail="it ended in a traceback")


def gate(reached: GateState, claimed: GateState | None) -> Gate:
    place = GATE_ORDER.index(reached)
    steps = tuple(
        Transition(to=state, passed=at <= place, rules=(RULE,)) for at, state in enumerate(GATE_ORDER) if at
    )
    return Gate(reached=reached, claimed=claimed, transitions=steps)


def test_that_the_first_refused_step_of_what_is_claimed_is_the_failure() -> None:
    failure = gate_facts(gate(GateState.ATTEMPTED, GateState.REPORTED), (), None).failure
    assert failure is not None
    assert (failure.step, failure.why) == ("execution", "it ended in a traceback")


@pytest.mark.parametrize("claimed", [GateState.ATTEMPTED, None])
def test_that_a_run_that_claims_no_more_than_it_reached_did_not_fail(claimed: GateState | None) -> None:
    assert gate_facts(gate(GateState.ATTEMPTED, claimed), (), None).failure is None


@pytest.mark.ui
def test_that_the_failure_stands_beside_the_name_and_opens_its_gate(opened: Any) -> None:
    button = opened.screen.run_bar.failed
    assert button.text() == "Failed first: execution"
    button.click()
    assert opened.screen.stage.gate.open_at is GateState.EXECUTED
