"""Files of one layout, one for each data set or condition: which of them a statement most likely speaks of."""

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache
from pathlib import PurePosixPath

from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.values import RelPath

LEVEL = (False, False)
"""The rank of a file that has no others like it."""
_OFTEN = 2
"""A condition that the papers name so many times more often is the one that they are about."""


def conditions(paths: Iterable[RelPath]) -> dict[RelPath, str]:
    """The one word in which the names of such files differ: `a_card.json` and `b_card.json` give a and b.

    Files that are not named alike have none.
    """
    groups: dict[tuple[str, int], dict[RelPath, tuple[str, ...]]] = {}
    for path in paths:
        place = PurePosixPath(path)
        words = name_words(place.stem)
        groups.setdefault((place.suffix, len(words)), {})[path] = words
    return {path: word for named in groups.values() for path, word in _differing(named).items()}


@lru_cache(maxsize=4096)
def _conditions(paths: frozenset[RelPath]) -> Mapping[RelPath, str]:
    """The same few groups of files hold the values of most names of a run."""
    return conditions(paths)


def _differing(named: Mapping[RelPath, tuple[str, ...]]) -> dict[RelPath, str]:
    columns = list(zip(*named.values(), strict=True))
    differing = [at for at, column in enumerate(columns) if len(set(column)) > 1]
    if len(differing) != 1 or len(columns) == 1 or len(set(named.values())) < len(named):
        return {}
    return {path: words[differing[0]] for path, words in named.items()}


def rank(
    paths: Iterable[RelPath], told: Set[str], mentions: Mapping[str, int]
) -> dict[RelPath, tuple[bool, bool]]:
    """How far each file stands behind the one whose condition is told here, or that the papers speak of most."""
    known = _conditions(frozenset(paths))
    is_told = any(word in told for word in known.values())
    most = max((mentions.get(word, 0) for word in known.values()), default=0)
    return {
        path: (is_told and word not in told, _OFTEN * mentions.get(word, 0) < most)
        for path, word in known.items()
    }
