"""Where a sentence speaks of the labels of a board: by their own words, written together or apart, or as a group."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import GENERIC, acronym, joined, name_words

_TOKEN = re.compile(r"[^\W_][\w@./+-]*[^\W_]|[^\W_]")
_CARRIER = re.compile(
    r"(?:models?|methods?|approach(?:es)?|baselines?|variants?|versions?|agents?|systems?|configurations?|strateg(?:y|ies)|"
    r"encoders?|algorithms?|settings?|fine-?tuning|training|augmentation|classifiers?|networks?|selection|sampling)\b",
    re.IGNORECASE,
)
_CARRIED = re.compile(r"[\s*_`]+(?:model|method|approach|agent|variant|system|baseline)\b", re.IGNORECASE)
"""What stands behind a name and tells only what kind of thing it is."""
_TAIL = frozenset(
    name_words("model method approach baseline variant version agent system strategy encoder ours")
)
_LEADS = re.compile(r"(?:full|proposed|our)\s+(?=\S)", re.IGNORECASE)
"""What may be left out of a label: `X` means `Full X`, where no other one is X."""
_LONGEST = 5
OURS = re.compile(
    r"\b(?:our|ours|proposed|we|(?:this|the) (?:approach|framework|method|system|technique|work))\b",
    re.IGNORECASE,
)
_OUR = re.compile(r"our\s+(?:(?:proposed|full|complete|new|novel)\s+)?[*_`\s]*", re.IGNORECASE)
_OURS = re.compile(r"\bours?\b|proposed", re.IGNORECASE)
_OWN = re.compile(r"\bours?\b|proposed|\bfull\b", re.IGNORECASE)
_PLAIN = re.compile(
    r"\bbaseline|\bbase\b|\bvanilla|\bstandard\b|\bstatic\b|\bno[_ -]|without|w/o|random", re.IGNORECASE
)
_BEHIND = re.compile(
    r"\b(?:than|compared (?:to|with)|over|against|versus|vs\.?|unlike|by|from|to|of)\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"[\s*`'’\"]*(?:\([^()]*\)\s*)?(?:and|,|, and|&|or|, or)[\s*`'‘\"]*(?:the\s+)?")
_PLURAL = re.compile(r"(?<=[A-Z]{2})s\b")
"""Of a short form in capitals: `LLMs`."""
_PROPER = re.compile(r"[A-Z][^\s]*[A-Z0-9]|[A-Z]\d")


@dataclass(frozen=True, slots=True)
class Spoken:
    """One label, or several under a group's name, at a place of a sentence."""

    labels: frozenset[str]
    start: int
    end: int


class _Span(NamedTuple):
    """Some tokens of a text as one word, and by their words if its first and last token have some."""

    start: int
    end: int
    joined: str
    words: str


class Labels:
    """The labels of one board with all the ways in which a sentence may write them."""

    def __init__(
        self, labels: Sequence[str], entities: Entities, *, title: str = "", is_table: bool = False
    ) -> None:
        self.labels = tuple(labels)
        self.every = frozenset(labels)
        self.words = frozenset(word for label in labels for word in name_words(label))
        self._known = entities
        self._spoken: dict[str, tuple[Spoken, ...]] = {}
        self._keys: dict[str, set[str]] = {}
        self._entities: dict[int, set[str]] = {}
        held: dict[str, set[str]] = {}
        self._prefixes: dict[str, set[str]] = {}
        for label in labels:
            for key in _keys(label):
                self._keys.setdefault(key, set()).add(label)
            for word in name_words(label):
                held.setdefault(word, set()).add(label)
            for prefix in _prefixes(label):
                self._prefixes.setdefault(prefix, set()).add(label)
            spoken = entities.in_words(name_words(label), label)
            if len(spoken) == 1:
                self._entities.setdefault(next(iter(spoken)), set()).add(label)
        for label in labels:
            for key in _keys(_LEADS.sub("", _apart(label))) if _LEADS.match(_apart(label)) else ():
                self._keys.setdefault(key, {label})
        self._groups = {
            word: group
            for word, group in held.items()
            if len(group) < len(self.labels) and len(word) > 2 and word not in GENERIC
        }
        self._ours = self._in_title(title)
        self.are_known = is_table or set().union(*self._entities.values()) == self.every
        """Whether each label is the name of a thing that the run compares, and of no other; of tables always."""

    def _in_title(self, title: str) -> frozenset[str]:
        """The label that the paper's title names, if it names but one, with no baseline among its words."""
        named = {label for spoken in self.spoken(title) for label in spoken.labels}
        own = {label for label in named if not _PLAIN.search(_apart(label))}
        return frozenset(own) if len(own) == 1 else frozenset()

    def learn_ours(self, told: Sequence[str]) -> None:
        """Of texts that tell of the paper's own method the label that most of them name first.

        Where none is named so often, the only one that is called `our X` or `our proposed X` word by word.
        """
        if self._ours:
            return
        counts: Counter[frozenset[str]] = Counter()
        called: set[frozenset[str]] = set()
        for text in told:
            spoken = self.spoken(text)
            if spoken and len(spoken[0].labels) == 1:
                counts[spoken[0].labels] += 1
                called |= {spoken[0].labels} if _OUR.fullmatch(text[: spoken[0].start]) else set()
        best = counts.most_common(2)
        clear = bool(best) and best[0][1] >= 2 and (len(best) == 1 or best[0][1] >= 2 * best[1][1])
        own = best[0][0] if clear else next(iter(called)) if len(called) == 1 else frozenset()
        if own and not _PLAIN.search(_apart(next(iter(own)))):
            self._ours = own

    def spoken(self, sentence: str) -> tuple[Spoken, ...]:
        """Labels that the sentence names, longest first where they overlap, in order."""
        known = self._spoken.get(sentence)
        if known is None:
            known = self._spoken[sentence] = tuple(self._named_in(sentence))
        return known

    def _named_in(self, sentence: str) -> list[Spoken]:
        spans = _spans(sentence)
        found: list[Spoken] = []
        at = 0
        while at < len(spans):
            hit = self._longest(sentence, spans[at])
            if hit is None:
                at += 1
                continue
            labels, count = hit
            found.append(Spoken(labels, spans[at][-1].start, spans[at + count - 1][-1].end))
            at += count
        return self._with_entities(sentence, found)

    def _longest(self, sentence: str, spans: Sequence[_Span]) -> tuple[frozenset[str], int] | None:
        """The labels that one of the spans names, which begin at one token, and how many tokens it has."""
        for count, span in zip(range(len(spans), 0, -1), spans, strict=True):
            for key in (span.joined, span.words):
                if key in self._keys:
                    return frozenset(self._keys[key]), count
            if span.joined in self._prefixes and _PROPER.search(
                _PLURAL.sub("", sentence[span.start : span.end])
            ):
                return frozenset(self._prefixes[span.joined]), count
        token = spans[-1]
        words = name_words(sentence[token.start : token.end])
        if len(words) == 1 and words[0] in self._groups:
            behind = sentence[token.end :].lstrip(" *_`")
            if _CARRIER.match(behind):
                return frozenset(self._groups[words[0]]), 1
        return None

    def _with_entities(self, sentence: str, found: list[Spoken]) -> list[Spoken]:
        """Also those whose entity the sentence names by another of its names."""
        for mention in self._known.mentions(sentence):
            labels = self._entities.get(mention.entity)
            if labels and not any(s.start < mention.end and mention.start < s.end for s in found):
                found.append(Spoken(frozenset(labels), mention.start, mention.end))
        return sorted(found, key=lambda s: s.start)

    def without(self, text: str) -> str:
        """The text with the names of labels blanked, so that their words name no measure."""
        for spoken in self.spoken(text):
            carried = _CARRIED.match(text, spoken.end)
            end = carried.end() if carried is not None else spoken.end
            text = f"{text[: spoken.start]}{' ' * (end - spoken.start)}{text[end:]}"
        return text

    def leading(self, text: str) -> frozenset[str]:
        """The last label of the text, with those joined to it by `and`; not what stands behind `than`."""
        free = [s for s in self.spoken(text) if not _BEHIND.search(text[: s.start])] or [
            s
            for s in self.spoken(text)
            if re.fullmatch(r".*\bof\s+(?:[\w-]+\s+){0,2}", text[: s.start], re.DOTALL)
        ]
        if not free:
            return frozenset()
        last = free[-1]
        group = set(last.labels)
        for earlier in reversed(free[:-1]):
            if not _BESIDE.fullmatch(text[earlier.end : last.start]):
                break
            group |= earlier.labels
            last = earlier
        return frozenset(group)

    def ours(self, text: str = "our") -> frozenset[str]:
        """`our method`: the label that says so, the paper's own, or the only one that is no baseline."""
        if not OURS.search(text):
            return frozenset()
        so = [label for label in self.labels if _OWN.search(_apart(label))]
        if self._ours and (len(so) != 1 or not _OURS.search(_apart(so[0]))):
            return self._ours
        if len(so) == 1:
            return frozenset(so)
        own = [label for label in self.labels if not _PLAIN.search(_apart(label))]
        return frozenset(own) if len(own) == 1 and len(self.labels) <= 3 else frozenset()

    def baselines(self) -> frozenset[str]:
        """The labels that are called baseline."""
        called = frozenset(label for label in self.labels if "baselin" in name_words(label))
        if called:
            return called
        plain = frozenset(
            label for label in self.labels if name_words(label)[:1] in (("base",), ("vanilla",))
        )
        return plain if len(plain) == 1 else frozenset()

    def plain(self) -> frozenset[str]:
        """The labels that say themselves that they are the plain ones: static, standard, vanilla."""
        return frozenset(label for label in self.labels if _PLAIN.search(_apart(label)))

    def beyond(self, own: frozenset[str]) -> frozenset[str]:
        """Labels that are one of `own` with more words: its variants, no rivals of it."""
        words = [set(name_words(label)) for label in own]
        return frozenset(
            label
            for label in self.every - own
            if any(base and base < set(name_words(label)) for base in words)
        )


@lru_cache(maxsize=512)
def _spans(text: str) -> tuple[tuple[_Span, ...], ...]:
    """For each token of a text the spans that begin with it, longest first: each board looks for its labels there."""
    tokens = [hit.span() for hit in _TOKEN.finditer(text)]
    named = [bool(name_words(text[start:end])) for start, end in tokens]
    spans = []
    for first, (start, _) in enumerate(tokens):
        lasts = range(min(first + _LONGEST, len(tokens)) - 1, first - 1, -1)
        ends = [(tokens[last][1], named[first] and named[last]) for last in lasts]
        spans.append(tuple(_span(text, start, end, has_words=told) for end, told in ends))
    return tuple(spans)


def _span(text: str, start: int, end: int, *, has_words: bool) -> _Span:
    part = _PLURAL.sub("", text[start:end])
    return _Span(start, end, joined(part), "".join(name_words(part)) if has_words else "")


def _apart(label: str) -> str:
    return label.replace("_", " ")


def _prefixes(label: str) -> set[str]:
    """The first tokens of a longer label, as one word: a family's name."""
    tokens = [joined(token) for token in re.split(r"[\s_]+", _apart(label)) if joined(token)]
    return {"".join(tokens[:count]) for count in range(1, len(tokens)) if len("".join(tokens[:count])) >= 3}


def _keys(label: str) -> set[str]:
    """The label as one word, with and without a trailing `model` and the like; a short form in brackets beside it."""
    words = list(name_words(label))
    keys = {joined(label), "".join(words)}
    while len(words) > 1 and words[-1] in _TAIL:
        words.pop()
        keys.add("".join(words))
    bare = re.sub(r"\s*\([^)]*\)\s*$", "", label)
    keys |= {joined(bare), "".join(name_words(bare))}
    inner = re.search(r"\(([^)]*)\)\s*$", label)
    initials = acronym(tuple(re.findall(r"[a-z]+", bare.lower())))
    if inner is not None and len(initials) > 1 and initials in joined(inner.group(1)):
        keys.add(joined(inner.group(1)))
    return {key for key in keys if len(key) >= 2 and not key.isdigit()}
