"""The words by which a paper tells what a number sets: its noun behind it, the name before it, the row and column."""

import re
from dataclasses import dataclass

from mlrbench_gui.audit.numbers.grammar import same_length
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed

_REACH = 70
_WIDE = 110
_BEFORE = re.compile(
    r"(?P<name>[A-Za-z][\w\s\\{}$*`'/-]*?)[\s$*`]*"
    r"(?:(?:=|:|≈|\\approx|\bis|\bwas|\bwere|\bof|\bat|\bto|\bas)[\s$*`~]*(?:about|approximately|exactly|only)?[\s$*`~]*)$"
)
_PLAIN = re.compile(r"(?P<name>(?:[A-Za-z][\w-]*\s+){0,3}[A-Za-z][\w-]*)[\s$*`~(]*$")
_AFTER = re.compile(r"[\s$*`~)-]*(?P<name>[A-Za-z][\w-]*(?:\s+[A-Za-z][\w-]*){0,3})")
_LINKS = re.compile(
    r"\b(?:with|using|and|for|by|from|on|over|in|to|at|after|of|during|across|per|via|than|or|"
    r"contain\w*|compris\w*|has|have|having|employ\w*|consist\w*|run|runs|ran|train(?:ed|s)?|select\w*|tak(?:es?|ing)|"
    r"includ\w*|generat\w*|creat\w*|creates?|performs?|conduct\w*|evaluat(?:e|ed|es)|is|are|was|were|only|we|a|an|the)\b"
)
_STOP = re.compile(
    r"\b(?:and|in|on|for|per|with|from|using|to|of|at|by|was|were|is|are|each|that|which|as|across|over|under|or|"
    r"through|during|after|before|than|split|used|trained|drawn|taken)\b"
)
_KEY = re.compile(r"(?P<key>[A-Za-z]\w*)\s*`?\s*=\s*[`(\[{]*$")
_OWNER = re.compile(r"(?P<owner>[A-Z][\w -]{1,40}?)\s*\((?:[^()]|\([^()]*\))*$")
_CUT = re.compile(r"[,;()]|\.\s|\d")


@dataclass(frozen=True, slots=True)
class Spoken:
    """`before` is the name that the number is said to be of, `after` its noun; `near` all words close by.

    `key` is an identifier in the form `key=number`, `owner` the name before the bracket that this stands in.
    """

    before: frozenset[str]
    after: frozenset[str]
    near: frozenset[str]
    key: str = ""
    owner: str = ""
    is_linked: bool = True

    @property
    def told(self) -> frozenset[str]:
        """All words of the name that the number is of; what merely stands before counts where no noun follows."""
        return self.after | self.before if self.is_linked or not self.after else self.after

    @property
    def names(self) -> tuple[frozenset[str], ...]:
        return tuple(name for name in (self.before, self.after) if name)


def spoken_of(claimed: Claimed) -> Spoken:
    """The words for the number of a statement."""
    statement, number = claimed.statement, claimed.number
    lead = name_words(statement.lead)
    if statement.spot is not None:
        spot = statement.spot
        names = _words(f"{spot.row_label} {spot.header}")
        near = names | _words(f"{spot.caption} {statement.section.title}")
        return Spoken(names, frozenset(), near, key=spot.row_label.strip("` "))
    sentence = same_length(claimed.sentence)
    at, stop = number.start - statement.sentence[0], number.unit_end - statement.sentence[0]
    left, right = sentence[max(0, at - _REACH) : at], sentence[stop : stop + _REACH]
    key = _KEY.search(left)
    owner = _OWNER.search(sentence[:at]) if key else None
    before, is_linked = _name_before(left)
    if not before and not left.strip(" *_-") and lead:
        before = frozenset(lead)
    near = _words(sentence[max(0, at - _WIDE) : at]) | _words(sentence[stop : stop + _WIDE])
    near |= frozenset(lead) | frozenset(name_words(statement.section.title))
    return Spoken(
        before,
        _name_after(right),
        near,
        key=key.group("key") if key else "",
        owner=owner.group("owner").strip() if owner else "",
        is_linked=is_linked,
    )


def _name_before(left: str) -> tuple[frozenset[str], bool]:
    """The name in front: with `=`, `:`, `of` or `was set to` between, then it is linked; or right before."""
    cuts = [hit.end() for hit in _CUT.finditer(left)]
    own = left[cuts[-1] :] if cuts and left[cuts[-1] :].strip(" $*`~=:") else left
    hit = _BEFORE.search(own)
    if hit is None:
        plain = _PLAIN.search(own)
        words = _LINKS.split(f"{plain.group('name')} ")[-1].split() if plain else []
        return _words(" ".join(words[-3:])), False
    name = re.sub(r"\b(?:is|was|were|set|equal|fixed|equals)\b", " ", hit.group("name"))
    last = re.split(r"\b(?:with|using|and|for|by|from|on)\b", name)[-1]
    return _words(" ".join(last.split()[-5:])) or _words(hit.group("name")), True


def _name_after(right: str) -> frozenset[str]:
    hit = _AFTER.match(right)
    if hit is None:
        return frozenset()
    return _words(_STOP.split(hit.group("name"))[0])


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in name_words(text) if not word.isdigit())
