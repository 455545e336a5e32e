"""What a comparison leaves unsaid and takes from the one before it in the same sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from mlrbench_gui.audit.rankings.cues import Comparison

_OR = re.compile(r"\b(?:or|nor)\s+(?:an?\s+|any\s+)?(?:\w+\s+)?$", re.IGNORECASE)
_WITH = re.compile(
    r"\W*(?:(?:even|albeit|though|although|but|yet|and)\s+)?(?:with|at)\s+(?:an?\s+|the\s+)?(?:\w+ly\s+)?(?:\w+\s+)?$",
    re.IGNORECASE,
)
_ADDED = re.compile(r"\b(?:even|albeit|though|although|but)\s+(?:with|at)\b", re.IGNORECASE)


def completed(sentence: str, comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """The comparisons, each with what it shares with the one before it.

    `No gain in A or improvement in B` denies both; `improves A over B, even with lower C` sets the same two things
    against each other.
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
    is_added = _WITH.fullmatch(own.subject) is not None and _ADDED.search(between) is not None
    if is_added and before.against.strip() and not own.against.strip():
        return replace(own, subject=before.subject, against=before.against)
    return own
