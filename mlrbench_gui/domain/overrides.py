"""Where the gate stands once people's overrides of its transitions are read."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.values import GateState, RelPath


class Step(Protocol):
    """A transition as the rules decided it."""

    @property
    def to(self) -> GateState: ...

    @property
    def passed(self) -> bool: ...


def word_on(
    state: GateState, overrides: Iterable[GateOverride], paper: RelPath | None = None
) -> GateOverride | None:
    """The last override of the transition to a state, for the whole run or for this paper."""
    mine = [item for item in overrides if item.state is state and item.paper in (None, paper)]
    return max(mine, key=lambda item: item.at) if mine else None


def stands(step: Step, overrides: Iterable[GateOverride], paper: RelPath | None = None) -> bool:
    """Whether a transition is passed by the last word on it: a person's, else that of the rules."""
    word = word_on(step.to, overrides, paper)
    return step.passed if word is None else word.passed


def standing(
    steps: Sequence[Step], overrides: Sequence[GateOverride], paper: RelPath | None = None
) -> GateState:
    """The last state to which all transitions are passed."""
    state = GateState.EMPTY
    for step in steps:
        if not stands(step, overrides, paper):
            break
        state = step.to
    return state
