"""Where the gate stands once people have said their word."""

from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.audit import Transition
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.overrides import standing, stands, word_on
from mlrbench_gui.domain.values import GateState, RelPath

STEPS = (
    Transition(to=GateState.IDEA, passed=True, rules=()),
    Transition(to=GateState.PROPOSAL, passed=False, rules=()),
    Transition(to=GateState.ATTEMPTED, passed=True, rules=()),
)


def word(state: GateState, *, passed: bool, day: int = 1, paper: str | None = None) -> GateOverride:
    named = RelPath(paper) if paper else None
    at = datetime(2026, 1, day, tzinfo=UTC)
    return GateOverride(state=state, passed=passed, paper=named, author="Ada", at=at, reason="read")


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ((), GateState.IDEA),
        ((word(GateState.PROPOSAL, passed=True),), GateState.ATTEMPTED),
        ((word(GateState.ATTEMPTED, passed=True),), GateState.IDEA),
        ((word(GateState.IDEA, passed=False),), GateState.EMPTY),
        (
            (word(GateState.PROPOSAL, passed=True), word(GateState.PROPOSAL, passed=False, day=2)),
            GateState.IDEA,
        ),
        ((word(GateState.PROPOSAL, passed=True, paper="other.md"),), GateState.IDEA),
    ],
)
def test_that_the_last_word_on_each_transition_decides(
    words: tuple[GateOverride, ...], state: GateState
) -> None:
    assert standing(STEPS, words, RelPath("paper.md")) is state


def test_that_a_word_on_one_paper_says_nothing_of_another() -> None:
    said = (word(GateState.PROPOSAL, passed=True, paper="a.md"),)

    assert word_on(GateState.PROPOSAL, said, RelPath("a.md")) is said[0]
    assert word_on(GateState.PROPOSAL, said, RelPath("b.md")) is None
    assert not stands(STEPS[1], said, RelPath("b.md"))
