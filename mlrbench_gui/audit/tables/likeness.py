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
"""The least that may deny: one of the two says `mean` or `test` and the other nothing."""
WEAK = 0.85
"""The table says a word more than the evidence: enough for a value that agrees, in a column that is aligned."""
_PREFIX = 4
_CUT = 3
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_LIGHT = frozenset(
    name_words(
        "usage value score metric metrics result results overall performance model method output experiment default "
        "summary stats evaluation evaluating ours our proposed higher lower better mb gb kb ms sec seconds s percent "
        "percentage rate full baseline approach system"
    )
)
"""Words that may stand in one of two names without making them different."""
_PLAIN = frozenset(name_words("value values score result results setting settings number"))
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
    """The label with its words; brackets with a unit or a short form of what stands outside are left out."""
    bare = _BRACKETS.sub(_bracket, text).strip()
    bare = bare if name_words(bare) else text
    words = name_words(bare)
    core = frozenset(word for word in words if word not in _LIGHT) or frozenset(words)
    return Label(text, words, core, joined(bare))


def _bracket(hit: re.Match[str]) -> str:
    inner = name_words(hit.group())
    outside = name_words(hit.string[: hit.start()])
    is_short_form = bool(inner) and "".join(inner) == acronym(outside)
    return " " if is_short_form or all(word in _LIGHT or len(word) == 1 for word in inner) else hit.group()


def is_light(label: Label) -> bool:
    """Whether it tells nothing that could set one value apart from another: `results`, `metrics`."""
    return set(label.words) <= _LIGHT


def is_plain(label: Label) -> bool:
    """Whether it says no more than that values stand below it."""
    return set(label.words) <= _PLAIN


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
    return _partly(label, other)


def _partly(label: Label, other: Label) -> Kinship:
    """The two share words, and one or both have more."""
    more = frozenset(w for w in other.core if not has(label.core, w))
    less = frozenset(w for w in label.core if not has(other.core, w))
    if len(more) == len(other.core) or len(less) == len(label.core):
        return STRANGERS
    if not more | less:
        return Kinship(EXPLAINED)
    if more and less:
        return Kinship(0.0, more | less)
    is_weak = not more and len(less) == 1
    return Kinship(LOOSE if more | less <= _SOFT else WEAK if is_weak else 0.0, more | less)


def has(words: AbstractSet[str], word: str) -> bool:
    """Whether the word stands among these, or one that it begins or that begins it."""
    return word in words or any(_extends(word, known) or _extends(known, word) for known in words)


def _extends(longer: str, word: str) -> bool:
    return len(word) >= _PREFIX and len(longer) > len(word) and longer.startswith(word) and word.isalpha()


def _is_short_form(short: Label, other: Label) -> bool:
    """Initials (`mse`), a word cut off with a full stop, or the beginning of each word in turn (`p@1`)."""
    if len(short.join) >= 2 and short.join == acronym(other.words):
        return True
    is_cut = short.text.rstrip().endswith(".") and len(short.join) >= _CUT
    if is_cut and len(short.words) == len(other.words) == 1:
        return other.join.startswith(short.join)
    if len(short.words) != len(other.words) or len(short.words) < 2:
        return False
    pairs = zip(short.words, other.words, strict=True)
    return all(b == a or (a.isalpha() and b.startswith(a)) for a, b in pairs)
