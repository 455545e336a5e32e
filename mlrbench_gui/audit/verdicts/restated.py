"""Further evidence of a supported number: other files that hold it under a name that fits."""

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.context import context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.numbers import EVIDENCE_SHOWN
from mlrbench_gui.domain.values import Verdict

_FITS = 0.35


def with_restating(
    statement: Statement, decision: Decision, text: str, matcher: Matcher, entities: Entities
) -> Decision:
    """What carries the verdict first, one place of each file; then other files that agree; then the rest."""
    number = statement.number
    if number is None or decision.verdict is not Verdict.SUPPORTED or not decision.held:
        return decision
    firsts: dict[str, Held] = {}
    for held in decision.held:
        if held.agrees and held.formula is None:
            firsts.setdefault(held.candidate.value.path, held)
    if not firsts or len(firsts) >= EVIDENCE_SHOWN or any(h.formula for h in decision.held):
        return decision
    more: dict[str, Held] = {}
    for candidate in matcher.candidates(context_of(statement, text, entities), number):
        path = candidate.value.path
        fits = (
            candidate.agrees and candidate.score >= _FITS and candidate.may_carry and not candidate.is_unnamed
        )
        if fits and path not in firsts:
            more.setdefault(path, Held(candidate, primary=False, agrees=True))
    kept = list(firsts.values())
    rest = [held for held in decision.held if held not in kept]
    held_all = (*kept, *more.values(), *rest)[:EVIDENCE_SHOWN]
    return Decision(decision.verdict, decision.confidence, decision.reason, held_all)
