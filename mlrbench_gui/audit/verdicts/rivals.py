"""Which recomputed change a sentence tells: by its words of rise and fall, and by what it is told against."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import is_baseline
from mlrbench_gui.audit.prose.readings import tells_points, tells_relative, told_sign
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.recomputing import Recomputed

_FEW = 2
_LEAST = 0.5
_BESIDE = 40
"""How far from a change, in characters, the words stand that tell how it is meant."""
_NEXT_PART = re.compile(r"[;,.()]\s|\s(?:and|while|but)\s")


def told_readings(
    claimed: Claimed, made: Sequence[Recomputed], entities: Entities, matcher: Matcher
) -> list[Recomputed]:
    """The agreeing changes that the words leave: those against what they name, else against what is called a baseline.

    So is a thing against its own extension (`A + TS` and `A`).
    Against others only where there are few, or the number has decimals: of many rivals one gives nearly any whole one.
    """
    agreeing = [
        m
        for m in made
        if m.agrees and m.score >= _LEAST and not m.left.is_unnamed and _is_told_so(claimed, m)
    ]
    words = (claimed.sentence, claimed.statement.before, claimed.statement.lead)
    told = frozenset(m.entity for text in words for m in entities.mentions(text))
    own = claimed.context.entities
    named, plain, others = [], [], []
    for m in agreeing:
        pair = pair_of(m, matcher)
        rivals = pair - own
        if (rivals & told if own else pair <= told) or m.left.value.name is m.right.value.name:
            named.append(m)
        elif _is_extended(pair, entities) or any(is_baseline(entities.labels[rival]) for rival in rivals):
            plain.append(m)
        else:
            others.append(m)
    if named:
        return named
    every = {entity for m in made for entity in pair_of(m, matcher)} - own
    coarse = claimed.number.is_whole or claimed.number.approximate
    return plain if coarse and len(every) > _FEW else sorted(plain + others, key=lambda m: -m.score)


def _is_extended(pair: frozenset[int], entities: Entities) -> bool:
    """Whether one of the two is the other with something more."""
    return any(extended in pair for one in pair for extended, _ in entities.extensions(one))


def pair_of(made: Recomputed, matcher: Matcher) -> frozenset[int]:
    """The things whose values a change is made of."""
    return matcher.entities_of(made.left.value) | matcher.entities_of(made.right.value)


def _is_told_so(claimed: Claimed, made: Recomputed) -> bool:
    """Whether the words leave this reading: no fall for a rise, no relative change for an absolute one."""
    at, stop = (n - claimed.statement.sentence[0] for n in (claimed.number.start, claimed.number.unit_end))
    before, behind = claimed.sentence[:at], claimed.sentence[stop:]
    beside = f"{before[-_BESIDE:]} {_NEXT_PART.split(behind[:_BESIDE])[0]}"
    if (made.is_relative and tells_points(beside)) or (not made.is_relative and tells_relative(beside)):
        return False
    return not made.is_relative or told_sign(before, behind) * made.value >= 0
