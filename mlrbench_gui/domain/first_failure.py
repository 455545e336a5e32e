"""Where a run failed first: the earliest step of the gate that does not hold, with what tells so."""

from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.domain.audit import GateRule, Transition
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath

STEP_WORDS = {
    GateState.IDEA: "idea",
    GateState.PROPOSAL: "proposal",
    GateState.ATTEMPTED: "code",
    GateState.EXECUTED: "execution",
    GateState.MEASURED: "measurement",
    GateState.REPORTED: "writing",
}
"""The work that a state stands for, as one says what failed."""


@dataclass(frozen=True, slots=True)
class FirstFailure:
    """The state that was not reached, why in words, and the place that tells so."""

    state: GateState
    why: str
    path: RelPath | None = None
    locator: Locator | None = None

    @property
    def step(self) -> str:
        """The work that failed, such as `execution`."""
        return STEP_WORDS[self.state]


def first_failure(transitions: Iterable[Transition]) -> FirstFailure | None:
    """The first step that was refused; None where all that are told were passed."""
    told = {transition.to: transition for transition in transitions}
    for state in GATE_ORDER[1:]:
        transition = told.get(state)
        if transition is not None and not transition.passed:
            return _failure(transition)
    return None


def _failure(transition: Transition) -> FirstFailure:
    rules = sorted(transition.rules, key=lambda rule: rule.holds is not False)
    unmet = [rule for rule in rules if rule.holds is not True]
    if not unmet:
        return FirstFailure(transition.to, "no rule was checked")
    placed = next((rule for rule in unmet if rule.path is not None), unmet[0])
    return FirstFailure(transition.to, _words(unmet[0]), placed.path, placed.locator)


def _words(rule: GateRule) -> str:
    return rule.detail or rule.text
