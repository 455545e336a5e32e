"""Entities: the things that a run compares (methods, models, data sets), learned from its own tables and keys.

Which entity a number belongs to decides a match more than any other word: two names with different
entities never match.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import Name, Source
from mlrbench_gui.audit.matching.definitions import defined_names
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.text.tables import plain_cell
from mlrbench_gui.audit.text.words import GENERIC, acronym, joined, name_words

_MOST = 400
_MOST_SIBLINGS = 40
_MOST_PAIRS = 4000


@dataclass(frozen=True, slots=True)
class Mention:
    """Entity `entity` at `start` to `end` of a sentence."""

    entity: int
    start: int
    end: int


class Entities:
    """Known entities by number; labels with the same words are one."""

    def __init__(self, labels: Iterable[str]) -> None:
        self.labels: list[str] = []
        self._by_words: dict[tuple[str, ...], int] = {}
        self._by_join: dict[str, int] = {}
        self._by_first: dict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for label in labels:
            self._learn(label)
        self._names: dict[Name, frozenset[int]] = {}
        self._parts: dict[Name, tuple[bool, ...]] = {}
        self._found: dict[tuple[tuple[str, ...], str], frozenset[int]] = {}
        self._mentions: dict[str, tuple[Mention, ...]] = {}

    def _learn(self, label: str) -> None:
        words = name_words(label)
        join = joined(label)
        if not words or len(words) > 7 or len(self.labels) >= _MOST or not re.search(r"[A-Za-z]{2}", label):
            return
        if words in self._by_words or join in self._by_join:
            known = self._by_words.get(words, self._by_join.get(join, 0))
            self._by_words.setdefault(words, known)
            self._by_join.setdefault(join, known)
            return
        number = len(self.labels)
        self.labels.append(label)
        self._by_words[words] = number
        self._by_join[join] = number
        self._by_first[words[0]].append((words, number))

    def join(self, label: str, other: str) -> None:
        """Let two labels be names of one entity."""
        self._forget()
        number = self._by_join.get(joined(label))
        replaced = self._by_join.get(joined(other))
        if number is None or replaced is None:
            return
        self._by_words = {words: number if n == replaced else n for words, n in self._by_words.items()}
        self._by_join = {text: number if n == replaced else n for text, n in self._by_join.items()}
        for first, items in self._by_first.items():
            self._by_first[first] = [(words, number if n == replaced else n) for words, n in items]

    def also(self, label: str, other: str) -> None:
        """Let another name, unknown so far, speak of this label's entity."""
        self._forget()
        number, words = self.of_label(label), name_words(other)
        if number is None or not words or words in self._by_words or joined(other) in self._by_join:
            return
        self._by_words[words] = number
        self._by_join[joined(other)] = number
        self._by_first[words[0]].append((words, number))

    def _forget(self) -> None:
        """What was looked for before a name was learned may be found now."""
        for known in (self._names, self._parts, self._found, self._mentions):
            known.clear()

    def of_label(self, label: str) -> int | None:
        """The entity with exactly this label."""
        return self._by_join.get(joined(label), self._by_words.get(name_words(label)))

    def called(self, word: str) -> frozenset[int]:
        """Entities with this word as their whole label, else those with it in their labels."""
        named = name_words(word)
        whole = self._by_words.get(named)
        if whole is not None:
            return frozenset({whole})
        return frozenset(n for words, n in self._by_words.items() if set(named) <= set(words))

    def extensions(self, entity: int) -> list[tuple[int, frozenset[str]]]:
        """Entities whose labels are this one's with more words (`A + TS` of `A`), each with those words."""
        own = [set(words) for words, number in self._by_words.items() if number == entity]
        return [
            (number, frozenset(set(words) - base))
            for words, number in self._by_words.items()
            for base in own
            if number != entity and base < set(words)
        ]

    def in_words(self, words: tuple[str, ...], label: str = "") -> frozenset[int]:
        """Entities whose words stand in this order in the words; the longest wins where they overlap."""
        known = self._found.get((words, label))
        if known is None:
            known = self._found[(words, label)] = self._look_for(words, label)
        return known

    def _look_for(self, words: tuple[str, ...], label: str) -> frozenset[int]:
        exact = self._by_join.get(joined(label)) if label else None
        if exact is not None:
            return frozenset({exact})
        found: set[int] = set()
        at = 0
        while at < len(words):
            best: tuple[int, int] | None = None
            for candidate, number in self._by_first.get(words[at], ()):
                if words[at : at + len(candidate)] == candidate and (
                    best is None or len(candidate) > best[0]
                ):
                    best = (len(candidate), number)
            if best is None:
                known = self._by_join.get(words[at])
                best = (1, known) if known is not None else None
            if best is not None:
                found.add(best[1])
                at += best[0]
            else:
                at += 1
        return frozenset(found)

    def in_name(self, name: Name) -> frozenset[int]:
        """Entities that a ledger name speaks of."""
        known = self._names.get(name)
        if known is None:
            known = frozenset(
                e
                for part, words in zip(name.parts, name.part_words, strict=True)
                for e in self.in_words(words, part)
            )
            self._names[name] = known
        return known

    def parts_of(self, name: Name) -> tuple[bool, ...]:
        """Which parts of a ledger name speak of entities."""
        known = self._parts.get(name)
        if known is None:
            pairs = zip(name.parts, name.part_words, strict=True)
            known = tuple(bool(self.in_words(words, part)) for part, words in pairs)
            self._parts[name] = known
        return known

    def mentions(self, sentence: str) -> tuple[Mention, ...]:
        """Where the sentence speaks of entities, longest first where they overlap."""
        known = self._mentions.get(sentence)
        if known is None:
            known = self._mentions[sentence] = tuple(self._mentioned(sentence))
        return known

    def _mentioned(self, sentence: str) -> list[Mention]:
        tokens = [
            (hit.start(), hit.end(), name_words(hit.group()))
            for hit in re.finditer(r"[^\W_][\w@./+-]*[^\W_]|[^\W_]", sentence)
        ]
        flat = [(start, end, word) for start, end, words in tokens for word in words]
        found: list[Mention] = []
        at = 0
        while at < len(flat):
            best: tuple[int, int] | None = None
            for candidate, number in self._by_first.get(flat[at][2], ()):
                if tuple(word for _, _, word in flat[at : at + len(candidate)]) == candidate and (
                    best is None or len(candidate) > best[0]
                ):
                    best = (len(candidate), number)
            if best is None:
                known = self._by_join.get(flat[at][2])
                best = (1, known) if known is not None else None
            if best is None:
                at += 1
            else:
                found.append(Mention(best[1], flat[at][0], flat[at + best[0] - 1][1]))
                at += best[0]
        return found

    def of_number(self, sentence: str, at: int, numbers: Sequence[tuple[int, int]]) -> frozenset[int]:
        """The entities that the number at this place belongs to.

        As many entities as numbers side by side are dealt out in order (`A and B achieved 1 and 2`); else the last
        entity before the number in its clause, or the one right after it (`0.9 for A`).
        """
        mentions: Sequence[Mention] = self.mentions(sentence)
        if not mentions:
            return frozenset()
        dealt = _dealt(sentence, at, numbers, mentions)
        if dealt is not None:
            return frozenset({dealt})
        stop = next((e for s, e in numbers if s == at), at)
        bound = {
            s: m
            for s, e in numbers
            for m in mentions
            if m.start >= e and _OWNED.fullmatch(sentence[e : m.start])
        }
        if at in bound:
            return frozenset({bound[at].entity})
        mentions = [m for m in mentions if m not in bound.values()]
        mentions = _without_measures(sentence, mentions, at)
        after = [m for m in mentions if m.start >= stop]
        before = [m for m in mentions if m.end <= at]
        if before:
            last = before[-1]
            group = {last.entity}
            for earlier in reversed(before[:-1]):
                if not re.fullmatch(
                    r"[\s*`]*(?:on|in|for|with|'s|of|the|,)?[\s*`]*(?:the\s+)?",
                    sentence[earlier.end : last.start],
                ):
                    break
                group.add(earlier.entity)
                last = earlier
            return frozenset(group)
        if not after or after[0].start - stop >= 60 or _CONTRAST.search(sentence, stop, after[0].start):
            return frozenset()
        return frozenset({after[0].entity})


def _without_measures(sentence: str, mentions: Sequence[Mention], at: int) -> list[Mention]:
    """Without things before the number that another is only held against: `compared to A, it reaches 0.9`.

    So are those of `outperforms A and B, achieving 0.9`. A number right behind such a name is its own.
    """
    kept: list[Mention] = []
    left: Mention | None = None
    for mention in mentions:
        listed = left is not None and _BESIDE.fullmatch(sentence[left.end : mention.start]) is not None
        between = sentence[mention.end : at]
        measured = _BEHIND.search(sentence[: mention.start]) and not _RIGHT_BEHIND.fullmatch(between)
        beaten = listed or _BEATEN.search(sentence[: mention.start]) is not None
        if mention.end <= at and (measured or (beaten and _REACHES.search(between))):
            left = mention
        else:
            kept.append(mention)
    return kept


_BEHIND = re.compile(
    r"\b(?:compared (?:to|with)|relative to|in contrast to|unlike)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)
_BEATEN = re.compile(
    r"\b(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|beat(?:s|ing)?)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)
_REACHES = re.compile(
    r"^[^,;.]{0,60},\s*(?:\w+ly\s+)?(?:achiev|reach|attain|yield|obtain|scor|record|deliver)ing\b",
    re.IGNORECASE,
)
"""What the one that is ahead reaches, told behind those that it beats."""
_BESIDE = re.compile(r"[\s*`]*(?:\w+\s+)?(?:,|and|, and|or)[\s*`]*(?:the\s+|both\s+)?")
_RIGHT_BEHIND = re.compile(r"[^,;.]{0,40}")
_CONTRAST = re.compile(
    r"\b(?:whereas|while|but|versus|vs\.|compared (?:to|with)|against)(?=\W)", re.IGNORECASE
)
"""Behind it another thing is told of: `full tuning reaches 0.74, whereas A …`."""
_OWNED = re.compile(r"[\s%$)]*(?:for|by|in|with|of|on|\()\s*(?:the\s+|our\s+)?[\s*`]*")
"""What stands between a number and the entity that it belongs to: `0.9 for A`, `0.9 (A)`."""


def _dealt(
    sentence: str, at: int, numbers: Sequence[tuple[int, int]], mentions: Sequence[Mention]
) -> int | None:
    """`A, B and C reach 1, 2 and 3`: the entity with the number's place in its row of numbers."""
    row = _row_of(sentence, at, numbers)
    if len(row) < 2:
        return None
    before = [m for m in mentions if m.end <= row[0][0]]
    listed: list[Mention] = []
    for mention in reversed(before):
        if listed and not re.fullmatch(
            r"[\s*`]*(?:,|and|, and|&|or|,\s*the|and the)[\s*`]*(?:the\s+)?",
            sentence[mention.end : listed[0].start],
        ):
            break
        listed.insert(0, mention)
    if len(listed) == len(row):
        return listed[[s for s, _ in row].index(at)].entity
    return None


def _row_of(sentence: str, at: int, numbers: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The numbers that stand side by side with this one, apart only by commas and `and`."""
    index = next((i for i, (s, _) in enumerate(numbers) if s == at), None)
    if index is None:
        return []
    first = last = index
    while first > 0 and re.fullmatch(
        r"[\s%$]*(?:,|and|, and|&|/)[\s$]*", sentence[numbers[first - 1][1] : numbers[first][0]]
    ):
        first -= 1
    while last + 1 < len(numbers) and re.fullmatch(
        r"[\s%$]*(?:,|and|, and|&|/)[\s$]*", sentence[numbers[last][1] : numbers[last + 1][0]]
    ):
        last += 1
    return list(numbers[first : last + 1])


def learn_entities(ledger: Ledger, papers: Sequence[PaperText]) -> Entities:
    """Row labels of the papers' tables, sibling keys with the same keys below them, values of grouping columns.

    Keys that name measures, or head the columns of a table, are no entities. A row label and a key that are each
    other's closest are two names of one entity.
    """
    rows = [
        plain_cell(row[0].text)
        for paper in papers
        for table in paper.tables
        for row in table.rows
        if row and re.search(r"[A-Za-z]{2}", row[0].text)
    ]
    headers = {joined(header) for paper in papers for table in paper.tables for header in table.header[1:]}
    groups = [(machine, keys) for machine, keys in _sibling_keys(ledger) if not _are_measures(keys, headers)]
    entities = Entities([*rows, *(key for _, keys in groups for key in keys)])
    for label, key in _aliases(rows, [key for machine, keys in groups if machine for key in keys]):
        entities.join(label, key)
    for label, other in defined_names(papers, entities):
        entities.also(label, other)
    return entities


def _sibling_keys(ledger: Ledger) -> list[tuple[bool, list[str]]]:
    """Groups of keys that stand side by side with the same keys below them; whether a machine file holds them."""
    below: dict[tuple[bool, tuple[str, ...], int], dict[str, set[tuple[str, ...]]]]
    below = defaultdict(lambda: defaultdict(set))
    for name, values in ledger.by_name.items():
        source = values[0].source
        if source in (Source.JSON, Source.CSV, Source.REPORT, Source.TABLE) and len(name.parts) >= 2:
            for depth in range(len(name.parts) - 1):
                group = below[(source.is_machine, name.parts[:depth], len(name.parts))]
                group[name.parts[depth]].add(name.parts[depth + 1 :])
    kept = [(key[0], group) for key, group in below.items() if 2 <= len(group) <= _MOST_SIBLINGS]
    return [(m, [k for k in group if len(k) <= 60]) for m, group in kept if set.intersection(*group.values())]


def _are_measures(siblings: Sequence[str], headers: set[str]) -> bool:
    """Whether the keys are measures of one thing rather than things that are measured."""
    measures = sum(1 for key in siblings if MEASURE.search(key) or joined(key) in headers)
    return 2 * measures >= len(siblings)


def _aliases(rows: Sequence[str], keys: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of a row label and a key that are each other's closest by words or initials, without being equal."""
    known = {joined(row) for row in rows}
    left = [row for row in dict.fromkeys(rows) if joined(row) not in {joined(key) for key in keys}]
    right = [key for key in dict.fromkeys(keys) if joined(key) not in known]
    if len(left) * len(right) > _MOST_PAIRS:
        return []
    scores = {(row, key): _likeness(row, key) for row in left for key in right}
    pairs = []
    for row in left:
        best = max(right, key=lambda key: scores[(row, key)], default=None)
        if (
            best is not None
            and scores[(row, best)] > 0
            and row == max(left, key=lambda other: scores[(other, best)])
        ):
            pairs.append((row, best))
    return pairs


def _likeness(row: str, key: str) -> float:
    """Shared words over all words; initials of one that spell the other count as all."""
    left, right = name_words(row), name_words(key)
    if not left or not right:
        return 0.0
    if (len(left) > 1 and acronym(left) == joined(key)) or (len(right) > 1 and acronym(right) == joined(row)):
        return 0.95
    shared = set(left) & set(right) - GENERIC
    return len(shared) / len(set(left) | set(right)) if shared else 0.0
