"""Candidates of a statement in the ledger, scored by name alone; whether a value agrees never raises a score."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.numbered import numbered_members
from mlrbench_gui.audit.ledger.values import LedgerValue, Name, Source
from mlrbench_gui.audit.matching.alike_files import LEVEL, rank
from mlrbench_gui.audit.matching.candidate import Candidate, Shape
from mlrbench_gui.audit.matching.carrying import as_set, carries, meets, meets_wholly
from mlrbench_gui.audit.matching.context import Context
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.fitting import Fit, NameFitter
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement, is_coarser
from mlrbench_gui.audit.numbers.units import SECONDS
from mlrbench_gui.audit.text.words import GENERIC, name_words
from mlrbench_gui.domain.values import RelPath

_NAMES_KEPT = 60
_COMMON = 0.22
_MEMBER = 0.6
_NEUTRAL = frozenset(
    name_words(
        "baseline method model approach system variant full our ours proposed results training evaluating"
    )
)
"""Words beside an entity's name that make no other entity of it."""
_AGGREGATES = ("mean", "max", "min", "sum", "deviation")
_TIMED = re.compile(
    r"time|second|\bsec|latency|duration|minute|hour|elapsed|runtime|delay|cost|_s$|\(s\)|\bms\b",
    re.IGNORECASE,
)
_COUNTS = ("count", "held", "not held")
_ASPECT_ALONE = {
    "deviation": 0.35,
    "first": 0.75,
    "min": 0.7,
    "max": 0.75,
    "count": 0.7,
    "sum": 0.7,
    "not held": 0.6,
    "item": 0.8,
    "last": 0.9,
    "text": 0.9,
}
_SOURCES = {
    Source.JSON: 1.0,
    Source.CSV: 1.0,
    Source.REPORT: 1.0,
    Source.LOG: 0.98,
    Source.OUTPUT: 0.88,
    Source.TABLE: 1.0,
}


class Matcher:
    """Finds candidates in one ledger.

    `short_forms` maps words of the ledger to longer ones of the paper, `ran` holds the scripts that ran, `mentions`
    tells how often the papers have a word.
    """

    def __init__(
        self,
        ledger: Ledger,
        entities: Entities,
        short_forms: Mapping[str, tuple[str, ...]],
        ran: Container[RelPath],
        mentions: Mapping[str, int] | None = None,
    ) -> None:
        self._ran = ran
        self._mentions = mentions or {}
        self._ledger = ledger
        self._entities = entities
        self._short_forms = short_forms
        self._fitter = NameFitter(ledger, entities, short_forms)
        self._of_files: dict[RelPath, frozenset[int]] = {}
        self._members = numbered_members(ledger.values)
        self._member_names = {name for _, name in self._members}
        self._compared: set[tuple[str, tuple[str, ...]]] = set()
        self._by_shape: dict[Shape, list[LedgerValue]] = {}
        self._known: dict[PrintedNumber, list[tuple[Context, tuple[Candidate, ...]]]] = {}

    def knows(self, word: str) -> bool:
        """Whether any name of the ledger holds the word."""
        return self._ledger.is_named(word)

    def named(self, words: tuple[str, ...]) -> tuple[LedgerValue, ...]:
        """Values whose names hold all of the words."""
        names = self._ledger.by_word.get(words[0], ()) if words else ()
        return tuple(v for name in names if name.words >= set(words) for v in self._ledger.by_name[name])

    def listed_with(self, value: LedgerValue) -> tuple[LedgerValue, ...]:
        """Values of the same list of literals: at the same place, under a name with the same end."""
        return tuple(
            v
            for v in self._ledger.values
            if v.path == value.path and v.place == value.place and v.name.parts[1:] == value.name.parts[1:]
        )

    def entities_of(self, value: LedgerValue) -> frozenset[int]:
        """The entities that a value is of: by its name, else by its file's name."""
        return self._held_entities(value)

    def variants(self, value: LedgerValue) -> tuple[LedgerValue, ...]:
        """The same measure of other entities: values of the same file whose names differ in entities alone."""
        return tuple(self._shapes().get(self.shape(value), ()))

    def _shapes(self) -> dict[Shape, list[LedgerValue]]:
        """Values of entities by shape, and which measures of a file stand under several entities."""
        if not self._by_shape:
            for known in self._ledger.values:
                if known.source.is_machine and self._entities.in_name(known.name):
                    shape = self.shape(known)
                    self._by_shape.setdefault(shape, []).append(known)
                    self._compared.add((shape[0], tuple(part for part in shape[2] if part)))
        return self._by_shape

    def _spans_entities(self, value: LedgerValue) -> bool:
        """Whether it is an aggregate over entities, of which each has a value of its own."""
        if not value.formula or value.aspect not in _AGGREGATES:
            return False
        return bool(self._shapes()) and (value.path, value.name.parts) in self._compared

    def shape(self, value: LedgerValue) -> Shape:
        """File, aspect and name of a value without its entities: the same for one measure of all of them."""
        parts = tuple("" if self._entities.of_label(part) is not None else part for part in value.name.parts)
        return value.path, value.aspect, parts

    def candidates(self, context: Context, number: PrintedNumber) -> tuple[Candidate, ...]:
        """Candidates by descending score; of equal ones those that agree first.

        A statement is looked at several times; its candidates are worked out once.
        """
        known = self._known.setdefault(number, [])
        for asked, told in known:
            if asked == context:
                return told
        found = self._ranked(context, number)
        known.append((context, found))
        return found

    def _ranked(self, context: Context, number: PrintedNumber) -> tuple[Candidate, ...]:
        found: list[Candidate] = []
        behind: dict[RelPath, tuple[bool, bool]] = {}
        told = context.words.keys() | context.told
        for fit in self._fitting_names(context):
            values = self._ledger.by_name[fit.name]
            behind |= rank({value.path for value in values}, told, self._mentions)
            found += self._under_name(fit, values, context, number)
        found.sort(
            key=lambda c: (
                -c.score,
                not c.agrees,
                behind.get(c.value.path, LEVEL),
                c.value.path,
                c.value.place.words(),
                c.value.aspect,
            )
        )
        return tuple(found)

    def _under_name(
        self, fit: Fit, values: Sequence[LedgerValue], context: Context, number: PrintedNumber
    ) -> Iterator[Candidate]:
        """The values of one name as candidates."""
        counts: dict[tuple[RelPath, str], set[float]] = defaultdict(set)
        for value in values:
            counts[(value.path, value.aspect)].add(value.value)
        is_variant = self._is_variant(fit.name, context)
        has_digits = _digits_told(fit.name, context)
        for value in _spread(values):
            held = self._held_entities(value)
            is_member = self._is_unnamed_member(value, context)
            own = fit.score * self._value_factor(value, context, number) * (_MEMBER if is_member else 1.0)
            yield Candidate(
                value,
                round(min(own, 1.0), 4),
                as_set(value, number, agreement(number, value.value, value.unit)),
                fit.named,
                fit.leaf,
                fit.explains,
                is_only=len(counts[(value.path, value.aspect)]) == 1,
                same_entity=not is_variant
                and (held == context.entities or (bool(held) and held <= context.entities)),
                is_asked_mean="mean" in context.aspects,
                is_drawn=self._is_drawn(value),
                is_coarser=value.source is Source.CODE and is_coarser(value.text, number),
                is_other_kind=not has_digits or _is_other_kind(value, number),
                is_foreign=not context.is_open
                and bool(context.entities)
                and (
                    not held & context.entities
                    if held
                    else value.aspect not in context.aspects and self._spans_entities(value)
                ),
                is_member=is_member,
                is_carried=self._is_carried(value, context, number),
            )

    def _is_unnamed_member(self, value: LedgerValue, context: Context) -> bool:
        """Whether it is one of many numbered items and the statement does not name it by word and number."""
        members = self._members.get((value.path, value.name), ())
        return any(not _is_named_member(member, context.numbered) for member in members)

    def _is_carried(self, value: LedgerValue, context: Context, number: PrintedNumber) -> bool:
        """Whether name and context carry a support: the cell's labels must be met, and the kind must fit."""
        held = self._fitter.held(value.name).union(value.name.joins)
        unmet = [label for label in context.labels if not self._is_met(label, value, held)]
        if unmet and not (len(unmet) == 1 and self._is_silent_of(unmet[0], value, context, held)):
            return False
        return carries(value, context, number, held)

    def _is_met(self, label: tuple[str, ...], value: LedgerValue, held: frozenset[str]) -> bool:
        """Whether the value is of the cell's row or column, by a word or by its entity."""
        return meets(label, held) or bool(self._entities.in_words(label) & self._held_entities(value))

    def _is_silent_of(
        self, label: tuple[str, ...], value: LedgerValue, context: Context, held: frozenset[str]
    ) -> bool:
        """Whether a file that knows no entities may tell of this one: its name holds the measure in full."""
        if not self._entities.in_words(label) or self._held_entities(value):
            return False
        return all(meets_wholly(other, held) for other in context.labels if other != label)

    def _is_variant(self, name: Name, context: Context) -> bool:
        """Whether the name tells of its entity more than the statement does: `A (init only)` is not `A`."""
        for part, words, is_entity in zip(
            name.parts, name.part_words, self._entities.parts_of(name), strict=True
        ):
            if is_entity and self._entities.of_label(part) is None:
                own = {
                    w
                    for e in self._entities.in_words(words, part)
                    for w in name_words(self._entities.labels[e])
                }
                if any(w not in own | _NEUTRAL | GENERIC and w not in context.words for w in words):
                    return True
        return False

    def _is_drawn(self, value: LedgerValue) -> bool:
        """A fraction in a list or table of literals of a script that ran: no setting, but a result as it was drawn."""
        return (
            value.source is Source.CODE
            and value.path in self._ran
            and value.aspect != "text"
            and not value.value.is_integer()
            and (value.index >= 0 or len(value.name.parts) > 1)
        )

    def _fitting_names(self, context: Context) -> list[Fit]:
        touched: dict[Name, float] = defaultdict(float)
        words = dict(context.words)
        words.update(
            {
                short: max(w)
                for short, longs in self._short_forms.items()
                if (w := [words[x] for x in longs if x in words])
            }
        )
        for word, closeness in (*words.items(), *((join, 1.0) for join in context.joins)):
            names = self._ledger.by_word.get(word, ())
            weight = self._ledger.weight(word)
            if weight <= _COMMON and len(names) > 400:
                continue
            for name in names:
                touched[name] += weight * closeness
        for name in touched.keys() & self._member_names:
            touched[name] *= _MEMBER
        best = _heaviest(touched, _NAMES_KEPT * 4)
        spoken = self._fitter.spoken(context)
        fits = [self._fitter.fit(name, spoken) for name, _ in best]
        fits.sort(key=lambda fit: (-fit.score, fit.name.parts))
        return [fit for fit in fits[:_NAMES_KEPT] if fit.score > 0.2]

    def _value_factor(self, value: LedgerValue, context: Context, number: PrintedNumber) -> float:
        return (
            self._aspect_factor(value, context, number)
            * _SOURCES.get(value.source, 0.9)
            * self._file_factor(value, context)
        )

    def _aspect_factor(self, value: LedgerValue, context: Context, number: PrintedNumber) -> float:
        if value.aspect in _COUNTS and (number.is_percent or not number.is_whole):
            return 0.4
        if not value.aspect or value.aspect in context.aspects:
            return 1.0
        if value.aspect in ("share", "held", "mean"):
            return 0.97
        if value.aspect in ("last", "max") and {"first", "min"} & context.aspects:
            return 0.6
        return _ASPECT_ALONE.get(value.aspect, 0.9)

    def _file_factor(self, value: LedgerValue, context: Context) -> float:
        """Where the name itself holds no entity, the file's name may: `baseline_results.json`."""
        if not context.entities or self._entities.in_name(value.name):
            return 1.0
        held = self._file_entities(value.path)
        if not held:
            return 1.0
        return 1.2 if held & context.entities else 0.55

    def _held_entities(self, value: LedgerValue) -> frozenset[int]:
        return self._entities.in_name(value.name) or self._file_entities(value.path)

    def _file_entities(self, path: RelPath) -> frozenset[int]:
        if path not in self._of_files:
            stem = PurePosixPath(path).stem
            self._of_files[path] = self._entities.in_words(name_words(stem), stem)
        return self._of_files[path]


def _is_other_kind(value: LedgerValue, number: PrintedNumber) -> bool:
    """A fraction is no count, and under a name without a word of time a plain number is no duration."""
    if number.unit is None and number.is_whole and number.value > 1:
        return 0 < abs(value.value) < 1
    if number.unit in SECONDS and value.unit not in SECONDS:
        return not any(_TIMED.search(part) for part in value.name.parts)
    return False


def _digits_told(name: Name, context: Context) -> bool:
    """Whether the statement has the digits of the name's last part: recall at 1 is not recall at 5."""
    told = {n for _, n in context.numbered}
    digits = [word for word in (name.part_words[-1] if name.part_words else ()) if word.isdigit()]
    return all(d in told or d in context.words or d in context.core for d in digits)


def _is_named_member(member: tuple[str, str], numbered: frozenset[tuple[str, str]]) -> bool:
    stem, number = member
    words = name_words(stem)
    return any(n == number and (not word or not words or word in words) for word, n in numbered)


def _spread(values: Sequence[LedgerValue]) -> Iterable[LedgerValue]:
    """Of many values with one name the first and the last ones."""
    return values if len(values) <= 120 else (*values[:60], *values[-60:])


def _heaviest(touched: dict[Name, float], count: int) -> list[tuple[Name, float]]:
    """So many of the heaviest names, equal ones by their parts; the many light ones are not put in order."""
    least = sorted(touched.values(), reverse=True)[count - 1] if len(touched) > count else 0.0
    heavy = [item for item in touched.items() if item[1] >= least]
    return sorted(heavy, key=lambda item: (-item[1], item[0].parts))[:count]
