"""Literals drawn for a thing that never ran, beside things that did: typed in by hand, and no evidence of a result."""

from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import GENERIC, name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.domain.values import Verdict

_LONGEST = 5
"""The name of a measure has no more words; a line of a log that ends in a number may have."""


def denied_as_typed(telling: Telling, matcher: Matcher) -> Decision | None:
    """Unsupported where a drawn literal carries the support, and only other things of its list have measured values."""
    decision = telling.decision
    carrying = [h.candidate for h in decision.held if h.primary and h.formula is None]
    if decision.verdict is not Verdict.SUPPORTED or not carrying or not carrying[0].is_drawn:
        return None
    value = carrying[0].value
    thing = _thing(value)
    if not thing or _is_measured(thing, matcher):
        return None
    others = {t for v in matcher.listed_with(value) if (t := _thing(v)) and t != thing}
    if not any(_is_measured(other, matcher) for other in others):
        return None
    reason = (
        f"{telling.printed} stands only as a literal in {value.path}, {value.place.words()}: code wrote values of "
        f"the others in that list, and none of {value.name.parts[0]}."
    )
    held = tuple(Held(h.candidate, primary=h.primary, agrees=h.agrees) for h in decision.held)
    return Decision(Verdict.UNSUPPORTED, 0.6, reason, held)


def _thing(value: LedgerValue) -> tuple[str, ...]:
    """The words of what a listed literal is of: the first part of its name."""
    if len(value.name.parts) < 2:
        return ()
    return tuple(word for word in name_words(value.name.parts[0]) if word not in GENERIC)


def _is_measured(thing: tuple[str, ...], matcher: Matcher) -> bool:
    """Whether a measure that code wrote is named after the thing."""
    named = [v for v in matcher.named(thing) if v.source.is_machine and MEASURE.search(v.name.parts[-1])]
    return any(len(v.name.part_words[-1]) <= _LONGEST for v in named)
