"""What values that reading does not tell are made of: random draws and literals alone, or data with such draws added.

This is known only where every part is known to be of this kind; anything else that goes in makes it untold again.
"""

import ast
from collections.abc import Iterable

from mlrbench_gui.audit.plots._values import Column, Frame, Items, Mapping, Num, Unknown, Value, settled

RANDOM = "random"
"""Random draws and literals, and nothing else."""
NOISE = "noise"
"""Something that is not known, with random draws added to it."""
_DATA = "data"
_MOST_PARTS = 400
_SHAPING = frozenset(
    {
        "clip",
        "transpose",
        "array",
        "asarray",
        "reshape",
        "squeeze",
        "sort",
        "sorted",
        "list",
        "tuple",
        "float",
    }
    | {
        "int",
        "round",
        "abs",
        "absolute",
        "maximum",
        "minimum",
        "max",
        "min",
        "mean",
        "median",
        "average",
        "std",
    }
    | {"sum", "cumsum", "concatenate", "stack", "vstack", "hstack", "linspace", "exp", "sqrt", "log", "tanh"}
    | {
        "astype",
        "flatten",
        "ravel",
        "tolist",
        "item",
        "numpy",
        "cpu",
        "detach",
        "copy",
        "to_list",
        "T",
        "permute",
    }
)
_SELECTING = ("choice", "choices", "sample", "permutation", "shuffle", "seed", "manual_seed", "get_state")
_GENERATORS = ("default_rng", "RandomState", "Random", "Generator")


def drawn_by(name: str) -> str:
    """What a function of a random generator gives; a choice among things gives one of these things."""
    return "" if name.rpartition(".")[2] in _SELECTING else RANDOM


def is_generator(name: str) -> bool:
    """Whether the function makes a random generator."""
    return name.rpartition(".")[2] in _GENERATORS


def made_of(value: Value) -> str:
    """Of what a value is made: `RANDOM`, `NOISE`, or empty where that is not known or where nothing is drawn."""
    kinds = _kinds([value])
    return kinds.pop() if len(kinds) == 1 and kinds <= {RANDOM, NOISE} else ""


def shaped(name: str, values: Iterable[Value]) -> Unknown:
    """What an untold call that only shapes its arguments gives."""
    kinds = _kinds(values) if name in _SHAPING else set()
    return Unknown(made_of=kinds.pop() if len(kinds) == 1 and kinds <= {RANDOM, NOISE} else "")


def joined(kind: ast.operator, left: Value, right: Value) -> Unknown:
    """What arithmetic gives whose result is not known."""
    kinds = _kinds([left, right])
    if len(kinds) == 1 and kinds <= {RANDOM, NOISE}:
        return Unknown(made_of=kinds.pop())
    added = isinstance(kind, ast.Add | ast.Sub) and kinds == {RANDOM, _DATA}
    return Unknown(made_of=NOISE if added else "")


def _kinds(values: Iterable[Value]) -> set[str]:
    """The kinds of all parts; literals and words are of none."""
    kinds: set[str] = set()
    waiting, seen = list(values), 0
    while waiting:
        value = settled(waiting.pop())
        seen += 1
        if seen > _MOST_PARTS:
            break
        if isinstance(value, Unknown):
            kinds.add(value.made_of or _DATA)
        elif isinstance(value, Num):
            typed = value.origin.is_literal if value.origin is not None else not value.is_derived
            kinds |= set() if typed else {_DATA}
        elif isinstance(value, Items):
            waiting += value.items
            kinds |= {value.made_of or _DATA} if value.is_open else set()
        elif isinstance(value, Mapping):
            waiting += value.entries.values()
            kinds |= {_DATA} if value.is_open else set()
        elif isinstance(value, Column):
            waiting += value.values
        elif isinstance(value, Frame):
            waiting += [cell for column in value.columns.values() for cell in column]
        elif not isinstance(value, str | bool | slice) and value is not None:
            kinds.add(_DATA)
    return kinds
