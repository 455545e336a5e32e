"""The parts of all names that code left, found by label: by words, by initials, by entity, as one word."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePosixPath
from typing import TypeVar

from mlrbench_gui.audit.ledger.values import LedgerValue, Source
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.tables.likeness import Label, label_of
from mlrbench_gui.audit.text.words import acronym
from mlrbench_gui.domain.values import RelPath

ASPECTS = {"": 1.0, "share": 0.99, "mean": 0.97}
"""What of a series may stand in a table without its being said, and how readily."""
_COUNTED = re.compile(r".+ -?\d+")
_PREFIX = 4
_CUT = 3
Key = TypeVar("Key", str, int)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """Values of one name in one file. The first of its parts is the file's own name; `items` are those of a list."""

    path: RelPath
    parts: tuple[Label, ...]
    values: tuple[LedgerValue, ...]
    items: tuple[LedgerValue, ...]

    def counts(self, place: int) -> bool:
        """Whether the part is a whole number of the same CSV record, which other records have otherwise."""
        is_record = bool(self.values) and self.values[0].source is Source.CSV
        return is_record and _COUNTED.fullmatch(self.parts[place].text) is not None

    def tells(self, word: str, but: int) -> bool:
        """Whether another part than this one holds the word."""
        return any(word in part.words for place, part in enumerate(self.parts) if place != but)


class Parts:
    """All entries of a ledger and the indexes by which labels find their parts."""

    def __init__(self, values: Iterable[LedgerValue], entities: Entities) -> None:
        self._entities = entities
        self.holding: dict[Label, list[tuple[Entry, int]]] = defaultdict(list)
        for entry in _entries(values):
            for place, part in enumerate(entry.parts):
                self.holding[part].append((entry, place))
        self._by_word = _index((word, p) for p in self.holding for word in p.core)
        self._by_join = _index((part.join, part) for part in self.holding)
        self._by_initials = _index(
            (acronym(part.words), part) for part in self.holding if len(part.words) > 1
        )
        known = ((entities.of_label(part.text), part) for part in self.holding)
        self._by_entity = _index((entity, part) for entity, part in known if entity is not None)
        self._words = sorted(self._by_word)

    def near(self, label: Label) -> list[Label]:
        """Parts that may go together with the label, in a fixed order."""
        entity = self._entities.of_label(label.text)
        initials = acronym(label.words) if len(label.words) > 1 else ""
        shortest = _CUT if label.text.rstrip().endswith(".") else _PREFIX
        found = chain(
            self._by_join.get(label.join, ()),
            self._by_initials.get(label.join, ()),
            self._by_entity.get(entity, ()) if entity is not None else (),
            self._by_initials.get(initials, ()),
            self._by_join.get(initials, ()),
            *(self._by_word.get(form, ()) for word in label.core for form in self._forms(word, shortest)),
        )
        return list(dict.fromkeys(found))

    def _forms(self, word: str, shortest: int) -> list[str]:
        """The word, words that it begins, and words that begin it."""
        forms = [word]
        if len(word) >= shortest:
            at = bisect_left(self._words, word)
            while at < len(self._words) and self._words[at].startswith(word):
                forms.append(self._words[at])
                at += 1
            forms += [word[:n] for n in range(shortest, len(word)) if word[:n] in self._by_word]
        return forms


def _index(pairs: Iterable[tuple[Key, Label]]) -> Mapping[Key, Sequence[Label]]:
    found: dict[Key, list[Label]] = defaultdict(list)
    for key, part in pairs:
        found[key].append(part)
    return found


def _entries(values: Iterable[LedgerValue]) -> Iterable[Entry]:
    """Machine values by file and name; names as long as sentences hold no labels."""
    single: dict[tuple[RelPath, tuple[str, ...]], list[LedgerValue]] = defaultdict(list)
    items: dict[tuple[RelPath, tuple[str, ...]], list[LedgerValue]] = defaultdict(list)
    for value in values:
        if not value.source.is_machine:
            continue
        if value.index >= 0:
            items[(value.path, value.name.parts)].append(value)
        elif value.aspect in ASPECTS:
            single[(value.path, value.name.parts)].append(value)
    for key in dict.fromkeys(chain(single, items)):
        path, parts = key
        labels = tuple(label_of(text) for text in (PurePosixPath(path).stem, *parts))
        yield Entry(path, labels, tuple(single.get(key, ())), tuple(items.get(key, ())))
