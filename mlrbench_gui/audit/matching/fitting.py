"""How well a name of the ledger fits what a statement speaks of.

Thousands of names are held against hundreds of statements: what a name brings is worked out once for the ledger, how
close a word stands to a number once for the statement.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import Name
from mlrbench_gui.audit.matching.context import Context
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import GENERIC

_SURROUNDINGS = 0.3
_NO_MEASURE = 0.7
_SPOKEN = 0.45


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a name fits a context; the figures are those of `Candidate`."""

    name: Name
    score: float
    named: float | None = None
    leaf: float | None = None
    explains: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """One part of names: its words with weights, and which of them are its own (neither generic nor a letter).

    `measures` says that its own words tell of what is measured. A fitter makes equal ones once, so that a statement is
    held once against a part which many names have.
    """

    is_entity: bool
    join: str
    words: tuple[tuple[str, float], ...]
    weight: float
    own: tuple[int, ...]
    own_weight: float
    measures: bool


@dataclass(frozen=True, slots=True)
class _Known:
    """What a name brings to every statement; `held` are its words with those that its short forms stand for."""

    parts: tuple[_Part, ...]
    entities: frozenset[int]
    held: frozenset[str]
    joins: frozenset[str]
    has_generic: bool


@dataclass(slots=True)
class Spoken:
    """A context with the words that must be explained (weight, whether the ledger names them) and a memory.

    It remembers how close each word stands to the number, and of each part of a name the weight of what is spoken of:
    of all its words, and of its own ones.
    """

    context: Context
    core: tuple[tuple[str, float, bool], ...]
    near: dict[str, float] = field(default_factory=dict)
    parts: dict[_Part, tuple[float, float]] = field(default_factory=dict)


class NameFitter:
    """Fits names of one ledger; `short_forms` maps words of the ledger to longer ones of the paper."""

    def __init__(
        self, ledger: Ledger, entities: Entities, short_forms: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._ledger = ledger
        self._entities = entities
        self._short_forms = short_forms
        self._names: dict[Name, _Known] = {}
        self._made: dict[tuple[tuple[str, ...], str, bool, bool], _Part] = {}

    def spoken(self, context: Context) -> Spoken:
        """The context made ready for many names."""
        core = tuple(
            (word, self._ledger.weight(word) * context.words.get(word, 1.0), self._ledger.is_named(word))
            for word in sorted(context.core)
        )
        return Spoken(context, core)

    def held(self, name: Name) -> frozenset[str]:
        """The words of a name, and the longer ones that its short forms stand for."""
        return self._known(name).held

    def fit(self, name: Name, spoken: Spoken) -> Fit:
        """How much of the name the statement speaks of, and how much of the statement's own words the name explains."""
        known, context = self._known(name), spoken.context
        covered = total = measure = measured = 0.0
        leaf: float | None = None
        for part in known.parts:
            if context.is_open and part.is_entity:
                continue
            held, named = spoken.parts.get(part) or self._meet(part, spoken)
            total += part.weight
            covered += held
            if part.measures:
                measure += part.own_weight
                measured += named
                leaf = named / part.own_weight
        if not total:
            return Fit(name, 0.0)
        explains = _explained(known, spoken)
        score = (0.6 * covered / total + 0.4 * explains) * _entity_factor(known.entities, context)
        if measure:
            return Fit(name, score, measured / measure, leaf, explains)
        return Fit(name, score if known.has_generic else _NO_MEASURE * score, None, None, explains)

    def _meet(self, part: _Part, spoken: Spoken) -> tuple[float, float]:
        """The weights of a part's words, and of its own ones alone, as far as the statement speaks of them."""
        whole = bool(part.join) and part.join in spoken.context.joins
        held = [w if whole else w * self._closeness(word, spoken) for word, w in part.words]
        named = sum(w for i in part.own if held[i] > _SPOKEN * (w := part.words[i][1]))
        met = spoken.parts[part] = (sum(held), named)
        return met

    def _closeness(self, word: str, spoken: Spoken) -> float:
        near = spoken.near.get(word)
        if near is None:
            words = spoken.context.words
            forms = (word, *self._short_forms.get(word, ()))
            known = [words[form] for form in forms if form in words]
            near = max(known) if known else 1.0 if word in spoken.context.joins else 0.0
            spoken.near[word] = near
        return near

    def _known(self, name: Name) -> _Known:
        known = self._names.get(name)
        if known is None:
            longer = (self._short_forms[word] for word in name.words if word in self._short_forms)
            known = _Known(
                tuple(self._parts(name)),
                self._entities.in_name(name),
                name.words.union(*longer),
                frozenset(name.joins),
                any(word in GENERIC for words in name.part_words[name.soft :] for word in words),
            )
            self._names[name] = known
        return known

    def _parts(self, name: Name) -> Iterator[_Part]:
        flags = self._entities.parts_of(name)
        for index, (words, join) in enumerate(zip(name.part_words, name.joins, strict=True)):
            key = (words, join, flags[index], index < name.soft)
            if key not in self._made:
                self._made[key] = self._part(*key)
            yield self._made[key]

    def _part(self, words: tuple[str, ...], join: str, is_entity: bool, is_soft: bool) -> _Part:
        share = _SURROUNDINGS if is_soft else 1.0
        weights = [self._ledger.weight(word) * share for word in words]
        own = tuple(
            i for i, word in enumerate(words) if word not in GENERIC and (len(word) > 1 or len(words) == 1)
        )
        return _Part(
            is_entity,
            join,
            tuple(zip(words, weights, strict=True)),
            sum(weights),
            own,
            sum(weights[i] for i in own),
            bool(own) and not is_entity and not is_soft,
        )


def _explained(known: _Known, spoken: Spoken) -> float:
    """The share of the statement's core words, as far as the ledger knows them, that the name holds."""
    total = explained = 0.0
    for word, weight, is_named in spoken.core:
        is_held = word in known.held
        if is_named or is_held:
            total += weight
            if is_held or word in known.joins:
                explained += weight
    return explained / total if total else 0.5


def _entity_factor(named: frozenset[int], context: Context) -> float:
    if context.is_open:
        return 0.85 if named and named <= context.entities else 1.0
    if not context.entities or not named:
        return 0.9 if context.entities else 1.0
    if context.entities & named:
        return 1.15 if context.entities >= named else 1.0
    return 0.45
