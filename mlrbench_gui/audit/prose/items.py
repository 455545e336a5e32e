"""Numbers that only tell which one is meant: `Stage 2`, `Group 1`, `class 0`, a heading's `6.1`."""

import re

from mlrbench_gui.audit.ledger.values import Source
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import ClaimKind, Verdict

_ITEM = re.compile(
    r"\b(?:stage|group|class|label|hypothesis|type|level|case|scenario|question|layer|component|"
    r"experiment|problem|part|research question)\s+[\s$*(]*$",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:\b(?:stages?|phases?|group|class|label|hypothesis|type|level|case|scenario|component|part)\s+\$?"
    r"|\bstages\s+\d\s+(?:and|to|or)\s+)$",
    re.IGNORECASE,
)
"""A noun in singular right before a number, or stages and phases, which are counted nowhere so."""
_HEADING = re.compile(r"^[\s*#_]*$")
_LARGEST = 100


def names_an_item(telling: Telling) -> Decision | None:
    """Unverifiable where the number is the name of one of several, and nothing was found that supports or denies it.

    A support by a setting or a count is none for `class 1`.
    """
    number = telling.number
    whole = number.is_whole and number.unit is None and not number.spelled and abs(number.value) < _LARGEST
    if whole and telling.statement.kind is ClaimKind.SETUP and _is_met_by_chance(telling):
        return Decision(
            Verdict.UNVERIFIABLE, 0.6, f"{telling.printed} tells which one is meant; it states no value.", ()
        )
    is_item = whole and _ITEM.search(telling.before) is not None
    is_heading = _HEADING.match(telling.before) is not None and telling.behind.strip(" .*_") == ""
    planned = any(h.primary and h.candidate.value.source is Source.PLAN for h in telling.decision.held)
    if telling.decision.verdict is not Verdict.UNSUPPORTED or planned or not (is_item or is_heading):
        return None
    what = "numbers a heading" if is_heading else "tells which one is meant"
    return Decision(Verdict.UNVERIFIABLE, 0.6, f"{telling.printed} {what}; it states no value.", ())


def _is_met_by_chance(telling: Telling) -> bool:
    """Whether the name of one of several met a value."""
    met = telling.decision.verdict is Verdict.SUPPORTED and bool(telling.decision.held)
    return met and _LABELLED.search(telling.before) is not None
