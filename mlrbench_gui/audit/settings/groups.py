"""Groups of names that result files hold side by side: `we compared three models` is held against a group of three.

All names must be told nearby, and what is counted must be methods, or the name that the group stands under.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.ledger.values import LedgerValue, Place, Source
from mlrbench_gui.audit.text.words import GENERIC, joined, name_words
from mlrbench_gui.domain.values import RelPath

_MOST = 12
_SHORTEST = 3
_DEEP = 5
_METHODS = frozenset(
    name_words(
        "model models method agents approaches strategies systems variants classifiers configurations conditions"
    )
)
_WHOLE = GENERIC | _METHODS | frozenset(name_words("results all comparison performances"))
"""What stands above methods in a file, if anything does."""


@dataclass(frozen=True, slots=True)
class Group:
    """Names that stand side by side, with what they stand under."""

    path: RelPath
    place: Place
    title: tuple[str, ...]
    names: tuple[str, ...]
    source: Source


def result_groups(values: Iterable[LedgerValue]) -> Iterator[Group]:
    """Entries of result files that hold the same measures."""
    under: dict[tuple[RelPath, tuple[str, ...]], dict[str, set[tuple[str, ...]]]] = defaultdict(dict)
    first: dict[tuple[RelPath, tuple[str, ...]], LedgerValue] = {}
    for value in values:
        parts = value.name.parts
        if value.source not in (Source.JSON, Source.CSV) or value.aspect or len(parts) > _DEEP:
            continue
        for i in range(len(parts) - 1):
            key = (value.path, parts[:i])
            first.setdefault(key, value)
            under[key].setdefault(parts[i], set()).add(parts[i + 1 :])
    for key, entries in under.items():
        if _is_group(list(entries)) and set.intersection(*entries.values()):
            yield Group(key[0], first[key].place, key[1], tuple(entries), first[key].source)


def _is_group(names: Sequence[str]) -> bool:
    told = {joined(name) for name in names}
    return (
        2 <= len(names) <= _MOST
        and len(told) == len(names)
        and all(len(name) >= _SHORTEST and not name.isdigit() for name in told)
        and all(len(name) <= 60 for name in names)
    )


def group_of(groups: Sequence[Group], count: int, noun: frozenset[str], near: str) -> Group | None:
    """The first group of so many things of this noun whose names all stand in the text nearby."""
    window = re.sub(r"[\W_]+", "", near).lower()
    for group in groups:
        title = frozenset(word for part in group.title for word in name_words(part))
        is_meant = title <= _WHOLE if noun & _METHODS else bool(noun & title)
        if len(group.names) == count and is_meant and all(joined(name) in window for name in group.names):
            return group
    return None
