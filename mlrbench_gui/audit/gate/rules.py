"""The execution gate: each transition with its rules, their outcomes, and the evidence that asked to cross."""

from collections.abc import Sequence

from mlrbench_gui.audit.gate.crossing import crossings
from mlrbench_gui.audit.gate.rulebook import Rule, rules_of
from mlrbench_gui.audit.gate.steps import Detail, GateFacts, Step, Steps
from mlrbench_gui.domain.audit import ClaimCrossing, Gate, GateRule, PaperGate, Transition
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath


def decide_gate(given: GateFacts) -> Gate:
    """State reached and claimed; with several papers one answer for each beside the shared one."""
    steps = Steps(given)
    shared = (
        _transition(GateState.IDEA, steps.idea()),
        _transition(GateState.PROPOSAL, steps.proposal()),
        _transition(GateState.ATTEMPTED, steps.attempted()),
        _transition(GateState.EXECUTED, steps.executed()),
        _transition(GateState.MEASURED, steps.measured()),
    )
    if not given.papers:
        return Gate(reached=_reached(shared), claimed=None, transitions=shared)
    by_paper = {paper: _paper_gate(steps, shared, paper) for paper in given.papers}
    best = max(by_paper.values(), key=lambda gate: GATE_ORDER.index(gate.reached))
    return Gate(
        reached=best.reached,
        claimed=GateState.REPORTED,
        transitions=best.transitions,
        by_paper=dict(by_paper) if len(given.papers) > 1 else {},
    )


def _paper_gate(steps: Steps, shared: Sequence[Transition], paper: RelPath) -> PaperGate:
    claims = crossings(steps, paper)
    transitions = (*shared, _transition(GateState.REPORTED, steps.reported(paper), claims))
    return PaperGate(reached=_reached(transitions), claimed=GateState.REPORTED, transitions=transitions)


def _reached(transitions: Sequence[Transition]) -> GateState:
    state = GateState.EMPTY
    for transition in transitions:
        if not transition.passed:
            break
        state = transition.to
    return state


def _transition(to: GateState, step: Step, claims: tuple[ClaimCrossing, ...] = ()) -> Transition:
    rules = tuple(_outcome(rule, step) for rule in rules_of(to))
    passed = all(rule.holds is True for rule in rules)
    return Transition(to=to, passed=passed, rules=rules, evidence=step.evidence, claims=claims)


def _outcome(rule: Rule, step: Step) -> GateRule:
    detail = step.details.get(rule.id, Detail())
    return GateRule(
        id=rule.id,
        text=rule.text,
        holds=rule.holds(step.facts),
        detail=detail.text,
        path=detail.path,
        locator=detail.locator,
    )
