"""Which of the compared things is the paper's own: what `our method` means."""

import re
from functools import lru_cache

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import name_words

SAYS_OURS = re.compile(r"\b(?:we|our|ours|the proposed|this (?:method|approach|framework))\b", re.IGNORECASE)
OUR_METHOD = re.compile(
    r"\b(?:our|the proposed)\s+(?:\w+\s+){0,2}?(?:method|approach|model|framework|system|algorithm|technique|"
    r"pipeline|agent)\b(?!['’]s\s+(?:variant|ablation))",
    re.IGNORECASE,
)
"""Words that stand for the proposed thing in place of its name."""
_OURS = re.compile(r"\b(?:ours?|proposed)\b", re.IGNORECASE)
_PROPOSE = re.compile(
    r"\b(?:we|paper|work|study)\s+(?:\w+\s+){0,2}?(?:propos\w+|introduc\w+|present\w*|develop\w*)\b[^.]{3,260}",
    re.IGNORECASE,
)
_OUR = re.compile(r"\b(?:our|the proposed)\s+[\s*`]*(?P<what>[^.,;:()\n]{2,60})", re.IGNORECASE)
_RIVAL = re.compile(
    r"\b(?:baseline|standard|vanilla|static|random|na[iï]ve|zero-?shot|original|traditional|conventional)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[A-Z][\w-]*[A-Z][\w-]*|[A-Z]{2,}[\w-]*")
_COMPOUND = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_ONLY = re.compile(r"\b[Oo]nly\b|(?<=[A-Za-z])Only\b")
"""A part of the method alone, or what it is put upon: `LMOnly`, `encoder-only`."""
_TITLE = re.compile(r"[^\n]*[A-Za-z][^\n]{18,}")
_HEAD = 6000
_LONGEST = 5
_SHORT_FORM = 3


def is_rival(label: str) -> bool:
    """Whether a label names what a method is usually compared with, or a part of it alone."""
    part = _ONLY.search(label.replace("_", " ")) is not None and _OURS.search(label) is None
    return part or is_baseline(label)


def is_baseline(label: str) -> bool:
    """Whether a label names what methods are usually held against: `baseline`, `Vanilla`, `standard`."""
    return _RIVAL.search(label.replace("_", " ")) is not None and _OURS.search(label) is None


@lru_cache(maxsize=4)
def proposed_of(text: str, entities: Entities) -> frozenset[int]:
    """Entities that the paper calls its own: by label, as `our X`, by its title, or as proposed."""
    known = [i for i, label in enumerate(entities.labels) if _may_be_own(label)]
    ours = frozenset(i for i in known if _OURS.search(entities.labels[i]))
    if ours:
        return ours
    called = _called_ours(text, entities) & frozenset(known)
    if called:
        return called
    title = next((hit.group() for hit in _TITLE.finditer(text[:_HEAD])), "")
    told = " ".join([title, *(hit.group() for hit in list(_PROPOSE.finditer(text[:_HEAD]))[:3])])
    named = {m.entity for m in entities.mentions(told)}
    heads = {word for token in _NAMED.findall(told) if len(token) > 2 for word in name_words(token)}
    initials = "".join(word[0] for word in re.findall(r"[A-Za-z]+", title)).lower()
    for number in known:
        own = [
            w
            for token in _NAMED.findall(entities.labels[number])
            if len(token) > 2
            for w in name_words(token)
        ]
        if (own and set(own) <= heads) or _is_short_for(entities.labels[number], initials):
            named.add(number)
    return frozenset(named) & frozenset(known)


def _may_be_own(label: str) -> bool:
    """Whether it may be a method's name; a compound (`TrustNet`) is one although a part of it tells a measure."""
    is_measure = MEASURE.search(label) is not None and _COMPOUND.fullmatch(label) is None
    return len(label.split()) <= _LONGEST and not is_rival(label) and not is_measure


def _called_ours(text: str, entities: Entities) -> frozenset[int]:
    """What stands right behind `our`, within the first words."""
    found = set()
    for hit in _OUR.finditer(text):
        first = next(iter(entities.mentions(hit.group("what"))), None)
        if first is not None and first.start <= 1:
            found.add(first.entity)
    return frozenset(found)


def _is_short_for(label: str, initials: str) -> bool:
    """Whether the label's first word is made of initials of the title, in order: `UAD` of `Uncertainty-Aware …`."""
    word = re.split(r"[\W_]+", label.strip())[0].lower()
    if len(word) < _SHORT_FORM or not initials or not word.isalpha():
        return False
    if word in initials:
        return True
    rest = iter(initials)
    return len(word) > _SHORT_FORM and word[0] == initials[0] and all(letter in rest for letter in word)
