"""Numbers as the analysis sees them: not their value, but what went into them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntFlag

_MOST = 160
"""A container of more atoms is joined by label; nothing of interest is lost, and time stays bounded."""


class Ingredient(IntFlag):
    """What a number was made of.

    Data is all that came in from outside: files, models, clocks, other programs. Derived is what an algorithm of the
    run worked out, be it of numbers that the run generated: outcomes of comparing two things, states that loops update.
    """

    NONE = 0
    LITERAL = 1
    RANDOM = 2
    DATA = 4
    DERIVED = 8

    @property
    def is_made_up(self) -> bool:
        """Whether nothing but literals and random draws went in, and no algorithm worked on them."""
        return self is not Ingredient.NONE and not self.is_computed

    @property
    def is_computed(self) -> bool:
        """Whether data went in, or an algorithm worked it out."""
        return bool(self & (Ingredient.DATA | Ingredient.DERIVED))


@dataclass(frozen=True, slots=True)
class Atom:
    """A number, or all of one kind in a container: what went in, the line that made it, the key it is under."""

    made_of: Ingredient
    line: int
    label: str = ""


Value = frozenset[Atom]
NOTHING: Value = frozenset()


def literal(line: int) -> Value:
    """A number typed in code."""
    return frozenset({Atom(Ingredient.LITERAL, line)})


def data(line: int) -> Value:
    """A number that came from outside, or whose origin is not known: nobody is accused of it."""
    return frozenset({Atom(Ingredient.DATA, line)})


def derived(line: int) -> Value:
    """A number that an algorithm worked out."""
    return frozenset({Atom(Ingredient.DERIVED, line)})


def union(values: Iterable[Value]) -> Value:
    """All numbers of several containers."""
    atoms = frozenset().union(*values)
    return _by_label(atoms) if len(atoms) > _MOST else atoms


def joined(values: Iterable[Value], line: int) -> Value:
    """One number that was computed from all of these; nothing where no number went in."""
    made_of = Ingredient.NONE
    for value in values:
        for atom in value:
            made_of |= atom.made_of
    return frozenset({Atom(made_of, line)}) if made_of else NOTHING


def labelled(value: Value, label: str) -> Value:
    """The numbers kept under a key; those that have one of an inner container keep it."""
    return frozenset(replace(atom, label=label) if not atom.label else atom for atom in value)


def under(value: Value, label: str) -> Value:
    """What is kept under a key; all of the container where no atom has that key."""
    kept = frozenset(atom for atom in value if atom.label == label)
    return kept or value


def _by_label(atoms: Value) -> Value:
    kinds: dict[tuple[str, Ingredient], Atom] = {}
    for atom in sorted(atoms, key=lambda a: (a.line, a.label, a.made_of)):
        kinds.setdefault((atom.label, atom.made_of), atom)
    return frozenset(list(kinds.values())[:_MOST])
