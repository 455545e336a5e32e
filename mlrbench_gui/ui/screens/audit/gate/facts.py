"""What the gate strip says: one cell a state, with the outcome after people's overrides and one fact. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Gate, GateRule, Transition
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.first_failure import FirstFailure, first_failure
from mlrbench_gui.domain.overrides import stands, word_on
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath


@dataclass(frozen=True, slots=True)
class GateCell:
    """One state of the strip. `passed` is after any override, `transition.passed` is the engine's word."""

    state: GateState
    passed: bool
    fact: str
    transition: Transition
    override: GateOverride | None = None


@dataclass(frozen=True, slots=True)
class GateFacts:
    """The strip as a whole; `reached` counts overrides."""

    cells: tuple[GateCell, ...] = ()
    reached: GateState = GateState.EMPTY
    claimed: GateState | None = None

    @property
    def failure(self) -> FirstFailure | None:
        """Where the run failed first, of what its paper claims; an override counts."""
        if self.claimed is None:
            return None
        claimed = [cell for cell in self.cells if _rank(cell.state) <= _rank(self.claimed)]
        return first_failure(cell.transition.model_copy(update={"passed": cell.passed}) for cell in claimed)

    def is_claimed_gap(self, state: GateState) -> bool:
        """Whether the paper claims this state and the run did not reach it."""
        if self.claimed is None:
            return False
        return _rank(self.reached) < _rank(state) <= _rank(self.claimed)


def gate_facts(gate: Gate, overrides: Sequence[GateOverride], paper: RelPath | None) -> GateFacts:
    """The gate as one paper of the run sees it. Several papers share all states up to `measured`."""
    own = gate.by_paper.get(paper or "")
    transitions = {step.to: step for step in gate.transitions}
    if own is not None:
        transitions |= {step.to: step for step in own.transitions}
    cells = tuple(
        _cell(transitions.get(state) or Transition(to=state, passed=False, rules=()), overrides, paper)
        for state in GATE_ORDER[1:]
    )
    return GateFacts(cells, _reached(cells), own.claimed if own is not None else gate.claimed)


def outcome(cell: GateCell) -> str:
    """`passed · all 4 rules hold`, `refused · 1 of 4 rules holds`."""
    rules = cell.transition.rules
    holding = sum(rule.holds is True for rule in rules)
    word = "passed" if cell.transition.passed else "refused"
    if not rules:
        return f"{word} · no rule was checked"
    if holding == len(rules):
        return f"{word} · the one rule holds" if holding == 1 else f"{word} · all {holding} rules hold"
    return f"{word} · {holding} of {len(rules)} rules {'holds' if holding == 1 else 'hold'}"


def evidence_counts(cell: GateCell) -> tuple[int, int]:
    """Artifacts admitted and refused."""
    admitted = sum(item.admitted for item in cell.transition.evidence)
    return admitted, len(cell.transition.evidence) - admitted


def sentence_counts(cell: GateCell) -> tuple[int, int]:
    """Sentences of the paper that rest on admitted evidence, and those that are refused."""
    admitted = sum(item.admitted for item in cell.transition.claims)
    return admitted, len(cell.transition.claims) - admitted


def _cell(transition: Transition, overrides: Sequence[GateOverride], paper: RelPath | None) -> GateCell:
    override = word_on(transition.to, overrides, paper)
    passed = stands(transition, overrides, paper)
    return GateCell(transition.to, passed, _fact(transition, override), transition, override)


def _fact(transition: Transition, override: GateOverride | None) -> str:
    if override is not None:
        return f"{'let through' if override.passed else 'refused'} by {override.author}"
    broken = [rule for rule in transition.rules if rule.holds is False]
    unknown = [rule for rule in transition.rules if rule.holds is None]
    if transition.passed:
        return _passed_fact(transition.rules)
    if broken:
        return broken[0].detail or broken[0].text
    return unknown[0].detail or unknown[0].text if unknown else "no rule was checked"


def _passed_fact(rules: Sequence[GateRule]) -> str:
    if len(rules) == 1:
        return rules[0].detail or rules[0].text
    return f"{len(rules)} rules hold" if rules else "passed"


def _reached(cells: Sequence[GateCell]) -> GateState:
    reached = GateState.EMPTY
    for cell in cells:
        if not cell.passed:
            break
        reached = cell.state
    return reached


def _rank(state: GateState) -> int:
    return GATE_ORDER.index(state)
