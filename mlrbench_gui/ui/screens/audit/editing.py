"""From what a person wants with claims to the actions of the log: deciding several, adding, moving, splitting, merging.

Pure: it reads claims and texts and makes actions. Errors are one line for the status bar.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from mlrbench_gui.domain.anchoring import anchor_of, hand_anchor, text_sha256
from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    AddClaim,
    ClaimAnchor,
    ClaimDraft,
    LinkEvidence,
    MergeClaims,
    MoveSpan,
    RemoveClaim,
    ReviewedClaim,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
    SplitClaim,
)
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict

Texts = dict[RelPath, str]
Span = tuple[int, int]

_NUMBER = re.compile(r"(?<![\w.])[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])[-−]?\d+(?:\.\d+)?")
_UNIT = re.compile(r"\s?(%|×|x\b|points?\b|ms\b|s\b|h\b|hours?\b|epochs?\b)")


def anchored(claim: ReviewedClaim, texts: Texts) -> ClaimAnchor:
    """The anchor of a claim as it stands now."""
    text = texts.get(claim.current.paper, "")
    return anchor_of(claim.current, text, text_sha256(text))


def accept(claims: Sequence[ReviewedClaim], texts: Texts) -> tuple[Action, ...]:
    """Accept what is undecided; a person's own word on a claim is not taken back by accepting it."""
    return tuple(Accept(anchor=anchored(claim, texts)) for claim in claims if claim.decision is None)


def set_verdict(claims: Sequence[ReviewedClaim], texts: Texts, verdict: Verdict) -> tuple[Action, ...]:
    """One verdict for all of them."""
    return tuple(
        SetVerdict(anchor=anchored(claim, texts), verdict=verdict)
        for claim in claims
        if claim.decision is None or claim.current.verdict is not verdict
    )


def set_trust(claims: Sequence[ReviewedClaim], texts: Texts, trust: Trust) -> tuple[Action, ...]:
    """One trust for all of them."""
    return tuple(
        SetTrust(anchor=anchored(claim, texts), trust=trust)
        for claim in claims
        if claim.decision is None or claim.current.trust is not trust
    )


def set_note(claims: Sequence[ReviewedClaim], texts: Texts, note: str) -> tuple[Action, ...]:
    """One note for all of them; empty removes it."""
    wanted = note.strip()
    return tuple(
        SetNote(anchor=anchored(claim, texts), text=wanted) for claim in claims if claim.note != wanted
    )


def toggle_flag(claims: Sequence[ReviewedClaim], texts: Texts) -> tuple[Action, ...]:
    """Flag all of them, or unflag them if all are flagged."""
    on = not all(claim.flagged for claim in claims)
    return tuple(SetFlag(anchor=anchored(claim, texts), on=on) for claim in claims if claim.flagged is not on)


def link(
    claim: ReviewedClaim, texts: Texts, evidence: Evidence, *, linked: bool = True
) -> tuple[Action, ...]:
    """Tie evidence that a person found to the claim, or take such a tie back."""
    return (LinkEvidence(anchor=anchored(claim, texts), evidence=evidence, linked=linked),)


def add(paper: RelPath, span: Span, texts: Texts) -> tuple[Action, ...]:
    """A claim that the engine missed, on words of the paper. Raises InputError for no words."""
    return (AddClaim(draft=_draft(paper, span, texts, None)),)


def move(claim: ReviewedClaim, span: Span, texts: Texts) -> tuple[Action, ...]:
    """The claim covers these words from now on."""
    text = texts[claim.current.paper]
    _check_words(text, span)
    return (
        MoveSpan(
            anchor=anchored(claim, texts),
            to=anchor_of(_over(claim.current, span, text), text, text_sha256(text)),
        ),
    )


def remove(claims: Sequence[ReviewedClaim], texts: Texts) -> tuple[Action, ...]:
    """These are no claims."""
    return tuple(RemoveClaim(anchor=anchored(claim, texts)) for claim in claims)


def split(claim: ReviewedClaim, at: Sequence[int], texts: Texts) -> tuple[Action, ...]:
    """Cut the claim at these offsets of the paper's text. Raises InputError where that leaves a part without words."""
    text, (start, end) = texts[claim.current.paper], claim.current.span
    cuts = [start, *sorted(offset for offset in set(at) if start < offset < end), end]
    spans = [trim(text, (left, right)) for left, right in pairwise(cuts)]
    if len(spans) < 2:
        raise InputError("a claim is split at a place inside its words; choose one between two words")
    parts = tuple(_draft(claim.current.paper, span, texts, claim.current) for span in spans)
    return (SplitClaim(anchor=anchored(claim, texts), parts=parts),)


def merge(claims: Sequence[ReviewedClaim], texts: Texts) -> tuple[Action, ...]:
    """Make one claim of several of one paper. Raises InputError for fewer than two or for several papers."""
    papers = {claim.current.paper for claim in claims}
    if len(claims) < 2 or len(papers) != 1:
        raise InputError("merging takes two or more claims of one paper; select them with Shift or Ctrl")
    paper = papers.pop()
    start = min(claim.current.span[0] for claim in claims)
    end = max(claim.current.span[1] for claim in claims)
    first = min(claims, key=lambda claim: claim.current.span)
    draft = _draft(paper, (start, end), texts, first.current)
    return (MergeClaims(anchors=tuple(anchored(claim, texts) for claim in claims), into=draft),)


def word_gaps(text: str, span: Span) -> tuple[int, ...]:
    """Offsets inside the span at which a word begins: where a claim can be cut."""
    start, end = span
    return tuple(at for at in range(start + 1, end) if not text[at].isspace() and text[at - 1].isspace())


def likely_cut(text: str, span: Span) -> int | None:
    """Where to cut a claim if no one says: before `and`, `while`, `to`, or after a comma; else in the middle."""
    gaps = word_gaps(text, span)
    for at in gaps:
        before = text[:at].rstrip()
        if before.endswith((",", ";")) or re.match(r"(and|while|but|versus|vs\.?)\b", text[at:]):
            return at
    return gaps[len(gaps) // 2] if gaps else None


def table_row(claims: Sequence[ReviewedClaim], claim: ReviewedClaim, text: str) -> tuple[str, ...]:
    """The ids of all claims on the same line of the source: in a Markdown table, its row."""
    start = claim.current.span[0]
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    line = range(first, last if last >= 0 else len(text) + 1)
    return tuple(
        other.current.id
        for other in claims
        if other.current.paper == claim.current.paper and other.current.span[0] in line
    )


def trim(text: str, span: Span) -> Span:
    """The span without white space and joining marks at its ends."""
    start, end = span
    while start < end and text[start] in " \t\n,;|":
        start += 1
    while end > start and text[end - 1] in " \t\n,;|":
        end -= 1
    return start, end


def number_of(words: str) -> tuple[float | None, str | None]:
    """The number that a person most likely means, and its unit: the last one printed."""
    found = list(_NUMBER.finditer(words))
    if not found:
        return None, None
    last = found[-1]
    unit = _UNIT.match(words, last.end())
    value = float(last.group().replace(",", "").replace("−", "-"))
    return value, unit.group(1) if unit else None


def _draft(paper: RelPath, span: Span, texts: Texts, like: Claim | None) -> ClaimDraft:
    text = texts[paper]
    _check_words(text, span)
    value, unit = number_of(text[span[0] : span[1]])
    return ClaimDraft(
        anchor=hand_anchor(paper, span, text),
        kind=_kind(like, value),
        value=value,
        unit=unit,
        verdict=like.verdict if like else Verdict.UNSUPPORTED,
        trust=like.trust if like else Trust.UNKNOWN,
    )


def _kind(like: Claim | None, value: float | None) -> ClaimKind:
    if like is not None:
        return like.kind
    return ClaimKind.VALUE if value is not None else ClaimKind.QUALITATIVE


def _over(claim: Claim, span: Span, text: str) -> Claim:
    value, unit = number_of(text[span[0] : span[1]])
    return claim.model_copy(
        update={"span": span, "quote": text[span[0] : span[1]], "value": value, "unit": unit}
    )


def _check_words(text: str, span: Span) -> None:
    start, end = span
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise InputError("a claim needs words; select them in the paper first")
