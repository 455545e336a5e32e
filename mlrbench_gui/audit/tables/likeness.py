"""How well a label of a paper's table and a part of an evidence's name go together, by their words alone."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import acronym, joined, name_words

EQUAL = 1.0
SAME_WORDS = 0.97
EXPLAINED = 0.94
SHORTENED = 0.92
LOOSE = 0.91
"""The least with which a label counts as the evidence's: one of the two says `mean` or `test` and the other nothing."""
_PREFIX = 4
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_LIGHT = frozenset(
    name_words(
        "usage value score metric metrics result results overall performance model method output experiment default "
        "summary stats evaluation evaluating ours our proposed higher lower better mb gb kb ms sec seconds s percent "
        "percentage rate"
    )
)
"""Words that may stand in one of two names without making them different."""
_SOFT = frozenset(name_words("mean test final number total data sample count"))
"""Words that are often left out, but that tell names apart where each has another one."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its words; `core` are those of them that tell, `join` is the label as one word."""

    text: str
    words: tuple[str, ...]
    core: frozenset[str]
    join: str


@lru_cache(maxsize=16384)
def label_of(text: str) -> Label:
    """The label with its words; what brackets hold (a unit, a short form) is left out where words remain without it."""
    bare = _BRACKETS.sub(" ", text).strip()
    bare = bare if name_words(bare) else text
    words = name_words(bare)
    core = frozenset(word for word in words if word not in _LIGHT) or frozenset(words)
    return Label(text, words, core, joined(bare))


@dataclass(frozen=True, slots=True)
class Kinship:
    """How two labels go together: `fit` is 0 for different ones.

    Below `EXPLAINED` is what holds if the words `left_over`, which one of the two has more, are told nowhere else.
    """

    fit: float
    left_over: frozenset[str] = frozenset()


STRANGERS = Kinship(0.0)


def kinship(label: Label, other: Label, entities: Entities) -> Kinship:
    """How a label of the table and a part of a name go together."""
    if label.words and (label.join == other.join or joined(label.text) == joined(other.text)):
        return Kinship(EQUAL)
    known = entities.of_label(label.text)
    if (known is not None and known == entities.of_label(other.text)) or label.core == other.core:
        return Kinship(SAME_WORDS) if label.words else STRANGERS
    if _is_short_form(label, other) or _is_short_form(other, label):
        return Kinship(SHORTENED)
    more = frozenset(w for w in other.core if not has(label.core, w))
    less = frozenset(w for w in label.core if not has(other.core, w))
    if len(more) == len(other.core) or len(less) == len(label.core):
        return STRANGERS
    if not more | less:
        return Kinship(EXPLAINED)
    is_left_out = more | less <= _SOFT and not (more and less)
    return Kinship(LOOSE if is_left_out else 0.0, more | less)


def has(words: AbstractSet[str], word: str) -> bool:
    """Whether the word stands among these, or one that it begins or that begins it."""
    return word in words or any(_extends(word, known) or _extends(known, word) for known in words)


def _extends(longer: str, word: str) -> bool:
    return len(word) >= _PREFIX and len(longer) > len(word) and longer.startswith(word) and word.isalpha()


def _is_short_form(short: Label, other: Label) -> bool:
    """Initials (`mse`), or the beginning of each word in turn (`p@1` of `precision@1`)."""
    if len(short.join) >= 2 and short.join == acronym(other.words):
        return True
    if len(short.words) != len(other.words) or len(short.words) < 2:
        return False
    pairs = zip(short.words, other.words, strict=True)
    return all(b == a or (a.isalpha() and b.startswith(a)) for a, b in pairs)
