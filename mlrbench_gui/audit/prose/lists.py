"""A list of labelled counts (`- Cats: 12`) held as a whole against sibling values of evidence."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.text.words import GENERIC, name_words
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.numbers import contradicted, describe, supported
from mlrbench_gui.domain.values import Verdict

_ITEM = re.compile(
    r"^[ \t]*[-*•][ \t]+[*_`]*(?P<label>[A-Za-z][^:\n\d]{1,40}?)[*_`]*:[*_` \t]*"
    r"(?P<number>\d[\d,]*)(?![\d.%]|[ \t]*[×x%])",
    re.MULTILINE,
)
_FEWEST = 3
_SCORE = 0.7
_OPEN = (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY, Verdict.UNVERIFIABLE)
Group = tuple[str, tuple[str, ...], int]
"""File, name without its label, and where the label stood."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A list item with its statement and the words of its label."""

    statement: Statement
    words: frozenset[str]


def align_lists(
    matcher: Matcher, decisions: Mapping[Statement, Decision], text: str
) -> dict[Statement, Decision]:
    """Decisions on items that alone were left open.

    The whole list must stand under one group of names, and more than half of its numbers must agree: then those that
    agree are supported, and one that differs is contradicted.
    """
    better: dict[Statement, Decision] = {}
    for items in _lists(decisions, text):
        found = _aligned(matcher, items)
        for item in items if found else ():
            if decisions[item.statement].verdict in _OPEN:
                better[item.statement] = _decide(item, found[item], text)
    return better


def _lists(decisions: Mapping[Statement, Decision], text: str) -> Iterator[list[_Item]]:
    """Runs of lines below each other that each begin with a label and a number."""
    by_start = {s.number.start: s for s in decisions if s.number and s.spot is None and s.about is About.RUN}
    run: list[_Item] = []
    last = -1
    for hit in _ITEM.finditer(text):
        statement = by_start.get(hit.start("number"))
        if run and text.count("\n", last, hit.start()) > 1:
            yield from [run] if len(run) >= _FEWEST else []
            run = []
        last = hit.end()
        words = frozenset(name_words(hit.group("label"))) - GENERIC
        if statement is not None and words:
            run.append(_Item(statement, words))
    if len(run) >= _FEWEST:
        yield run


def _aligned(matcher: Matcher, items: Sequence[_Item]) -> dict[_Item, LedgerValue]:
    """The value of each item in the group of siblings that holds all of them; empty without such a group."""
    groups: dict[Group, dict[_Item, LedgerValue]] = defaultdict(dict)
    for item in items:
        for word in sorted(item.words):
            for value in matcher.named((word,)):
                for group in _groups_of(value, item):
                    groups[group].setdefault(item, value)
    for _, found in sorted(groups.items()):
        agreeing = sum(1 for item, value in found.items() if _agrees(item, value))
        if len(found) == len(items) and 2 * agreeing > len(items) and len(set(found.values())) == len(items):
            return found
    return {}


def _groups_of(value: LedgerValue, item: _Item) -> Iterator[Group]:
    if not value.source.is_machine or value.aspect or value.index >= 0:
        return
    for at, words in enumerate(value.name.part_words):
        if words and set(words) <= item.words:
            yield value.path, (*value.name.parts[:at], *value.name.parts[at + 1 :]), at


def _agrees(item: _Item, value: LedgerValue) -> bool:
    number = item.statement.number
    return number is not None and agreement(number, value.value, value.unit).agrees


def _decide(item: _Item, value: LedgerValue, text: str) -> Decision:
    number = item.statement.number
    assert number is not None
    candidate = Candidate(value, _SCORE, agreement(number, value.value, value.unit))
    printed = describe(number.number, text[number.start : number.unit_end])
    if candidate.agrees:
        return supported([candidate], printed, ())
    return contradicted([candidate], printed, ())
