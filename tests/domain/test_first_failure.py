"""Where a run failed first."""

from mlrbench_gui.domain.audit import GateRule, Transition
from mlrbench_gui.domain.first_failure import STEP_WORDS, first_failure
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath

BROKEN = GateRule(
    id="ran",
    text="a script ran to its end",
    holds=False,
    detail="it ended in a traceback",
    path=RelPath("log.txt"),
    locator=Locator(line=3),
)
UNSURE = GateRule(id="left", text="it left output", holds=None)


def steps(*passed: bool, rules: tuple[GateRule, ...] = ()) -> list[Transition]:
    return [
        Transition(to=state, passed=ok, rules=rules)
        for state, ok in zip(GATE_ORDER[1:], passed, strict=False)
    ]


def test_that_the_earliest_refused_step_is_told_with_its_place() -> None:
    found = first_failure(steps(True, True, True, False, False, rules=(UNSURE, BROKEN)))
    assert found is not None
    assert (found.state, found.step) == (GateState.EXECUTED, "execution")
    assert (found.why, found.path, found.locator) == (
        "it ended in a traceback",
        "log.txt",
        Locator(line=3),
    )


def test_that_a_rule_that_cannot_be_known_is_told_where_none_is_broken() -> None:
    found = first_failure(steps(False, rules=(UNSURE,)))
    assert found is not None
    assert found.why == "it left output"


def test_that_a_run_that_reached_all_did_not_fail() -> None:
    assert first_failure(steps(*[True] * 6)) is None


def test_that_each_state_has_words_for_its_work() -> None:
    assert set(STEP_WORDS) == set(GATE_ORDER[1:])
