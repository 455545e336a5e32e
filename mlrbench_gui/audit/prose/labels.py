"""How far a sentence names the row or column of one of the paper's tables."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.audit.text.words import GENERIC, joined, name_words

_BRACKETED = re.compile(r"[(\[]\s*(?:\\?%|[a-zµμ/]{1,4}|[KMG]B|lower|higher|↑|↓)[^()\[\]]{0,16}[)\]]")
_SHORTEST = 3
"""So many letters at least has the short form of a word: `Sim.` of similarity."""
_LONGEST = 5
_NEAR = 0.7
_WEAK = 0.5


def own_words(label: str) -> tuple[str, ...]:
    """The words of a label that tell anything: units in brackets aside, generic ones only without others."""
    words = [w for w in name_words(_BRACKETED.sub(" ", label)) if len(w) > 1 or w.isdigit()]
    telling = [word for word in words if word not in GENERIC]
    if all(word.isdigit() for word in telling):
        telling = words
    return tuple(dict.fromkeys(telling or words))


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of a statement: those of its own clause, of its sentence, and of what stands around it."""

    clause: frozenset[str]
    sentence: frozenset[str]
    around: frozenset[str]
    joins: frozenset[str]

    def names(self, label: str) -> float:
        """How far the label is named, between 0 and 1; a label with digits needs them all."""
        words = own_words(label)
        if not words:
            return 0.0
        if len(join := joined(label)) > 2 and join in self.joins:
            return 1.0
        shares = [self._share(word) for word in words]
        if any(word.isdigit() and not share for word, share in zip(words, shares, strict=True)):
            return 0.0
        return sum(shares) / len(shares)

    def clause_names(self, label: str) -> float:
        """How far the number's own clause names the label."""
        words = own_words(label)
        met = [_meets(word, self.clause) for word in words]
        if any(word.isdigit() and not one for word, one in zip(words, met, strict=True)):
            return 0.0
        return sum(met) / len(met) if met else 0.0

    def _share(self, word: str) -> float:
        if _meets(word, self.clause):
            return 1.0
        if _meets(word, self.sentence):
            return _NEAR
        return _WEAK if not word.isdigit() and _meets(word, self.around) else 0.0


def speech_of(clause: str, sentence: str, around: str) -> Speech:
    """The words of these three stretches of text."""
    tokens = re.findall(r"[^\W_][\w@./+-]*[^\W_]|[^\W_]", sentence)
    plain = name_words(sentence)
    pairs = {"".join(plain[i : i + n]) for n in (2, 3) for i in range(len(plain) - n + 1)}
    joins = pairs | {joined(token) for token in tokens}
    return Speech(
        frozenset(name_words(clause)), frozenset(plain), frozenset(name_words(around)), frozenset(joins)
    )


def _meets(word: str, spoken: Iterable[str]) -> bool:
    """Whether a word is spoken, in full or in short."""
    if word in spoken:
        return True
    if word.isdigit() or len(word) < _SHORTEST:
        return False
    return any(
        _SHORTEST <= min(len(word), len(other)) <= _LONGEST
        and (word.startswith(other) or other.startswith(word))
        for other in spoken
    )
