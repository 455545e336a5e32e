"""Numbers as the analysis sees them: not their value, but what went into them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntFlag
from typing import NamedTuple

from mlrbench_gui.domain.values import RelPath

_MOST = 160
"""A container of more atoms is joined by label; nothing of interest is lost, and time stays bounded."""

_STARTS = (0, 1, -1, 100)


class Ingredient(IntFlag):
    """What a number was made of.

    Data is all that came in from outside: files, models, clocks, other programs. Derived is what an algorithm of the
    run worked out, be it of numbers that the run generated: outcomes of comparing two things, states that loops update.
    Learned is a state that was worked out of itself and of what came in, step by step. A start is a literal with which
    counting and adding begin (0, 1): alone it says nothing. A share is one of literals that make up a whole.
    """

    NONE = 0
    LITERAL = 1
    RANDOM = 2
    DATA = 4
    DERIVED = 8
    START = 16
    LEARNED = 32
    SHARE = 64

    @property
    def is_made_up(self) -> bool:
        """Whether nothing but literals and random draws went in, and no algorithm worked on them."""
        return self is not Ingredient.NONE and not self.is_computed

    @property
    def is_computed(self) -> bool:
        """Whether data went in, or an algorithm worked it out."""
        return bool(self & (Ingredient.DATA | Ingredient.DERIVED | Ingredient.LEARNED))

    @property
    def is_invented(self) -> bool:
        """Whether it is made up and more than a start value."""
        return self.is_made_up and bool(self & (Ingredient.LITERAL | Ingredient.RANDOM))


class Spot(NamedTuple):
    """A place in the code."""

    script: RelPath
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Atom:
    """A number, or all of one kind in a container: what went in, the place that made it, the key it is under."""

    made_of: Ingredient
    spot: Spot
    label: str = ""


Value = frozenset[Atom]
NOTHING: Value = frozenset()


def literal(spot: Spot) -> Value:
    """A number typed in code."""
    return frozenset({Atom(Ingredient.LITERAL, spot)})


def constant(number: float, spot: Spot) -> Value:
    """This number, typed in code."""
    return frozenset({Atom(Ingredient.START if number in _STARTS else Ingredient.LITERAL, spot)})


def data(spot: Spot) -> Value:
    """A number that came from outside, or whose origin is not known: nobody is accused of it."""
    return frozenset({Atom(Ingredient.DATA, spot)})


def derived(spot: Spot) -> Value:
    """A number that an algorithm worked out."""
    return frozenset({Atom(Ingredient.DERIVED, spot)})


def learned(spot: Spot) -> Value:
    """A state that was worked out of itself."""
    return frozenset({Atom(Ingredient.LEARNED, spot)})


def union(values: Iterable[Value]) -> Value:
    """All numbers of several containers."""
    atoms = frozenset().union(*values)
    return _by_label(atoms) if len(atoms) > _MOST else atoms


def joined(values: Iterable[Value], spot: Spot) -> Value:
    """One number that was computed from all of these; nothing where no number went in."""
    made_of = Ingredient.NONE
    for value in values:
        for atom in value:
            made_of |= atom.made_of
    return frozenset({Atom(made_of, spot)}) if made_of else NOTHING


def labelled(value: Value, label: str) -> Value:
    """The numbers kept under a key; those that have one of an inner container keep it."""
    return frozenset(replace(atom, label=label) if not atom.label else atom for atom in value)


def under(value: Value, label: str) -> Value:
    """What is kept under a key; all of the container where no atom has that key."""
    kept = frozenset(atom for atom in value if atom.label == label)
    return kept or value


def _by_label(atoms: Value) -> Value:
    kinds: dict[tuple[str, Ingredient], Atom] = {}
    for atom in sorted(atoms, key=lambda a: (a.spot, a.label, a.made_of)):
        kinds.setdefault((atom.label, atom.made_of), atom)
    return frozenset(list(kinds.values())[:_MOST])
