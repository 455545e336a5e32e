"""Which two entities a change is told of: whose it is, and against what."""

import re

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed

BEHIND = re.compile(
    r"\b(?:than|compared (?:to|with)|over|against|versus|vs\.?)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)
"""What stands before the one that is behind: `less memory than the standard model`."""

Sides = tuple[frozenset[int], int]

_COMPARED = re.compile(
    r"\b(?:compared (?:to|with)|over|than|against|relative to|versus|vs\.?)\b", re.IGNORECASE
)
_BEATS = re.compile(
    r"\b(?:beat\w*|outperform\w*|surpass\w*|exceed\w*)\s+(?P<who>[^.;,]{3,60}?)\s+by\s+\W*(?:about |over )?$",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\bup to\b|\bas much as\b", re.IGNORECASE)


def sides_of(claimed: Claimed, entities: Entities) -> Sides | None:
    """The entities of the change and the one that it is told against; None where the words leave it open."""
    before = claimed.sentence[: claimed.number.start - claimed.statement.sentence[0]]
    own = claimed.context.entities
    if claimed.number.role or _UP_TO.search(claimed.near):
        return None
    beats = _BEATS.search(before)
    if beats is not None:
        return _beaten(before, beats, entities)
    if not own or any(
        m.entity in own and BEHIND.search(before[: m.start]) for m in entities.mentions(before)
    ):
        return None
    extended = _extended(claimed, own, entities)
    if extended is not None:
        return extended
    rival = _rival(claimed, own, entities)
    return (own, rival) if rival is not None else None


def _beaten(before: str, beats: re.Match[str], entities: Entities) -> Sides | None:
    """`A beats B by 5 points`: A is the last entity before the verb."""
    winners = entities.mentions(before[: beats.start()])
    losers = entities.mentions(beats.group("who"))
    if not winners or len(losers) != 1 or winners[-1].entity == losers[0].entity:
        return None
    return frozenset({winners[-1].entity}), losers[0].entity


def _extended(claimed: Claimed, own: frozenset[int], entities: Entities) -> Sides | None:
    """`Temperature scaling reduces the error of A by 80 %`: from `A` to `A + TS`, if but one is so called."""
    if len(own) != 1:
        return None
    base = next(iter(own))
    words = set(name_words(claimed.sentence))
    initials = "".join(word[0] for word in re.findall(r"[a-z]+", claimed.sentence.lower()))
    spoken = {
        entity
        for entity, extra in entities.extensions(base)
        if all(word in words or (len(word) > 1 and word in initials) for word in extra)
    }
    return (frozenset(spoken), base) if len(spoken) == 1 else None


def _rival(claimed: Claimed, own: frozenset[int], entities: Entities) -> int | None:
    """The entity after `compared to`, here or in the sentence before; else the only entity called baseline."""
    at = claimed.number.unit_end - claimed.statement.sentence[0]
    for sentence, start in ((claimed.sentence, at), (claimed.statement.before, 0)):
        hit = _COMPARED.search(sentence, start)
        if hit is not None:
            found = next((m.entity for m in entities.mentions(sentence) if m.start >= hit.end()), None)
            return None if found is None or found in own else found
    known = entities.called("baseline") - own
    return next(iter(known)) if len(known) == 1 else None
