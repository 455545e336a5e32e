"""Rules of the gate as data: they are read, named, and decide by facts alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.gate.rulebook import FACTS, read_rules, rules_of
from mlrbench_gui.domain.values import GATE_ORDER, GateState

ONE = '[[rule]]\nto = "executed"\nid = "ended"\ntext = "It ended."\nholds = ["{}"]\n'


def test_that_every_state_but_the_first_has_rules_with_text() -> None:
    for state in GATE_ORDER[1:]:
        assert rules_of(state)
        assert all(rule.text.endswith(".") for rule in rules_of(state))


def test_that_every_fact_is_asked_for_by_some_rule() -> None:
    asked = {
        side
        for state in GATE_ORDER[1:]
        for r in rules_of(state)
        for c in r.conditions
        for side in (c.left, c.right)
    }
    assert asked >= set(FACTS)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("runs_ended >= 1", True),
        ("runs_ended >= 3", False),
        ("runs_ended <= 2", True),
        ("2 * runs_ended >= 4", True),
        ("2*runs_ended>=5", False),
        ("outputs_left >= runs_ended", False),
        ("outputs_left >= 0", True),
    ],
)
def test_that_a_condition_compares_facts_with_numbers_and_facts(condition: str, holds: bool) -> None:
    (rule,) = read_rules(ONE.format(condition))
    assert rule.to is GateState.EXECUTED
    assert rule.holds({"runs_ended": 2, "outputs_left": 0}) is holds


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ONE.format("runs >= 1"), "there is no fact 'runs'"),
        (ONE.format("runs_ended > 1"), "is no condition"),
        (ONE.format("runs_ended >= 1; x"), "is no condition"),
        (ONE.format("runs_ended >= 1") * 2, "stands twice"),
        ('[[rule]]\nid = "a"\n', "to is missing"),
        ('[[rule]]\nto = "idea"\n', "id is missing"),
        (ONE.format("runs_ended >= 1").replace("executed", "finished"), "finished"),
    ],
)
def test_that_a_wrong_rule_is_told_by_its_name(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        read_rules(text)
    assert told in str(error.value)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 5))
def test_that_more_of_what_is_wanted_never_breaks_a_rule(have: int, wanted: int, more: int) -> None:
    (rule,) = read_rules(ONE.format("2 * numbers_measured >= numbers_claimed"))
    facts = {"numbers_measured": have, "numbers_claimed": wanted}
    assert not rule.holds(facts) or rule.holds(facts | {"numbers_measured": have + more})
