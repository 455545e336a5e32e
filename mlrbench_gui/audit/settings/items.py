"""`50 queries` where code takes 50 of something else, and another number of just what is counted."""

from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.meeting import agrees
from mlrbench_gui.audit.settings.setting import Setting
from mlrbench_gui.audit.settings.spoken import Spoken
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_TAKEN = name_words("subset")


def counted_otherwise(
    claimed: Claimed, first: Decision, spoken: Spoken, settings: Settings
) -> Setting | None:
    """The part of the data that code calls by the counted noun, if it has one other number of items alone.

    Only where what agrees is a part that code calls by another name.
    """
    carried = [held.candidate.value for held in first.held if held.primary]
    if first.verdict is not Verdict.SUPPORTED or not spoken.after or claimed.number.spelled or not carried:
        return None
    if any(not value.formula or spoken.after & value.name.words for value in carried):
        return None
    taken = [s for s in settings.naming(_TAKEN) if s.formula is not None and settings.counts(s)]
    if not any(agrees(claimed.number, s.numbers[0]) for s in taken):
        return None
    named = [s for s in taken if s.owner and frozenset(name_words(s.owner[0])) == spoken.after]
    numbers = {s.numbers[0] for s in named}
    if len(numbers) != 1 or agrees(claimed.number, named[0].numbers[0]):
        return None
    return named[0]
