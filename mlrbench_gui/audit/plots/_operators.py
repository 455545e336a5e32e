"""Arithmetic, comparison and truth of followed values."""

import ast
import math
import operator
from collections.abc import Callable

from mlrbench_gui.audit.plots._chance import joined
from mlrbench_gui.audit.plots._values import (
    HOLE,
    Column,
    Frame,
    Items,
    Mapping,
    Num,
    PathText,
    Unknown,
    Value,
    key_of,
    settled,
    text_of,
)

_ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_LONGEST = 20_000


def arithmetic(kind: ast.operator, left: Value, right: Value) -> Value:
    """`left kind right`; numbers keep the origin of the operand that was read from a file."""
    left, right = settled(left), settled(right)
    if isinstance(kind, ast.BitAnd | ast.BitOr) and isinstance(left, bool) and isinstance(right, bool):
        return (left and right) if isinstance(kind, ast.BitAnd) else (left or right)
    if isinstance(left, bool):
        left = Num(float(left), is_whole=True)
    if isinstance(right, bool):
        right = Num(float(right), is_whole=True)
    if isinstance(left, Num) and isinstance(right, Num):
        return _number(kind, left, right)
    if isinstance(kind, ast.Add) and isinstance(left, str) and isinstance(right, str | Unknown):
        return left + text_of(right)
    if isinstance(left, PathText) and isinstance(kind, ast.Div):
        return PathText(f"{left.text}/{text_of(right)}")
    if isinstance(left, str) and isinstance(kind, ast.Mod):
        return HOLE
    made = _sequences(kind, left, right)
    return joined(kind, left, right) if isinstance(made, Unknown) else made


def _number(kind: ast.operator, left: Num, right: Num) -> Value:
    function = _ARITHMETIC.get(type(kind))
    if function is None or (isinstance(kind, ast.Pow) and abs(right.value) > 64):
        return Unknown()
    try:
        value = function(left.value, right.value)
    except (ArithmeticError, ValueError):
        return Unknown()
    if isinstance(value, complex) or not math.isfinite(value):
        return Unknown()
    whole = left.is_whole and right.is_whole and not isinstance(kind, ast.Div)
    return Num(value, whole, merged(left, right).origin, is_derived=True)


def merged(left: Num, right: Num) -> Num:
    """The operand whose origin a result keeps: one read from a file, else one that is not known, else a literal."""
    for number in (left, right):
        if number.origin is not None and not number.origin.is_literal:
            return number
    for number in (left, right):
        if number.origin is None and number.is_derived:
            return number
    return right if left.origin is None else left


def _sequences(  # noqa: PLR0911 -- one answer a pair of kinds
    kind: ast.operator, left: Value, right: Value
) -> Value:
    if isinstance(left, Column) or isinstance(right, Column):
        return _columns(kind, left, right)
    if isinstance(left, Frame) and isinstance(right, Num):
        columns = {n: [arithmetic(kind, v, right) for v in vs] for n, vs in left.columns.items()}
        return Frame(columns, left.index, left.index_name)
    if isinstance(left, Items) and isinstance(right, Items):
        return _lists(kind, left, right)
    if isinstance(left, Items) and isinstance(right, Num):
        if left.is_array:
            return Items([arithmetic(kind, i, right) for i in left.items], True, left.is_open)
        if isinstance(kind, ast.Mult) and len(left.items) * right.value < _LONGEST:
            return Items(left.items * int(right.value), is_open=left.is_open)
    if isinstance(right, Items) and isinstance(left, Num) and right.is_array:
        return Items([arithmetic(kind, left, i) for i in right.items], True, right.is_open)
    return Unknown()


def _lists(kind: ast.operator, left: Items, right: Items) -> Value:
    """Two arrays item by item, two lists one after the other, or two sets together."""
    if left.is_array or right.is_array:
        return _elementwise(kind, left, right)
    is_open = left.is_open or right.is_open
    if isinstance(kind, ast.Add):
        return Items([*left.items, *right.items], is_open=is_open)
    if isinstance(kind, ast.BitOr):
        both = {key_of(item): item for item in (*left.items, *right.items)}
        return Unknown() if None in both else Items(list(both.values()), is_open=is_open)
    return Unknown()


def _elementwise(kind: ast.operator, left: Items, right: Items) -> Value:
    if left.is_open or right.is_open or len(left.items) != len(right.items):
        return Unknown()
    return Items(
        [arithmetic(kind, a, b) for a, b in zip(left.items, right.items, strict=True)], is_array=True
    )


def _columns(kind: ast.operator, left: Value, right: Value) -> Value:
    base = left if isinstance(left, Column) else right
    if not isinstance(base, Column):
        return Unknown()
    n = len(base.values)
    lefts, rights = _repeated(left, n), _repeated(right, n)
    if lefts is None or rights is None:
        return Unknown()
    values = [arithmetic(kind, a, b) for a, b in zip(lefts, rights, strict=True)]
    return Column(values, base.index, base.name)


def _repeated(value: Value, n: int) -> list[Value] | None:
    if isinstance(value, Num | str | bool):
        return [value] * n
    items = value.values if isinstance(value, Column) else value.items if isinstance(value, Items) else []
    return list(items) if len(items) == n else None


def inverted(value: Value) -> Value:
    """`~value` of a mask."""
    value = settled(value)
    if isinstance(value, Column):
        return Column([inverted(item) for item in value.values], value.index, value.name)
    if isinstance(value, Items) and value.is_array:
        return Items([inverted(item) for item in value.items], True, value.is_open)
    return not value if isinstance(value, bool) else Unknown()


def negative(value: Value) -> Value:
    return arithmetic(ast.Mult(), value, Num(-1.0, is_whole=True))


def truth(value: Value) -> bool | None:
    """Whether the value counts as true; None if that is not known."""
    value = settled(value)
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, Num):
        return value.value != 0
    if isinstance(value, str):
        return bool(value)
    if isinstance(value, Items):
        return True if value.items and not value.is_array else None if value.is_open else bool(value.items)
    if isinstance(value, Mapping):
        return True if value.entries else None if value.is_open else False
    return None if isinstance(value, Unknown | Column | Frame) else True


def compare(  # noqa: PLR0911 -- one answer a kind of comparison
    kind: ast.cmpop, left: Value, right: Value
) -> Value:
    """`left kind right` as a truth value, a column of such, or not known."""
    left, right = settled(left), settled(right)
    if isinstance(left, Column):
        return Column([compare(kind, item, right) for item in left.values], left.index, left.name)
    if isinstance(left, Items) and left.is_array and isinstance(right, Num | str):
        return Items([compare(kind, item, right) for item in left.items], True, left.is_open)
    if isinstance(kind, ast.Is | ast.IsNot):
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return Unknown()
        return (left is right) == isinstance(kind, ast.Is)
    if isinstance(kind, ast.In | ast.NotIn):
        held = _holds(right, left)
        return Unknown() if held is None else held == isinstance(kind, ast.In)
    if isinstance(kind, ast.Eq | ast.NotEq):
        same = _same(left, right)
        return Unknown() if same is None else same == isinstance(kind, ast.Eq)
    if isinstance(left, Num) and isinstance(right, Num):
        return _COMPARISONS[type(kind)](left.value, right.value)
    return Unknown()


def _same(left: Value, right: Value) -> bool | None:
    if left is None or right is None:
        known = left if right is None else right
        return None if isinstance(known, Unknown) else left is right
    a, b = key_of(left), key_of(right)
    return None if a is None or b is None else a == b


def _holds(container: Value, item: Value) -> bool | None:
    key = key_of(item)
    if key is None:
        return None
    if isinstance(container, str) and isinstance(key, str):
        return key in container if HOLE not in container else None
    if isinstance(container, Mapping):
        return True if key in container.entries else None if container.is_open else False
    if isinstance(container, Frame):
        return key in container.columns
    if isinstance(container, Items):
        keys = [key_of(known) for known in container.items]
        return True if key in keys else None if container.is_open or None in keys else False
    return None
