"""What a decision will do to the review, for the moment until it is written. Pure.

Only actions that touch single claims are foreseen; a claim that is split, merged, moved or added, and the gate, wait
for the write, which takes a few milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    ClaimDecision,
    JudgeFinding,
    ReviewedClaim,
    ReviewedFinding,
    RunReview,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
)
from mlrbench_gui.domain.values import RelPath, Trust, Verdict

_Key = tuple[RelPath, str]


@dataclass(frozen=True, slots=True)
class _Signature:
    author: str
    at: datetime


def foresee(review: RunReview, actions: Sequence[Action], author: str, at: datetime) -> RunReview:
    """The review as it will be once the actions are written."""
    if not actions:
        return review
    touched: dict[_Key, list[Action]] = {}
    findings: dict[str, bool] = {}
    for action in actions:
        if isinstance(action, Accept | SetVerdict | SetTrust | SetNote | SetFlag):
            touched.setdefault((action.anchor.paper, action.anchor.fingerprint), []).append(action)
        elif isinstance(action, JudgeFinding):
            findings[action.finding] = action.confirmed
    signature = _Signature(author, at)
    return review.model_copy(
        update={
            "claims": tuple(
                _claim(claim, touched.get(_key(claim), ()), signature) for claim in review.claims
            ),
            "findings": tuple(_finding(item, findings, signature) for item in review.findings),
        }
    )


def settled(fresh: RunReview, before: RunReview) -> RunReview:
    """The fresh review with the very claims of the one before where they are equal.

    What did not change is then told by identity, which is what the panes ask thousands of times.
    """
    known = {claim.current.id: claim for claim in before.claims}
    claims = tuple(
        known[claim.current.id] if known.get(claim.current.id) == claim else claim for claim in fresh.claims
    )
    return fresh.model_copy(update={"claims": claims})


def _key(claim: ReviewedClaim) -> _Key:
    return claim.current.paper, claim.current.fingerprint


def _claim(claim: ReviewedClaim, actions: Sequence[Action], signature: _Signature) -> ReviewedClaim:
    for action in actions:
        claim = _after(claim, action, signature)
    return claim


def _after(claim: ReviewedClaim, action: Action, signature: _Signature) -> ReviewedClaim:
    said = claim.engine or claim.current
    match action:
        case Accept():
            return _decided(claim, said.verdict, said.trust, signature)
        case SetVerdict(verdict=verdict):
            return _decided(claim, verdict, claim.current.trust, signature)
        case SetTrust(trust=trust):
            return _decided(claim, claim.current.verdict, trust, signature)
        case SetNote(text=text):
            return claim.model_copy(update={"note": text})
        case SetFlag(on=on):
            return claim.model_copy(update={"flagged": on})
        case _:
            return claim


def _decided(claim: ReviewedClaim, verdict: Verdict, trust: Trust, signature: _Signature) -> ReviewedClaim:
    said = claim.engine or claim.current
    decision = ClaimDecision(
        overruled=(verdict, trust) != (said.verdict, said.trust),
        verdict=verdict,
        trust=trust,
        author=signature.author,
        at=signature.at,
    )
    current = claim.current.model_copy(update={"verdict": verdict, "trust": trust})
    return claim.model_copy(update={"current": current, "decision": decision})


def _finding(item: ReviewedFinding, judged: dict[str, bool], signature: _Signature) -> ReviewedFinding:
    if item.finding.id not in judged:
        return item
    return item.model_copy(
        update={"confirmed": judged[item.finding.id], "author": signature.author, "at": signature.at}
    )
