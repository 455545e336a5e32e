"""A broken measurement: where it shows, what is wrong, and which values rest on it."""

import math
from dataclasses import dataclass

from mlrbench_gui.audit.ledger.values import LedgerValue, Place
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

NOTHING: frozenset[RelPath] = frozenset()
"""Taints no file: a fault of the method that leaves the numbers what they are called."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """A broken measurement: where it shows, what it is, and which files it taints (all results if None).

    With `values` it taints only these numbers, with `names` only values whose name has all words of one of them; those
    of `sound` are measured all the same. `kind` and `severity` are those of its finding; `scores_errors` says that
    error texts were scored as answers, `missing` are the words that name data which could not be loaded. `by_absence`:
    it says that something stands nowhere in the code.
    """

    path: RelPath
    place: Place
    message: str
    tainted: frozenset[RelPath] | None = None
    values: frozenset[float] = frozenset()
    names: frozenset[frozenset[str]] = frozenset()
    sound: frozenset[float] = frozenset()
    kind: FindingKind = FindingKind.METHOD_MISMATCH
    severity: Severity = Severity.HIGH
    scores_errors: bool = False
    missing: frozenset[str] = frozenset()
    by_absence: bool = False

    def touches(self, path: RelPath) -> bool:
        """Whether all of a file is tainted."""
        return not self.values and not self.names and (self.tainted is None or path in self.tainted)

    def touches_value(self, value: LedgerValue) -> bool:
        """Whether this value of a file is tainted."""
        if self.tainted is not None and value.path not in self.tainted:
            return False
        if self.names and not any(_is_print_of(value.value, sound) for sound in self.sound):
            return any(name <= value.name.words for name in self.names)
        return value.value in self.values


def _is_print_of(value: float, sound: float) -> bool:
    """Whether it is the same number, as a report may have rounded it."""
    return math.isclose(value, sound, rel_tol=1e-3, abs_tol=5e-4)
