"""The gate in a report: what the engine says of each transition, and what stands after people's overrides."""

from collections.abc import Sequence

from mlrbench_gui.domain.audit import Gate, GateEvidence, GateRule, Transition
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.overrides import standing, stands
from mlrbench_gui.domain.values import GateState, RelPath
from mlrbench_gui.services.reporting.data import (
    CrossingClaim,
    CrossingEvidence,
    Override,
    ReportGate,
    ReportTransition,
    Rule,
)
from mlrbench_gui.services.reporting.places import place_words


def gates_of(gate: Gate, overrides: Sequence[GateOverride]) -> tuple[ReportGate, ...]:
    """The run's gate, then that of each paper where a run has several."""
    whole = _gate(None, (gate.reached, gate.claimed), gate.transitions, overrides)
    papers = (
        _gate(RelPath(path), (own.reached, own.claimed), own.transitions, overrides)
        for path, own in sorted(gate.by_paper.items())
    )
    return (whole, *papers) if len(gate.by_paper) > 1 else (whole,)


def overrides_of(overrides: Sequence[GateOverride]) -> tuple[Override, ...]:
    """All overrides that count, oldest first."""
    return tuple(
        Override(
            state=item.state,
            passed=item.passed,
            paper=item.paper,
            author=item.author,
            at=item.at,
            reason=item.reason,
        )
        for item in sorted(overrides, key=lambda item: item.at)
    )


def _gate(
    paper: RelPath | None,
    states: tuple[GateState, GateState | None],
    transitions: Sequence[Transition],
    overrides: Sequence[GateOverride],
) -> ReportGate:
    reached, claimed = states
    steps = tuple(_transition(step, paper, overrides) for step in transitions)
    touched = any(step.passed != step.stands for step in steps)
    return ReportGate(
        paper=paper,
        reached=reached,
        stands=standing(transitions, overrides, paper) if touched else reached,
        claimed=claimed,
        transitions=steps,
    )


def _transition(
    step: Transition, paper: RelPath | None, overrides: Sequence[GateOverride]
) -> ReportTransition:
    return ReportTransition(
        to=step.to,
        passed=step.passed,
        stands=stands(step, overrides, paper),
        rules=tuple(map(_rule, step.rules)),
        evidence=tuple(map(_crossing, step.evidence)),
        claims=tuple(
            CrossingClaim(claim=item.claim, admitted=item.admitted, reason=item.reason)
            for item in step.claims
        ),
    )


def _rule(rule: GateRule) -> Rule:
    place = ", ".join(part for part in (rule.path or "", place_words(rule.locator)) if part)
    return Rule(text=rule.text, holds=rule.holds, detail=rule.detail, place=place)


def _crossing(item: GateEvidence) -> CrossingEvidence:
    return CrossingEvidence(path=item.path, sha256=item.sha256, admitted=item.admitted, reason=item.reason)
