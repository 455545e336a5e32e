"""Where a decision's words stand in a paper that may have changed.

A quote is looked for together with the text around it, in a form that forgives how characters are coded
(normal forms, hyphens, ligatures, white space) but no change of a letter or digit. Only one single hit counts.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.values import RelPath, Sha256

CONTEXT = 40
"""Code points kept on each side of a quote."""

_PIECE = re.compile(r"[!-~]+|\s+|.", re.DOTALL)
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_SPELLED = {
    "\u2010": "-",
    "\u2011": "-",
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
}


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text in the form that is compared, with the code point of the original behind each of its characters."""

    text: str
    origins: tuple[int, ...]
    length: int

    def original_span(self, start: int, end: int) -> tuple[int, int] | None:
        """The span in the original, or None where `start` or `end` would cut a character of it in two."""
        if start >= end or self._cuts(start) or self._cuts(end):
            return None
        return self.origins[start], self.origins[end - 1] + 1

    def _cuts(self, at: int) -> bool:
        if at == 0 or at == len(self.text):
            return False
        return self.origins[at - 1] == self.origins[at] or unicodedata.combining(self.text[at]) != 0


@lru_cache(maxsize=16)
def fold_text(text: str) -> FoldedText:
    """Canonical decomposition, one blank for white space, plain hyphens, no ligatures, nothing invisible.

    Compatibility forms stay apart on purpose: `10²` must never be found as `102`.
    """
    pieces: list[str] = []
    origins: list[int] = []
    for hit in _PIECE.finditer(text):
        piece, start = hit.group(), hit.start()
        if piece.isascii() and not piece.isspace():
            pieces.append(piece)
            origins.extend(range(start, hit.end()))
            continue
        folded = " " if piece.isspace() else _folded_character(piece)
        pieces.append(folded)
        origins.extend([start] * len(folded))
    return _canonically_ordered("".join(pieces), origins, len(text))


def locate(anchor: ClaimAnchor, text: str) -> tuple[int, int] | None:
    """The anchor's span in the text, or None where it is not certain.

    It is where it was if the words stand there still, else the only place where the quote stands between the same
    neighbours.
    """
    start, end = anchor.span
    if _stands_at(anchor, text, start, end):
        return start, end
    lead, quote, tail = _flat(anchor.prefix), _flat(anchor.quote), _flat(anchor.suffix)
    if not quote.strip():
        return None
    folded = fold_text(text)
    spans = [folded.original_span(*hit) for hit in _hits(folded.text, lead, quote, tail)]
    return spans[0] if len(spans) == 1 else None


def same_words(left: str, right: str) -> bool:
    """Whether two quotes are the same but for coding and white space."""
    return left == right or _flat(left).strip() == _flat(right).strip()


def is_only_place(anchor: ClaimAnchor, span: tuple[int, int], text: str) -> bool:
    """Whether the quote at this span is the only one of its words, or has the anchor's neighbours."""
    quote = _flat(anchor.quote)
    folded = fold_text(text)
    if quote and folded.text.count(quote) == 1:
        return True
    return locate(anchor, text) == span


def anchor_of(claim: Claim, text: str, text_sha256: Sha256) -> ClaimAnchor:
    """The anchor that ties a decision to the claim as it stands in this text."""
    start, end = claim.span
    return ClaimAnchor(
        fingerprint=claim.fingerprint,
        paper=claim.paper,
        text_sha256=text_sha256,
        span=claim.span,
        quote=claim.quote,
        prefix=text[max(0, start - CONTEXT) : start],
        suffix=text[end : end + CONTEXT],
        kind=claim.kind,
        value=claim.value,
        unit=claim.unit,
    )


def hand_anchor(paper: RelPath, span: tuple[int, int], text: str) -> ClaimAnchor:
    """The anchor of a claim that a person marks in the text; equal words at an equal place give an equal one."""
    start, end = span
    quote, prefix, suffix = text[start:end], text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
    key = "\0".join((paper, prefix, quote, suffix))
    return ClaimAnchor(
        fingerprint=f"hand:{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}",
        paper=paper,
        text_sha256=text_sha256(text),
        span=span,
        quote=quote,
        prefix=prefix,
        suffix=suffix,
    )


def text_sha256(text: str) -> Sha256:
    """Hash of a paper's text as UTF-8, as papers and anchors carry it."""
    return Sha256(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def _stands_at(anchor: ClaimAnchor, text: str, start: int, end: int) -> bool:
    return (
        start < end
        and text[start:end] == anchor.quote
        and text[max(0, start - len(anchor.prefix)) : start] == anchor.prefix
        and text[end : end + len(anchor.suffix)] == anchor.suffix
    )


def _folded_character(character: str) -> str:
    if character in _INVISIBLE:
        return ""
    return unicodedata.normalize("NFD", _SPELLED.get(character, character))


def _canonically_ordered(text: str, origins: list[int], length: int) -> FoldedText:
    """Put runs of combining marks in canonical order, each with its origin."""
    if text.isascii():
        return FoldedText(text, tuple(origins), length)
    marks = [unicodedata.combining(character) for character in text]
    order = list(range(len(text)))
    start = 0
    while start < len(order):
        end = start + 1
        if marks[start]:
            while end < len(order) and marks[end]:
                end += 1
            order[start:end] = sorted(order[start:end], key=lambda at: marks[at])
        start = end
    return FoldedText("".join(text[at] for at in order), tuple(origins[at] for at in order), length)


def _flat(text: str) -> str:
    return fold_text(text).text


def _hits(text: str, lead: str, quote: str, tail: str) -> list[tuple[int, int]]:
    pattern = lead + quote + tail
    hits: list[tuple[int, int]] = []
    at = text.find(pattern)
    while at >= 0:
        hits.append((at + len(lead), at + len(lead) + len(quote)))
        at = text.find(pattern, at + 1)
    return hits
