"""A decision on one statement: verdict, confidence, one sentence of reason, and the candidates that carry it."""

from dataclasses import dataclass

from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.domain.values import Verdict


@dataclass(frozen=True, slots=True)
class Held:
    """A candidate held against the statement; `primary` ones carry the verdict.

    `formula` and `value`, in the statement's unit, are there where the statement's number was recomputed.
    """

    candidate: Candidate
    primary: bool
    agrees: bool | None
    formula: str | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What the evidence says of a statement."""

    verdict: Verdict
    confidence: float
    reason: str
    held: tuple[Held, ...] = ()


def shown(value: float) -> str:
    """A value for people: at most six digits."""
    return f"{value:.6g}"


def sized(base: float) -> str:
    """What a change is divided by, as a formula has it: a negative base counts by its size."""
    return f"|{shown(base)}|" if base < 0 else shown(base)


def told(candidate: Candidate) -> str:
    """A candidate for people: its value, file and place."""
    value = candidate.value
    derived = f" ({value.formula})" if value.formula else ""
    return f"{shown(value.value)}{derived} in {value.path}, {value.place.words()}"
