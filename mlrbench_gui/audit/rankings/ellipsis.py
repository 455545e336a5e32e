"""What a comparison leaves unsaid and takes from the one before it in the same sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from mlrbench_gui.audit.rankings.cues import Comparison, Cue

_OR = re.compile(r"\b(?:or|nor)\s+(?:an?\s+|any\s+)?(?:\w+\s+)?$", re.IGNORECASE)
_WITH = re.compile(
    r"\W*(?:(?:even|albeit|though|although|but|yet|and)\s+)?(?:with|at)\s+(?:an?\s+|the\s+)?(?:\w+ly\s+)?(?:\w+\s+)?$",
    re.IGNORECASE,
)
_BARE = re.compile(r"[\W_]*(?:and\s+|also\s+|while\s+|thus\s+|thereby\s+)*(?:\w+ly\s+)*", re.IGNORECASE)
"""What may stand before a comparison that goes on with the thing and the measure of the one before."""
_WHICH = re.compile(r",\s*which\b", re.IGNORECASE)
"""What goes on with the one that was set against: `A outperforms B, which degrades C`."""
_GOES_INTO = re.compile(r"\s+(?:in|at|for|of)\s+(?:(?:terms of|both|either|\w+ly)\s+)?", re.IGNORECASE)
"""`no improvement in reducing errors`: what is denied is the reduction."""
_SHORT = 25
_ADDED = re.compile(r"\b(?:even|albeit|though|although|but)\s+(?:with|at)\b", re.IGNORECASE)


def completed(sentence: str, comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """The comparisons, each with what it shares with the one before it.

    `No gain in A or improvement in B` denies both; `improves A over B, even with lower C` sets the same two things
    against each other, or so it may be read: C may as well be lower than that of somebody else.
    """
    whole: list[Comparison] = []
    for comparison in comparisons:
        before = whole[-1] if whole else None
        whole.append(comparison if before is None else _completed(sentence, comparison, before))
    return tuple(whole)


def _completed(sentence: str, own: Comparison, before: Comparison) -> Comparison:
    between = sentence[before.at : own.at]
    if before.is_denied and not own.is_denied and not own.subject.strip() and _OR.search(between):
        return replace(own, is_denied=True, subject=before.subject)
    if (
        before.is_noun
        and before.is_denied
        and _GOES_INTO.fullmatch(between, len(between.split(maxsplit=1)[0]))
    ):
        return replace(own, is_denied=True, subject=before.subject, against=own.against or before.against)
    is_added = _WITH.fullmatch(own.subject) is not None and _ADDED.search(between) is not None
    if is_added and before.against.strip() and not own.against.strip():
        return replace(own, subject=before.subject, against=before.against, is_added=True)
    if _WHICH.search(between) and len(own.subject.strip()) < _SHORT and before.against.strip():
        return replace(own, subject=before.against)
    goes_on = own.cue in (Cue.BEATS, Cue.BEHIND, Cue.EQUAL) and _BARE.fullmatch(own.subject) is not None
    if goes_on and not own.field.strip(" ,"):
        return replace(own, field=f"{before.head} , {before.field}".strip(" ,"))
    return own
