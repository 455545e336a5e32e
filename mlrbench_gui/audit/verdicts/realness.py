"""A count of things that the paper calls real while the run itself says that it made them up."""

import re
from decimal import Decimal

from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.domain.values import Verdict

_REAL = re.compile(
    r"[\s*]+(?:\w+[\s-]+){0,2}?(?P<real>pre-?trained|real(?:-world|-life)?|human(?:-written|-annotated|-labell?ed)?|"
    r"publicly available|published|in-the-wild|clinical|expert-annotated)\b",
    re.IGNORECASE,
)
_MADE = re.compile(r"\b(?:synthetic|simulated|dummy|mock|fake|placeholder|made[- ]up)", re.IGNORECASE)
_MADE_WORDS = ("synthetic", "simulated", "dummy", "mock", "fake", "placeholder")
_FEWEST = 10
_SPAN = 90


def denied_as_made_up(claimed: Claimed, matcher: Matcher) -> Decision | None:
    """`1,000 pre-trained models` where a log says `generating synthetic models: 1000`; None where nothing says so."""
    number = claimed.number
    at = number.unit_end
    after = claimed.text[at : min(at + _SPAN, claimed.statement.sentence[1])]
    real = _REAL.match(after)
    if real is None or not number.is_whole or number.value < _FEWEST or _MADE.search(claimed.sentence):
        return None
    things = set(name_words(re.split(r"[,.;:(]", after[real.end() :])[0]))
    for value in _called_made_up(matcher):
        if Decimal(repr(value.value)) == number.value and things & value.name.words:
            reason = (
                f"The paper calls {claimed.printed} of them {real.group('real')}, but {value.name.title()} is "
                f"{told(Candidate(value, 0.8, _ONE))}: they were made up."
            )
            held = (Held(Candidate(value, 0.8, _ONE), primary=True, agrees=False),)
            return Decision(Verdict.CONTRADICTED, 0.6, reason, held)
    return None


def _called_made_up(matcher: Matcher) -> list[LedgerValue]:
    """Values that code printed or wrote under names that say themselves that they are no real ones."""
    return [
        value
        for word in _MADE_WORDS
        for value in matcher.named(name_words(word))
        if value.source.is_machine and value.value >= _FEWEST
    ]


_ONE = Agreement(agrees=False, factor=Decimal(1))
