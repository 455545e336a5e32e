"""Bounds against what evidence has: a value on the other side of its bound is no support."""

from mlrbench_gui.audit.prose.bounds import Bound, satisfies
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.domain.values import Verdict

_SURE = 0.85


def out_of_bound(telling: Telling) -> Decision | None:
    """A support whose value breaks the told bound is withdrawn; where the name fits closely, the bound is denied."""
    decision, bound = telling.decision, telling.bound
    carrying = [h for h in decision.held if h.primary]
    if bound is None or decision.verdict is not Verdict.SUPPORTED or not carrying:
        return None
    best = carrying[0].candidate
    value = abs(best.value.value * float(best.agreement.factor))
    if carrying[0].formula is not None or satisfies(bound, abs(telling.number.number), value):
        return None
    side = "above" if bound is Bound.ABOVE else "below"
    is_sure = best.score >= _SURE and best.same_entity and best.is_only and not best.value.aspect
    verdict = Verdict.CONTRADICTED if is_sure else Verdict.UNSUPPORTED
    reason = f"The paper has a value {side} {telling.printed}, but {best.value.name.title()} is {told(best)}."
    held = tuple(Held(h.candidate, primary=h.primary, agrees=False) for h in decision.held)
    return Decision(verdict, 0.6, reason, held)
