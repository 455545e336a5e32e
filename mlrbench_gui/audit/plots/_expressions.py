"""Expressions of followed code: from a node of the syntax tree to a value, known as far as reading tells."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator

from mlrbench_gui.audit.ledger.values import Origin, Place
from mlrbench_gui.audit.plots import _methods
from mlrbench_gui.audit.plots._frames import name_index
from mlrbench_gui.audit.plots._indexing import attribute, item_at
from mlrbench_gui.audit.plots._memory import Memory
from mlrbench_gui.audit.plots._operators import arithmetic, compare, inverted, negative, truth
from mlrbench_gui.audit.plots._values import (
    HOLE,
    Bound,
    External,
    Function,
    Instance,
    Items,
    Kind,
    Mapping,
    Method,
    Num,
    PathText,
    Scope,
    Unknown,
    Value,
    is_missing,
    key_of,
    listed,
    settled,
    text_of,
)

MOST_ITEMS = 3_000
_BUILTINS = frozenset(
    {"len", "range", "enumerate", "zip", "sum", "min", "max", "abs", "round", "sorted", "reversed", "map"}
    | {
        "list",
        "tuple",
        "dict",
        "set",
        "float",
        "int",
        "str",
        "bool",
        "open",
        "print",
        "isinstance",
        "hasattr",
    }
    | {"getattr", "exit", "quit"}
)


class OutOfStepsError(Exception):
    """The code takes more steps than one audit may follow."""


class Expressions(ABC):
    """Evaluates expressions. `uncertain` counts the conditions around that could not be followed."""

    def __init__(self, budget: int) -> None:
        self.left = budget
        self.uncertain = 0
        self.memory = Memory()
        self._by_node: dict[type[ast.AST], Callable[[ast.AST, Scope], Value]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Call: self._call,
            ast.BinOp: self._binary,
            ast.UnaryOp: self._unary,
            ast.BoolOp: self._boolean,
            ast.Compare: self._compare,
            ast.IfExp: self._choice,
            ast.JoinedStr: self._template,
            ast.List: self._list,
            ast.Tuple: self._list,
            ast.Set: self._list,
            ast.Dict: self._dict,
            ast.ListComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.DictComp: self._dict_comprehension,
            ast.Lambda: self._lambda,
            ast.Slice: self._slice,
            ast.Starred: self._starred,
            ast.NamedExpr: self._named,
            ast.Await: self._awaited,
        }

    @abstractmethod
    def run_function(self, function: Function, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """What a function of the run's code gives."""

    @abstractmethod
    def make_instance(self, kind: Kind, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """An object of a class of the run's code."""

    @abstractmethod
    def library(self, name: str, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        """What a call into a library gives."""

    @abstractmethod
    def owned(self, method: Method, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        """What a method of a table, a file or a figure gives."""

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfStepsError

    def eval(self, node: ast.AST, scope: Scope) -> Value:
        """The value of an expression."""
        self.step()
        handler = self._by_node.get(type(node))
        if handler is None:
            return Unknown()
        value = settled(handler(node, scope))
        if isinstance(node, ast.Call | ast.BinOp):
            value = self.memory.recalled(node, scope, value)
        return value

    def _constant(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Constant)
        value = node.value
        if isinstance(value, bool | str) or value is None:
            return value
        if isinstance(value, int | float):
            try:
                number = float(value)
            except OverflowError:
                return Unknown()
            origin = Origin(scope.path, Place("line", "", node.lineno))
            return Num(number, isinstance(value, int), origin)
        return Unknown()

    def _name(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Name)
        found = scope.get(node.id)
        if not is_missing(found):
            return found
        return External(node.id) if node.id in _BUILTINS else Unknown()

    def _attribute(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Attribute)
        return attribute(self.eval(node.value, scope), node.attr)

    def _subscript(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Subscript)
        return item_at(self.eval(node.value, scope), self.eval(node.slice, scope))

    def _slice(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Slice)
        bounds: list[int | None] = []
        for part in (node.lower, node.upper, node.step):
            value = self.eval(part, scope) if part is not None else None
            if value is not None and not isinstance(value, Num):
                return Unknown()
            bounds.append(int(value.value) if isinstance(value, Num) else None)
        return slice(*bounds)

    def _binary(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.BinOp)
        return arithmetic(node.op, self.eval(node.left, scope), self.eval(node.right, scope))

    def _unary(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.UnaryOp)
        value = self.eval(node.operand, scope)
        if isinstance(node.op, ast.USub):
            if isinstance(value, Num):
                return Num(-value.value, value.is_whole, value.origin, value.is_derived)
            return negative(value)
        if isinstance(node.op, ast.Invert):
            return inverted(value)
        if isinstance(node.op, ast.Not):
            held = truth(value)
            return Unknown() if held is None else not held
        return Unknown()

    def _boolean(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.BoolOp)
        value: Value = Unknown()
        unsure = False
        for part in node.values:
            value = self.eval(part, scope)
            held = truth(value)
            if held is None:
                unsure = True
            elif held == isinstance(node.op, ast.Or):
                return Unknown() if unsure and isinstance(node.op, ast.Or) else value
        return Unknown() if unsure else value

    def _compare(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Compare)
        left = self.eval(node.left, scope)
        result: Value = True
        for kind, other in zip(node.ops, node.comparators, strict=True):
            right = self.eval(other, scope)
            result = compare(kind, left, right)
            if result is not True:
                return result
            left = right
        return result

    def _choice(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.IfExp)
        held = truth(self.eval(node.test, scope))
        if held is None:
            return Unknown()
        return self.eval(node.body if held else node.orelse, scope)

    def _template(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.JoinedStr)
        return "".join(self._filled(part, scope) for part in node.values)

    def _filled(self, part: ast.expr, scope: Scope) -> str:
        if not isinstance(part, ast.FormattedValue):
            return text_of(self.eval(part, scope))
        value = self.eval(part.value, scope)
        spec = text_of(self.eval(part.format_spec, scope)) if part.format_spec is not None else ""
        if isinstance(value, Num) and spec and HOLE not in spec:
            number = int(value.value) if value.is_whole and spec[-1:] not in "eEfFgG%" else value.value
            try:
                return format(number, spec)
            except ValueError:
                return HOLE
        return text_of(value)

    def _list(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.List | ast.Tuple | ast.Set)
        made = Items([], depth=self.uncertain)
        for element in node.elts:
            if isinstance(element, ast.Starred):
                inner = listed(self.eval(element.value, scope))
                made.is_open |= inner is None
                made.items.extend(inner or ())
            else:
                made.items.append(self.eval(element, scope))
        return made

    def _starred(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Starred)
        return self.eval(node.value, scope)

    def _dict(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Dict)
        made = Mapping({}, depth=self.uncertain)
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            value = self.eval(value_node, scope)
            if key_node is None:
                if isinstance(value, Mapping):
                    made.entries.update(value.entries)
                made.is_open |= not isinstance(value, Mapping) or value.is_open
                continue
            key = key_of(self.eval(key_node, scope))
            if key is None:
                made.is_open = True
            else:
                made.entries[key] = value
        return made

    def _comprehension(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp)
        made = Items([], depth=self.uncertain)
        for inner in self._rounds(node.generators, Scope({}, scope, scope.path, scope.globals_), made):
            made.items.append(self.eval(node.elt, inner))
        made.is_picked = True
        return Unknown() if made.is_open and not made.items else made

    def _dict_comprehension(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.DictComp)
        made = Mapping({}, depth=self.uncertain)
        for inner in self._rounds(node.generators, Scope({}, scope, scope.path, scope.globals_), made):
            key: Hashable | None = key_of(self.eval(node.key, inner))
            if key is None:
                made.is_open = True
            else:
                made.entries[key] = self.eval(node.value, inner)
        return Unknown() if made.is_open and not made.entries else made

    def _rounds(
        self, generators: list[ast.comprehension], scope: Scope, made: Items | Mapping
    ) -> Iterator[Scope]:
        """The scopes of a comprehension's rounds; what it makes is open where they cannot all be known."""
        first, *rest = generators
        items = listed(self.eval(first.iter, scope))
        if items is None or len(items) > MOST_ITEMS:
            made.is_open = True
            return
        for item in items:
            self.assign(first.target, item, scope)
            held = [truth(self.eval(test, scope)) for test in first.ifs]
            if None in held:
                made.is_open = True
            elif all(held):
                if rest:
                    yield from self._rounds(rest, scope, made)
                else:
                    yield scope

    def _lambda(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Lambda)
        return Function(node, scope, {})

    def _awaited(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Await)
        return self.eval(node.value, scope)

    def _named(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.NamedExpr)
        value = self.eval(node.value, scope)
        self.assign(node.target, value, scope)
        return value

    def assign(self, target: ast.AST, value: Value, scope: Scope) -> None:
        """Bind a name, several names, an attribute or an item."""
        if isinstance(target, ast.Name):
            scope.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, scope)
        elif isinstance(target, ast.Attribute):
            owner = self.eval(target.value, scope)
            if isinstance(target.value, ast.Attribute) and target.value.attr == "index":
                name_index(self.eval(target.value.value, scope), target.attr, value)
            elif isinstance(owner, Instance):
                is_maybe = self.uncertain > 0 and target.attr in owner.names
                owner.names[target.attr] = Unknown() if is_maybe else value
        elif isinstance(target, ast.Subscript):
            owner = self.eval(target.value, scope)
            _methods.set_item(owner, self.eval(target.slice, scope), value, self.uncertain)

    def _unpack(self, target: ast.Tuple | ast.List, value: Value, scope: Scope) -> None:
        items = listed(value)
        starred = [i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
        if items is not None and starred and len(items) >= len(target.elts) - 1:
            at, after = starred[0], len(target.elts) - starred[0] - 1
            stop = len(items) - after
            items = [*items[:at], Items(items[at:stop]), *items[stop:]]
        if items is None or len(items) != len(target.elts):
            whole = settled(value)
            items = [
                whole.part(i) if isinstance(whole, Unknown) else Unknown() for i in range(len(target.elts))
            ]
        for part, item in zip(target.elts, items, strict=True):
            self.assign(part.value if isinstance(part, ast.Starred) else part, item, scope)

    def _call(self, node: ast.AST, scope: Scope) -> Value:
        assert isinstance(node, ast.Call)
        function = self.eval(node.func, scope)
        args: list[Value] = []
        for argument in node.args:
            value = self.eval(argument, scope)
            if isinstance(argument, ast.Starred):
                args.extend(listed(value) or [Unknown()])
            else:
                args.append(value)
        kwargs: dict[str, Value] = {}
        for keyword in node.keywords:
            value = self.eval(keyword.value, scope)
            if keyword.arg is not None:
                kwargs[keyword.arg] = value
            elif isinstance(value, Mapping):
                kwargs.update({str(key): item for key, item in value.entries.items()})
        return self.apply(function, args, kwargs, node.lineno)

    def apply(  # noqa: PLR0911 -- one answer a kind of callable
        self, function: Value, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        """What calling gives."""
        if isinstance(function, Function):
            return self.run_function(function, args, kwargs)
        if isinstance(function, Bound):
            return self.run_function(function.function, [function.owner, *args], kwargs)
        if isinstance(function, Kind):
            return self.make_instance(function, args, kwargs)
        if isinstance(function, External):
            return self.library(function.name, args, kwargs, line)
        if isinstance(function, Method):
            if isinstance(function.owner, Unknown):
                _leave_open(args)
            if isinstance(function.owner, str | PathText | Items | Mapping | Unknown | Num):
                given = _methods.call_method(function, args, kwargs, self.uncertain)
                if isinstance(given, Method):
                    return self.library(f"numpy.{given.name}", [given.owner, *args], kwargs, line)
                return given
            return self.owned(function, args, kwargs, line)
        _leave_open([*args, *kwargs.values()])
        return Unknown()


def _leave_open(args: list[Value]) -> None:
    """What is handed empty to a function that is not known may be filled by it."""
    for arg in args:
        value = settled(arg)
        if isinstance(value, Items) and not value.items:
            value.is_open = True
