"""The log of decisions as rows: orphans on top, then the newest first, undone ones marked; pure values."""

from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    AddClaim,
    ClaimAnchor,
    DecisionEntry,
    JudgeFinding,
    LinkEvidence,
    MergeClaims,
    OverrideGate,
    Redo,
    RunReview,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
    SplitClaim,
    Undo,
)
from mlrbench_gui.domain.steps import history_of, in_order
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One line of the log. `claim` is the id to go to; `at` is None for an orphan."""

    words: str
    quote: str
    author: str = ""
    at: datetime | None = None
    reason: str = ""
    undone: bool = False
    orphan: bool = False
    claim: str | None = None


def decision_rows(review: RunReview) -> tuple[DecisionRow, ...]:
    """All rows to show. Undo and redo are told by what they do to the others, not as rows of their own."""
    active = {(step.author, step.id) for step in history_of(in_order(review.entries)).active}
    claims = {(item.current.paper, item.current.fingerprint): item.current.id for item in review.claims}
    orphans = [
        DecisionRow(
            f"no longer in the paper, {len(orphan.entries)} decisions kept",
            _short(orphan.anchor.quote),
            orphan.entries[-1].author if orphan.entries else "",
            orphan.entries[-1].at if orphan.entries else None,
            orphan=True,
        )
        for orphan in review.orphans
    ]
    log = [
        _row(entry, claims, undone=(entry.author, entry.step) not in active)
        for entry in reversed(in_order(review.entries))
        if not isinstance(entry.action, Undo | Redo)
    ]
    return (*orphans, *log)


def _row(entry: DecisionEntry, claims: dict[tuple[RelPath, str], str], *, undone: bool) -> DecisionRow:
    anchor = _anchor(entry.action)
    claim = claims.get((anchor.paper, anchor.fingerprint)) if anchor is not None else None
    return DecisionRow(
        _words(entry.action),
        _short(anchor.quote) if anchor is not None else "",
        entry.author,
        entry.at,
        entry.reason,
        undone=undone,
        claim=claim,
    )


def _anchor(action: Action) -> ClaimAnchor | None:
    if isinstance(action, AddClaim):
        return action.draft.anchor
    if isinstance(action, MergeClaims):
        return action.into.anchor
    if isinstance(action, JudgeFinding | OverrideGate | Undo | Redo):
        return None
    return action.anchor


def _words(action: Action) -> str:
    match action:
        case Accept():
            return "accepted"
        case SetVerdict(verdict=verdict):
            return f"verdict {VERDICT_WORDS[verdict]}"
        case SetTrust(trust=trust):
            return f"trust {TRUST_WORDS[trust]}"
        case SetNote(text=text):
            return f"note “{_short(text)}”" if text else "note removed"
        case SetFlag(on=on):
            return "come back to this" if on else "no longer to come back to"
        case _:
            return _other_words(action)


def _other_words(action: Action) -> str:
    match action:
        case LinkEvidence(evidence=evidence, linked=linked):
            return f"{'linked' if linked else 'unlinked'} {evidence.path.rsplit('/', 1)[-1]}"
        case SplitClaim(parts=parts):
            return f"split into {len(parts)}"
        case MergeClaims(anchors=anchors):
            return f"merged {len(anchors)} claims"
        case JudgeFinding(finding=finding, confirmed=confirmed):
            return f"finding {finding} {'confirmed' if confirmed else 'dismissed'}"
        case OverrideGate(state=state, passed=passed):
            return f"gate {state.value} {'let through' if passed else 'refused'}"
        case _:
            return {"add": "claim added", "remove": "claim removed", "move": "span moved"}.get(
                action.kind, action.kind
            )


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 120 else f"{words[:119]}…"
