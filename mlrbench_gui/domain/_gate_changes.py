"""Where the gate of two audits differs: states, rules with another outcome, files admitted on one side only."""

from collections.abc import Sequence

from mlrbench_gui.domain._causes import Surroundings, place_causes
from mlrbench_gui.domain.audit import Gate, GateEvidence, GateRule, Transition
from mlrbench_gui.domain.differences import AdmissionChange, GateChange, RuleChange, TransitionChange
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath

_Step = tuple[RelPath | None, GateState]


def gate_change(around: Surroundings, old: Gate, new: Gate) -> GateChange | None:
    """The difference of two gates, None where there is none."""
    left, right = _steps(old), _steps(new)
    keys = sorted(left.keys() | right.keys(), key=lambda key: (GATE_ORDER.index(key[1]), key[0] or ""))
    changes = tuple(
        change for key in keys if (change := _step_change(key, left.get(key), right.get(key))) is not None
    )
    if not changes and (old.reached, old.claimed) == (new.reached, new.claimed):
        return None
    named = [item.path for step in (*left.values(), *right.values()) for item in step.evidence]
    changed = {file.path for file in around.files} | {paper.path for paper in around.papers}
    return GateChange(
        old_reached=old.reached,
        new_reached=new.reached,
        old_claimed=old.claimed,
        new_claimed=new.claimed,
        transitions=changes,
        why=place_causes(around, [path for path in named if path in changed]),
    )


def _steps(gate: Gate) -> dict[_Step, Transition]:
    """The run's own steps, and of several papers each one's last."""
    own: dict[_Step, Transition] = {
        (None, step.to): step
        for step in gate.transitions
        if not (gate.by_paper and step.to is GateState.REPORTED)
    }
    for paper, by_paper in gate.by_paper.items():
        own |= {
            (RelPath(paper), step.to): step for step in by_paper.transitions if step.to is GateState.REPORTED
        }
    return own


def _step_change(key: _Step, old: Transition | None, new: Transition | None) -> TransitionChange | None:
    rules = _rule_changes(old.rules if old else (), new.rules if new else ())
    evidence = _admission_changes(old.evidence if old else (), new.evidence if new else ())
    before, after = (step.passed if step else None for step in (old, new))
    if before == after and not rules and not evidence:
        return None
    return TransitionChange(
        to=key[1], paper=key[0], old_passed=before, new_passed=after, rules=rules, evidence=evidence
    )


def _rule_changes(old: Sequence[GateRule], new: Sequence[GateRule]) -> tuple[RuleChange, ...]:
    left, right = ({rule.id: rule for rule in rules} for rules in (old, new))
    found = []
    for key in dict.fromkeys((*left, *right)):
        before, after = left.get(key), right.get(key)
        there = after or before
        assert there is not None
        if before is None or after is None or before.holds != after.holds:
            found.append(
                RuleChange(
                    id=key,
                    text=there.text,
                    old_holds=before.holds if before else None,
                    new_holds=after.holds if after else None,
                    old_detail=before.detail if before else "",
                    new_detail=after.detail if after else "",
                )
            )
    return tuple(found)


def _admission_changes(
    old: Sequence[GateEvidence], new: Sequence[GateEvidence]
) -> tuple[AdmissionChange, ...]:
    left, right = ({item.path: item for item in some} for some in (old, new))
    return tuple(
        AdmissionChange(
            path=path,
            old_admitted=before.admitted if before else None,
            new_admitted=after.admitted if after else None,
            old_reason=before.reason if before else "",
            new_reason=after.reason if after else "",
        )
        for path in sorted(left.keys() | right.keys())
        if (((before := left.get(path)) is None) != ((after := right.get(path)) is None))
        or (before is not None and after is not None and before.admitted != after.admitted)
    )
