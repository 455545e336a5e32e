"""A share that is told as what was missed: `it failed to detect 75 % of them` where recall is 0.25."""

import re
from decimal import Decimal

from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.tolerance import Agreement, agreement
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown, told
from mlrbench_gui.domain.values import Verdict

_MISSED = re.compile(
    r"\b(?:(?:fail\w* to|could not|did not|unable to)\s+"
    r"(?:identify|detect|recogni[sz]e|find|flag|catch|retrieve|recall|spot)|"
    r"miss(?:ed|es|ing)|overlook\w*)\s+(?:(?:about|nearly|roughly|approximately|over|some)\s+)?\W*$",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\bmisclassif\w+\s+(?:(?:about|nearly|roughly|approximately|over)\s+)?\W*$", re.IGNORECASE
)
_ONE = Agreement(agrees=True, factor=Decimal(1))


def decide_complement(claimed: Claimed, matcher: Matcher, entities: Entities) -> Decision | None:
    """Supported by a recall (what was missed) or an accuracy (what was taken for another) of the same thing."""
    before = claimed.sentence[: claimed.number.start - claimed.statement.sentence[0]]
    measure = "recall" if _MISSED.search(before) else "accuracy" if _WRONG.search(before) else ""
    if not measure or not claimed.number.is_percent:
        return None
    values = [value for value in matcher.named(name_words(measure)) if _is_measure(value, measure)]
    thing = _spoken_of(claimed, frozenset(e for v in values for e in matcher.entities_of(v)), entities)
    for value in values:
        if thing is None or matcher.entities_of(value) != {thing}:
            continue
        whole = 1.0 if value.value <= 1 else 100.0
        if agreement(claimed.number, whole - value.value).agrees:
            return _supported(claimed, value, whole)
    return None


def _spoken_of(claimed: Claimed, measured: frozenset[int], entities: Entities) -> int | None:
    """The thing with such a measure that the paragraph names last before the number."""
    statement = claimed.statement
    begin = statement.paragraph if statement.paragraph >= 0 else statement.sentence[0]
    before = claimed.text[begin : claimed.number.start]
    named = [mention.entity for mention in entities.mentions(before) if mention.entity in measured]
    return named[-1] if named else None


def _is_measure(value: LedgerValue, measure: str) -> bool:
    """Whether it is just this measure, with no other word to its name."""
    return (
        value.source.is_machine
        and not value.aspect
        and value.index < 0
        and 0 <= value.value <= 100
        and value.name.part_words[-1] == name_words(measure)
    )


def _supported(claimed: Claimed, value: LedgerValue, whole: float) -> Decision:
    formula = f"{shown(whole)} - {shown(value.value)}"
    candidate = Candidate(value, 0.7, _ONE)
    reason = (
        f"{claimed.printed} follows from evidence: {formula}, with {value.name.title()}: {told(candidate)}."
    )
    left = (whole - value.value) * (100 / whole)
    held = (Held(candidate, primary=True, agrees=True, formula=formula, value=left),)
    return Decision(Verdict.SUPPORTED, 0.65, reason, held)
