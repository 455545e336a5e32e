"""The ledger of a run: every value of its files, and the indexes by which claims find theirs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

from mlrbench_gui.audit.ledger.values import LedgerValue, Name
from mlrbench_gui.audit.text.words import GENERIC
from mlrbench_gui.domain.values import RelPath

_GENERIC_WEIGHT = 0.25
_LETTER_WEIGHT = 0.05
_PROSE_WEIGHT = 0.4


@dataclass(frozen=True, slots=True)
class Ledger:
    """All values, those of each name, the names that hold each word, and how rare each word is."""

    values: tuple[LedgerValue, ...]
    by_name: Mapping[Name, tuple[LedgerValue, ...]]
    by_word: Mapping[str, tuple[Name, ...]]
    weights: Mapping[str, float]
    left_out: Mapping[RelPath, int]

    def weight(self, word: str) -> float:
        """How much a word tells: rare words much, words that stand in every name little."""
        if len(word) == 1:
            return _LETTER_WEIGHT
        return self.weights.get(word, _PROSE_WEIGHT)

    def is_named(self, word: str) -> bool:
        """Whether a name that code made or uses holds the word."""
        return word in self.weights


def make_ledger(values: Iterable[LedgerValue], left_out: Mapping[RelPath, int]) -> Ledger:
    """Index the values."""
    kept = tuple(values)
    by_name: dict[Name, list[LedgerValue]] = defaultdict(list)
    for value in kept:
        by_name[value.name].append(value)
    by_word: dict[str, list[Name]] = defaultdict(list)
    in_code: dict[str, int] = defaultdict(int)
    for name, items in by_name.items():
        counts = items[0].source.is_machine or items[0].source.is_setup
        for word in name.words:
            by_word[word].append(name)
            in_code[word] += counts
    total = max(len(by_name), 2)
    weights = {word: max(0.25, log(1 + total / n) / log(1 + total)) for word, n in in_code.items() if n}
    for word in GENERIC & weights.keys():
        weights[word] = min(weights[word], _GENERIC_WEIGHT)
    return Ledger(
        kept,
        {name: tuple(items) for name, items in by_name.items()},
        {word: tuple(names) for word, names in by_word.items()},
        weights,
        dict(left_out),
    )
