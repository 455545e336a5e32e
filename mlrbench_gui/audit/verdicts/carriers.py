"""Which of several values that agree carries a support: the value itself rather than an aggregate of others."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.matching.candidate import Candidate

_MEAN = re.compile(r"average|mean|\bavg", re.IGNORECASE)
"""A measure that is itself called a mean asks for no mean of it."""
_AGGREGATES = frozenset({"mean", "max", "min", "sum"})


def value_first(agreeing: Sequence[Candidate], known: Sequence[Candidate]) -> list[Candidate]:
    """The agreeing candidates, behind a single value of the same measure where the first is an aggregate of others.

    An aggregate is meant where the statement asks for it.
    """
    best = agreeing[0]
    leaf = best.value.name.parts[-1:]
    is_asked = best.is_asked_mean and not any(_MEAN.search(part) for part in leaf)
    if not best.value.formula or best.value.aspect not in _AGGREGATES or is_asked:
        return list(agreeing)
    single = [
        c
        for c in known
        if c.agrees and not c.value.aspect and not c.is_foreign and c.value.name.parts[-1:] == leaf
    ]
    single.sort(key=lambda c: c.value.path != best.value.path)
    return [*single[:1], *(c for c in agreeing if c not in single[:1])]
