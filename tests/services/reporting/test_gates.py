"""What stands of a gate after people's overrides."""

from datetime import UTC, datetime, timedelta

from mlrbench_gui.domain.audit import Gate, PaperGate, Transition
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath
from mlrbench_gui.services.reporting.gates import gates_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


def _steps(reached: GateState) -> tuple[Transition, ...]:
    last = GATE_ORDER.index(reached)
    return tuple(
        Transition(to=state, passed=at <= last, rules=()) for at, state in enumerate(GATE_ORDER) if at
    )


def _word(state: GateState, *, passed: bool, minutes: int = 0, paper: str | None = None) -> GateOverride:
    return GateOverride(
        state=state,
        passed=passed,
        paper=RelPath(paper) if paper else None,
        author="Ada",
        at=AT + timedelta(minutes=minutes),
        reason="why",
    )


def _gate(reached: GateState) -> Gate:
    return Gate(reached=reached, claimed=GateState.REPORTED, transitions=_steps(reached))


def test_that_without_overrides_what_was_reached_stands() -> None:
    (gate,) = gates_of(_gate(GateState.EXECUTED), ())
    assert gate.reached is gate.stands is GateState.EXECUTED


def test_that_letting_the_next_state_through_raises_what_stands_but_not_what_was_reached() -> None:
    (gate,) = gates_of(_gate(GateState.EXECUTED), (_word(GateState.MEASURED, passed=True),))
    assert (gate.reached, gate.stands) == (GateState.EXECUTED, GateState.MEASURED)


def test_that_a_state_behind_a_refused_one_does_not_stand() -> None:
    (gate,) = gates_of(_gate(GateState.EXECUTED), (_word(GateState.REPORTED, passed=True),))
    assert gate.stands is GateState.EXECUTED


def test_that_refusing_a_state_lowers_what_stands_below_it() -> None:
    (gate,) = gates_of(_gate(GateState.MEASURED), (_word(GateState.EXECUTED, passed=False),))
    assert (gate.reached, gate.stands) == (GateState.MEASURED, GateState.ATTEMPTED)


def test_that_the_last_word_on_a_state_counts() -> None:
    words = (
        _word(GateState.MEASURED, passed=False, minutes=5),
        _word(GateState.MEASURED, passed=True, minutes=1),
    )
    (gate,) = gates_of(_gate(GateState.EXECUTED), words)
    assert gate.stands is GateState.EXECUTED


def test_that_an_override_for_one_paper_leaves_the_others() -> None:
    papers = {
        name: PaperGate(
            reached=GateState.MEASURED, claimed=GateState.REPORTED, transitions=_steps(GateState.MEASURED)
        )
        for name in ("a.md", "b.md")
    }
    gate = _gate(GateState.MEASURED).model_copy(update={"by_paper": papers})
    whole, first, second = gates_of(gate, (_word(GateState.REPORTED, passed=True, paper="b.md"),))
    assert (whole.stands, first.stands, second.stands) == (
        GateState.MEASURED,
        GateState.MEASURED,
        GateState.REPORTED,
    )
