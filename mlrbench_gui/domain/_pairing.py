"""Which claim of an older audit is which of a newer one: by fingerprint, then by near words, then by place.

Only a claim whose own sentence changed has another fingerprint, so the others hold the order: bare numbers that stand
between the same two neighbours on both sides, as many on each, are the same cells of a table.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal

from mlrbench_gui.domain.audit import Claim

Matched = Literal["fingerprint", "words", "place"]

NEAR = 0.75
"""Quotes whose words agree less than this are different statements."""

_NUMBER = re.compile(r"[-+\u2212]?\d[\d.,\u2009\u00a0]*(?:e[-+]?\d+)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Pair:
    """The two sides of one claim."""

    old: Claim
    new: Claim
    matched: Matched


@dataclass(frozen=True, slots=True)
class Pairing:
    """All claims of both audits, each once."""

    pairs: tuple[Pair, ...]
    gone: tuple[Claim, ...]
    new: tuple[Claim, ...]


def pair_claims(old: Sequence[Claim], new: Sequence[Claim]) -> Pairing:
    """Pair the claims of two audits; their order in the audits does not matter."""
    table = _Table(sorted(old, key=_order), sorted(new, key=_order))
    table.pair_equal(lambda claim: (claim.paper, claim.fingerprint))
    table.pair_equal(lambda claim: claim.fingerprint)
    _pair_near(table)
    _pair_between(table)
    return Pairing(
        pairs=tuple(
            Pair(table.old[at], table.new[to], how) for at, (to, how) in sorted(table.to_new.items())
        ),
        gone=tuple(table.old[at] for at in table.left_old()),
        new=tuple(table.new[at] for at in table.left_new()),
    )


def _order(claim: Claim) -> tuple[str, int, int, str]:
    return (claim.paper, *claim.span, claim.model_dump_json(exclude={"id"}))


@dataclass(slots=True)
class _Table:
    """Claims of both sides in order of the papers, by index, and what is paired so far."""

    old: list[Claim]
    new: list[Claim]
    to_new: dict[int, tuple[int, Matched]] = field(default_factory=dict)
    to_old: dict[int, int] = field(default_factory=dict)

    def left_old(self) -> list[int]:
        return [at for at in range(len(self.old)) if at not in self.to_new]

    def left_new(self) -> list[int]:
        return [at for at in range(len(self.new)) if at not in self.to_old]

    def put(self, old: int, new: int, how: Matched) -> None:
        self.to_new[old], self.to_old[new] = (new, how), old

    def pair_equal(self, key: Callable[[Claim], Hashable]) -> None:
        """Pair what has an equal key, in order."""
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for at in self.left_new():
            waiting[key(self.new[at])].append(at)
        for at in self.left_old():
            fitting = waiting[key(self.old[at])]
            if fitting:
                self.put(at, fitting.pop(0), "fingerprint")


@dataclass(frozen=True, slots=True)
class _Words:
    """A quote without its numbers. `rank` counts equal ones on its side; `parts` is the frame word by word."""

    at: int
    claim: Claim
    frame: str
    parts: tuple[str, ...]
    words: frozenset[str]
    rank: int


def _worded(claims: Sequence[Claim], left: Sequence[int]) -> list[_Words]:
    seen: Counter[str] = Counter()
    found = []
    for at in left:
        frame = _frame(claims[at].quote)
        words = frozenset(_WORD.findall(frame))
        found.append(_Words(at, claims[at], frame, tuple(frame.split()), words, seen[frame]))
        seen[frame] += 1
    return found


def _frame(quote: str) -> str:
    return " ".join(_NUMBER.sub("#", quote).lower().split())


def _pair_near(table: _Table) -> None:
    """The best fitting quotes first; among equal ones those of equal value, then of equal rank."""
    renamed = _renamed_papers(table)
    ranked: list[tuple[float, int, int, int]] = []
    news = _worded(table.new, table.left_new())
    for old in _worded(table.old, table.left_old()):
        for new in news:
            if old.claim.paper != new.claim.paper and (old.claim.paper, new.claim.paper) not in renamed:
                continue
            score = _nearness(old, new)
            if score >= NEAR:
                ranked.append((-score, abs(old.rank - new.rank), old.at, new.at))
    for _score, _rank, at, to in sorted(ranked):
        if at not in table.to_new and to not in table.to_old:
            table.put(at, to, "words")


def _renamed_papers(table: _Table) -> set[tuple[str, str]]:
    olds, news = ({claim.paper for claim in side} for side in (table.old, table.new))
    return {(old, new) for old in olds - news for new in news - olds}


def _nearness(old: _Words, new: _Words) -> float:
    """How near two quotes are, 0 for none; equal section and value count a little, to choose among equal words."""
    alike = old.claim.kind is new.claim.kind
    if not old.words or not new.words:
        return 0.0
    if old.frame == new.frame:
        near = 1.0 if alike else NEAR
    elif not alike or 2 * len(old.words & new.words) < NEAR * (len(old.words) + len(new.words)):
        return 0.0
    else:
        near = SequenceMatcher(None, old.parts, new.parts, autojunk=False).ratio()
    if near < NEAR:
        return 0.0
    return near + 0.1 * (old.claim.section == new.claim.section) + 0.05 * (old.claim.value == new.claim.value)


def _pair_between(table: _Table) -> None:
    """Numbers without words between the same neighbours, where both sides have as many of a kind."""
    old_gaps = _gaps(table.old, {at: to for at, (to, _how) in table.to_new.items()})
    new_gaps = _gaps(table.new, {to: to for to in table.to_old})
    for gap, olds in old_gaps.items():
        news = new_gaps.get(gap, [])
        if len(olds) == len(news):
            for at, to in zip(olds, news, strict=True):
                table.put(at, to, "place")


def _gaps(claims: Sequence[Claim], paired: dict[int, int]) -> dict[Hashable, list[int]]:
    """Unpaired bare numbers by the neighbours around them (as indices of the newer side), section and kind."""
    after: dict[int, int | None] = {}
    last: int | None = None
    for at in reversed(range(len(claims))):
        after[at] = last
        last = paired.get(at, last)
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    before: int | None = None
    for at, claim in enumerate(claims):
        if at in paired:
            before = paired[at]
        elif not _WORD.search(_frame(claim.quote)) and (before is not None or after[at] is not None):
            found[before, after[at], claim.section, claim.kind].append(at)
    return found
