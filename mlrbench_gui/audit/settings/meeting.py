"""Which settings of the code a number of the paper can be held against, and which of those it agrees with."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.setting import NEUTRAL, Rank, Setting
from mlrbench_gui.audit.settings.spoken import Spoken
from mlrbench_gui.audit.text.words import GENERIC, name_words

_ALIASES: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (frozenset(name_words(told)), frozenset(name_words(coded)))
    for told, coded in (
        ("trees", "estimators"),
        ("folds", "splits"),
        ("random state", "seed"),
        ("seed", "random state"),
        ("learning rate", "eta"),
        ("iterations", "steps"),
        ("steps", "iterations"),
        ("context window", "length"),
        ("dropconnect", "dropout"),
    )
)
"""What papers call a setting, and what libraries call it; general words alone."""
GREY = (
    NEUTRAL
    | GENERIC
    | frozenset(name_words("our we these all both only small fixed random set setting standard"))
)
_SUBSET = frozenset(
    name_words(
        "samples examples instances problems questions items images documents queries pairs sentences prompts"
    )
)
"""What is counted in a subset of data."""
_ITEMS = frozenset(name_words("samples examples instances"))
_FEW = 5
"""Smaller numbers stand in code for too many things."""
_SPLITS = frozenset(name_words("train training test validation eval dev"))


@dataclass(frozen=True, slots=True)
class Met:
    """Settings under the name that is spoken of that agree, and those under nothing but that name that do not."""

    agreeing: tuple[Setting, ...] = ()
    differing: tuple[Setting, ...] = ()


def meet(spoken: Spoken, number: PrintedNumber, settings: Settings) -> Met:
    """The settings whose whole name is spoken of beside the number."""
    agreeing: list[Setting] = []
    differing: list[Setting] = []
    for name in spoken.names:
        for setting in settings.naming(_with_aliases(name)):
            if len(setting.numbers) != 1 or setting.is_row or not _named(setting, name):
                continue
            if agrees(number, setting.numbers[0]):
                if setting.own - _ITEMS & name or number.value >= _FEW:
                    agreeing.append(setting)
            elif (
                _is_worded(setting)
                and setting.own <= name
                and bool(setting.own - GENERIC)
                and _explained(spoken.told, setting)
                and _is_like(number, setting, name is spoken.after)
            ):
                differing.append(setting)
    return Met(tuple(_ordered(agreeing)), tuple(_ordered(differing)))


def meet_subset(spoken: Spoken, number: PrintedNumber, settings: Settings) -> tuple[Setting, ...]:
    """Subsets of so many items: of the split that is spoken of; of any if items are counted and no split is named."""
    if number.spelled or number.value < _FEW:
        return ()
    splits = _splits(spoken.after) or _splits(spoken.before)
    counted = bool((spoken.after | spoken.before) & _SUBSET)
    found = []
    for setting in settings.naming(name_words("subset")):
        if setting.formula is None or not agrees(number, setting.numbers[0]):
            continue
        own = _splits(setting.around)
        if (splits and own & splits) or (counted and not (splits and own)):
            found.append(setting)
    return tuple(_ordered(found))


def meet_noted(spoken: Spoken, number: PrintedNumber, settings: Settings) -> tuple[Setting, ...]:
    """Settings that the comment beside them, or what they are given to, names as the paper does."""
    if number.spelled or (number.is_whole and number.unit is None and number.value < _FEW):
        return ()
    told = (spoken.before | spoken.after) - GREY
    found = []
    for setting in settings.all:
        if len(setting.numbers) != 1 or not agrees(number, setting.numbers[0]) or setting.is_example:
            continue
        note = frozenset(name_words(setting.note)) - GREY
        if len(note & told) >= 2 or (note & told and setting.own & spoken.near):
            found.append(setting)
    return tuple(_ordered(found))


def _is_like(number: PrintedNumber, setting: Setting, is_noun: bool) -> bool:
    """Whether both can be values of one thing: no fraction for a count, no seed for seeds, no pause between saves."""
    value = abs(setting.numbers[0])
    if value in (0.0, -1.0) or PAUSE.search(setting.key):
        return False
    if number.is_whole and number.unit is None and number.value > 1 and 0 < value < 1:
        return False
    if number.is_percent and value > 1:
        return False
    return not is_noun or _COUNTED.search(setting.key) is not None


PAUSE = re.compile(
    r"(?:^|_)(?:eval\w*|save|log\w*|print|report|display|update|every|interval|freq\w*)(?:_|$)", re.IGNORECASE
)
_COUNTED = re.compile(
    r"(?:^|_|-)(?:n|num|number|max|min|total|count)(?:_|-|$)|[a-rt-z]s$|(?:^|_)k$", re.IGNORECASE
)


def agrees(number: PrintedNumber, value: float) -> bool:
    """Whether a number tells this setting: to the digit, as set; a share as percent; about, if it says so."""
    found = agreement(number, value)
    if number.text[-1:] in ("k", "K") and value == number.number / 1000 * 1024:
        return True
    if not found.agrees:
        return False
    if number.approximate:
        return True
    if found.factor != 1 and number.unit is None:
        return False
    return math.isclose(abs(value) * float(found.factor), abs(number.number), rel_tol=1e-6)


def _splits(words: Iterable[str]) -> frozenset[str]:
    """The splits that words name; `eval`, `dev` and `validation` are one."""
    named = frozenset(words) & _SPLITS
    return frozenset("validation" if word not in _TRAIN_TEST else word for word in named)


_TRAIN_TEST = frozenset(name_words("train test"))


def _with_aliases(name: frozenset[str]) -> frozenset[str]:
    """With what code calls the same things; items of data have many names."""
    items = _ITEMS if name & _SUBSET else frozenset[str]()
    return name.union(items, *(coded for told, coded in _ALIASES if told <= name))


def _named(setting: Setting, name: frozenset[str]) -> bool:
    own = setting.own
    return bool(own) and own <= _with_aliases(name)


def _is_worded(setting: Setting) -> bool:
    return any(len(word) > 1 for word in setting.own)


def _explained(name: frozenset[str], setting: Setting) -> bool:
    """Whether the setting's name and what it is given to hold all words of the spoken name that tell anything."""
    held = frozenset(setting.words) | setting.around
    called = (told for told, coded in _ALIASES if told <= name and coded <= held)
    return name - GREY - _LOOSE_SPOKEN <= held.union(*called)


_LOOSE_SPOKEN = frozenset(name_words("training train optimizer adam adamw maximum"))


def _ordered(found: list[Setting]) -> list[Setting]:
    unique = {(s.path, s.place, s.key, s.numbers): s for s in found}
    return sorted(unique.values(), key=lambda s: (s.is_example, s.rank, s.path, s.place.first))


def sure(differing: Iterable[Setting], settings: Settings) -> tuple[Setting, ...]:
    """Of settings under one name the ones that count, if they have one value; none if they have several."""
    pool = [s for s in differing if settings.counts(s)]
    if not pool:
        pool = [s for s in differing if not s.is_example]
    chosen = [s for s in pool if s.rank <= Rank.CHOSEN] or pool
    if len({s.numbers[0] for s in chosen}) != 1:
        return ()
    if chosen[0].rank > Rank.CHOSEN and len({s.numbers[0] for s in pool}) != 1:
        return ()
    return tuple(chosen)
