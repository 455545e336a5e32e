"""Which claim is next worth a reviewer's time: a rule of points that can be told in one line a claim.

Points, added up: contradicted 6, narrative only 3, unsupported 2; doubtful 4, unknown trust of a claim that is about
this run 1; a headline claim (a result that abstract, introduction or conclusion states) 5, any other result 1; flagged
by the reviewer 3; the engine's doubt 0 to 2 (two points less its confidence twice). Decided claims come last. Ties
stay in the order of the paper.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import ClaimKind, Trust, Verdict

_VERDICTS = {Verdict.CONTRADICTED: 6.0, Verdict.NARRATIVE_ONLY: 3.0, Verdict.UNSUPPORTED: 2.0}
_RESULTS = frozenset({ClaimKind.VALUE, ClaimKind.DELTA, ClaimKind.RATIO, ClaimKind.RANKING})
_HEADLINE, _RESULT, _DOUBTFUL, _UNKNOWN, _FLAG, _DOUBT = 5.0, 1.0, 4.0, 1.0, 3.0, 2.0
_UP_FRONT = re.compile(r"abstract|introduction|conclusion|concluding|summary", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RankedClaim:
    """A claim in the queue with its points and, in words, where they come from."""

    claim: ReviewedClaim
    points: float
    why: tuple[str, ...]


def is_headline(claim: Claim) -> bool:
    """Whether it is a result that the paper states up front or in the end."""
    return claim.kind in _RESULTS and (not claim.section or bool(_UP_FRONT.search(claim.section)))


def ranked(claims: Iterable[ReviewedClaim]) -> tuple[RankedClaim, ...]:
    """All claims, the one most worth a look first, decided ones last."""
    scored = [_ranked(claim) for claim in claims]
    return tuple(sorted(scored, key=lambda item: (item.claim.decision is not None, -item.points)))


def _ranked(reviewed: ReviewedClaim) -> RankedClaim:
    claim = reviewed.current
    points = _VERDICTS.get(claim.verdict, 0.0) + _DOUBT * (1.0 - claim.confidence)
    why: list[str] = []
    if is_headline(claim):
        points += _HEADLINE
        why.append("headline")
    elif claim.kind in _RESULTS:
        points += _RESULT
    if claim.verdict in _VERDICTS:
        why.append(claim.verdict.value.replace("_", " "))
    if claim.trust is Trust.DOUBTFUL:
        points += _DOUBTFUL
        why.append("doubtful")
    elif claim.trust is Trust.UNKNOWN and claim.verdict is not Verdict.UNVERIFIABLE:
        points += _UNKNOWN
    if reviewed.flagged:
        points += _FLAG
        why.append("flagged")
    return RankedClaim(reviewed, points, tuple(why) or (claim.kind.value,))
