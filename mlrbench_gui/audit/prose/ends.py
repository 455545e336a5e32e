"""`It rises from 2.9 to 3.9`: two numbers that are the two values of one measure, though no word says of what."""

from collections.abc import Iterator, Mapping
from itertools import product

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.context import context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.audit.verdicts.numbers import describe
from mlrbench_gui.domain.values import ClaimKind, Verdict

_OPEN = (Verdict.UNSUPPORTED, Verdict.UNVERIFIABLE, Verdict.NARRATIVE_ONLY)
_LEAST = 0.5
_NAMED = 0.6
_CONFIDENCE = 0.6


def told_ends(
    matcher: Matcher, entities: Entities, decisions: Mapping[Statement, Decision], text: str
) -> dict[Statement, Decision]:
    """Both ends of a change as supported where two siblings in one file have them and the measure is named.

    Two numbers that meet two values of one name do not meet them by chance, as one may.
    """
    better: dict[Statement, Decision] = {}
    for first, last in _pairs(decisions):
        if not any(decisions[s].verdict in _OPEN for s in (first, last)):
            continue
        left, right = (_fitting(s, matcher, text, entities) for s in (first, last))
        met = next(((a, b) for a, b in product(left, right) if _are_siblings(a, b)), None)
        for statement, end in zip((first, last), met or (), strict=False):
            if decisions[statement].verdict in _OPEN:
                better[statement] = _supported(statement, end, text)
    return better


def _pairs(decisions: Mapping[Statement, Decision]) -> Iterator[tuple[Statement, Statement]]:
    """Statements of both ends of one change, of which neither is denied and one has digits behind the point."""
    opened: Statement | None = None
    for statement, decision in decisions.items():
        number = statement.number
        if number is None or statement.spot is not None or statement.kind is ClaimKind.SETUP:
            continue
        if decision.verdict is Verdict.CONTRADICTED:
            opened = None
        elif number.role == "from":
            opened = statement
        elif number.role == "to" and opened is not None and opened.number is not None:
            fine = not (number.is_whole and opened.number.is_whole)
            if opened.sentence == statement.sentence and fine and number.value != opened.number.value:
                yield opened, statement
            opened = None


def _fitting(statement: Statement, matcher: Matcher, text: str, entities: Entities) -> list[Candidate]:
    number = statement.number
    assert number is not None
    found = matcher.candidates(context_of(statement, text, entities), number)
    return [
        c
        for c in found
        if c.agrees
        and c.value.source.is_machine
        and c.may_support
        and c.score >= _LEAST
        and c.names_at_least(_NAMED)
    ]


def _are_siblings(a: Candidate, b: Candidate) -> bool:
    """Whether two values of one file differ in a single part of their names, and in nothing else."""
    left, right = a.value, b.value
    if left.path != right.path or left.aspect != right.aspect or left.value == right.value:
        return False
    parts = left.name.parts, right.name.parts
    return len(parts[0]) == len(parts[1]) and sum(x != y for x, y in zip(*parts, strict=True)) == 1


def _supported(statement: Statement, end: Candidate, text: str) -> Decision:
    number = statement.number
    assert number is not None
    printed = describe(number.number, text[number.start : number.unit_end])
    reason = (
        f"{printed} is one end of the change between two values: {end.value.name.title()} is {told(end)}."
    )
    return Decision(Verdict.SUPPORTED, _CONFIDENCE, reason, (Held(end, primary=True, agrees=True),))
