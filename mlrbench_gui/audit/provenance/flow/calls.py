"""Calls: what comes back from one, which own functions it reaches, and what leaves the program through it."""

import ast
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence

from mlrbench_gui.audit.provenance.flow import vocabulary as words
from mlrbench_gui.audit.provenance.flow.atoms import (
    NOTHING,
    Atom,
    Ingredient,
    Spot,
    Value,
    data,
    joined,
    literal,
    under,
    union,
)
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.provenance.flow.program import Function, Module, Program, Scope
from mlrbench_gui.audit.provenance.flow.spelled import STDIN, file_named, is_spelled
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.domain.values import RelPath


class Calls:
    """Evaluates calls. What expressions are worth comes from the class that builds on this one."""

    def __init__(self, program: Program, typed: Mapping[str, Collection[str]]) -> None:
        self.program = program
        self.typed = typed
        self.leaves: set[Leaf] = set()
        self.conditions: list[Value] = []
        self.here = RelPath("")

    def spot(self, node: ast.expr | ast.stmt) -> Spot:
        """The place of a part of the script that is being read."""
        return Spot(self.here, node.lineno, node.col_offset)

    @abstractmethod
    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression is worth."""

    def call(self, node: ast.Call, scope: Scope) -> Value:
        """What a call gives."""
        module = scope.module
        given = [self.value(a, scope) for a in node.args]
        keyed = {k.arg or "": self.value(k.value, scope) for k in node.keywords}
        self._pass_functions(node, module)
        name = last_name(node.func)
        receiver = self._receiver(node.func, scope)
        self._leave(node, name, receiver, [*given, *keyed.values()], module)
        everything = [*given, *keyed.values()]
        if self.is_random(node.func, module):
            return self._drawn(name, everything, self.spot(node))
        own = self._own(node.func, module)
        if own is not None:
            return self._enter(own, given, keyed)
        if isinstance(node.func, ast.Attribute) and name in words.MUTATORS:
            self._mutate(node.func.value, [*everything, *self.condition(self.spot(node))], scope)
            return NOTHING
        return self._outside(node, name, receiver, everything, module)

    def _outside(
        self, node: ast.Call, name: str, receiver: Value, given: list[Value], module: Module
    ) -> Value:
        """A call of code that is not the run's own: by what its name says, else by what it is a method of."""
        dotted = self.dotted(node.func, module)
        root, spot = dotted.split(".")[0], self.spot(node)
        if name in words.READERS or name == "open":
            return self._read(node, name, receiver, given, module)
        if isinstance(node.func, ast.Attribute) and name in words.TEXT_METHODS and not dotted:
            return receiver or (literal(spot) if _has_digits(node.func.value) else NOTHING)
        if root in ("time", "datetime") and name in words.CLOCKS:
            return data(spot)
        if name in words.NO_NUMBERS or root in words.SILENT_MODULES or name in words.ARGUMENTS:
            return literal(spot) if name in words.ARGUMENTS or dotted in words.VARIABLES else NOTHING
        if isinstance(node.func, ast.Name) and name in words.PLAIN:
            return joined(given, spot) or (literal(spot) if name in ("len", "range") else NOTHING)
        return self._library(node, dotted, receiver, given)

    def _read(self, node: ast.Call, name: str, receiver: Value, given: list[Value], module: Module) -> Value:
        """What a file or a text holds: data, unless the agent typed the file or the code spells the text out."""
        spot = self.spot(node)
        if name == "open" and not _is_for_reading(node):
            return NOTHING
        first = node.args[0] if node.args else None
        if name in words.PARSERS and first is not None:
            if is_spelled(first, module, self.program):
                return literal(spot)
            if given and given[0]:
                return given[0]
        if receiver and not node.args:
            return receiver
        path = node.func.value if first is None and isinstance(node.func, ast.Attribute) else first
        labels = self.typed.get(self._file_of(path, module)) if path is not None else None
        if labels is None:
            return data(spot)
        return frozenset(Atom(Ingredient.LITERAL, spot, label) for label in labels)

    def _file_of(self, path: ast.expr, module: Module) -> str:
        """The name of the file that is read, or that of the program's own input."""
        return STDIN if self.dotted(path, module) == "sys.stdin" else file_named(path, module, self.program)

    def _library(self, node: ast.Call, dotted: str, receiver: Value, given: list[Value]) -> Value:
        """A library's call: numbers pass through numeric ones and through methods of numbers; others bring data."""
        name, spot = last_name(node.func), self.spot(node)
        is_numeric = bool(dotted) and dotted.split(".", maxsplit=1)[0] in words.NUMERIC_MODULES
        if name in ("get", "pop") and isinstance(node.func, ast.Attribute) and node.args:
            key = node.args[0]
            held = under(receiver, str(key.value)) if isinstance(key, ast.Constant) else receiver
            return union((held, *given[1:]))
        if name in words.CONTAINERS and (is_numeric or not dotted):
            return union((receiver, *given))
        if is_numeric and name in words.ESTIMATORS:
            return data(spot)
        if is_numeric or dotted.startswith(words.MEASURING_MODULES):
            return joined(given, spot) or (NOTHING if is_numeric else data(spot))
        if receiver and not dotted:
            everything = (receiver, *given)
            return joined(everything, spot) if name in words.AGGREGATES else union(everything)
        return data(spot)

    def dotted(self, node: ast.expr, module: Module) -> str:
        """The full name of what is called if its root is imported: `np.random.normal` is numpy.random.normal."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in module.imports:
            return ".".join([module.imports[node.id], *reversed(parts)])
        return ""

    def is_random(self, node: ast.expr, module: Module) -> bool:
        """Whether a call of this draws a random number."""
        dotted = self.dotted(node, module)
        home, _, name = dotted.rpartition(".")
        if name in words.SEEDS | words.RANDOM_MAKERS:
            return False
        is_variate = name == "rvs" and home.startswith("scipy.stats")
        if is_variate or home in words.RANDOM_MODULES or (home == "torch" and name in words.DRAWN_TENSORS):
            return True
        root = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(root, ast.Attribute):
            return root.attr in module.generators
        return isinstance(root, ast.Name) and root.id in module.generators

    def _drawn(self, name: str, given: Sequence[Value], spot: Spot) -> Value:
        if name in words.PICKS:
            return union(given)
        made_of = Ingredient.RANDOM
        for value in given:
            for atom in value:
                made_of |= atom.made_of
        return frozenset({Atom(made_of, spot)})

    def _receiver(self, node: ast.expr, scope: Scope) -> Value:
        if not isinstance(node, ast.Attribute) or self.dotted(node, scope.module):
            return NOTHING
        return self.value(node.value, scope)

    def _own(self, node: ast.expr, module: Module) -> list[Function] | None:
        """The own functions that a call may reach; an own class is reached at its `__init__`."""
        if isinstance(node, ast.Name):
            members = self.program.class_members(module, node.id)
            return _started(members, self.program.function(module, node.id))
        if not isinstance(node, ast.Attribute):
            return None
        dotted = self.dotted(node, module)
        home = self.program.own_module(dotted.rpartition(".")[0]) if dotted else None
        if home is not None:
            return _started(home.classes.get(node.attr), home.functions.get(node.attr))
        known = self.program.methods.get(node.attr) if not dotted else None
        return known if known and node.attr not in words.MUTATORS else None

    def _enter(self, functions: Sequence[Function], given: Sequence[Value], keyed: dict[str, Value]) -> Value:
        for function in functions:
            function.is_called = True
            names = function.parameters
            for name, value in zip(names, given, strict=False):
                function.given[name] = union((function.given.get(name, NOTHING), value))
            for name, value in keyed.items():
                targets = [name] if name in names or name in function.named_only else []
                for target in targets or ([*names, *function.named_only] if not name else []):
                    function.given[target] = union((function.given.get(target, NOTHING), value))
        return union(function.returns for function in functions)

    def _pass_functions(self, node: ast.Call, module: Module) -> None:
        """A function that is handed over is called by others, with what nobody here knows."""
        for part in (*node.args, *(k.value for k in node.keywords)):
            if isinstance(part, ast.Name):
                function = self.program.function(module, part.id)
                if function is not None:
                    function.is_called = True
                    for name in (*function.parameters, *function.named_only):
                        function.given.setdefault(name, data(self.spot(node)))

    def _mutate(self, target: ast.expr, given: Sequence[Value], scope: Scope) -> None:
        value = union(given)
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name):
            scope.add(target.id, value)
        elif isinstance(target, ast.Attribute):
            self.program.hold(scope.owner_of(target), target.attr, value)

    def condition(self, spot: Spot) -> list[Value]:
        """What decides whether a line is reached, as one number."""
        return [joined(self.conditions, spot)] if self.conditions else []

    def _leave(
        self, node: ast.Call, name: str, receiver: Value, given: Sequence[Value], module: Module
    ) -> None:
        sink = _sink(node, name)
        if sink is None:
            return
        leaving = given[1:] if sink is Sink.DRAWN and len(given) > 1 else given
        for atom in union((*leaving, receiver if sink is Sink.WRITTEN else NOTHING)):
            self.leaves.add(Leaf(sink, atom.made_of, module.path, atom.spot, node.lineno, atom.label))


def _has_digits(node: ast.expr) -> bool:
    """Whether it is a text that stands in the code and has numbers in it."""
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(str.isdigit, node.value))
    )


def _is_for_reading(node: ast.Call) -> bool:
    """Whether a file is opened to be read; one opened in a way that is not spelled out is not."""
    modes = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
    if not modes:
        return isinstance(node.func, ast.Name)
    mode = modes[0]
    return isinstance(mode, ast.Constant) and str(mode.value)[:1] == "r"


def _started(members: dict[str, Function] | None, function: Function | None) -> list[Function] | None:
    if members is not None:
        return [members["__init__"]] if "__init__" in members else []
    return [function] if function is not None else None


def _sink(node: ast.Call, name: str) -> Sink | None:
    if isinstance(node.func, ast.Name):
        return Sink.PRINTED if name == "print" else Sink.WRITTEN if name == "dump" else None
    root = node.func
    while isinstance(root, ast.Attribute):
        root = root.value
    base = root.id if isinstance(root, ast.Name) else ""
    if name in words.WRITES:
        return Sink.WRITTEN
    if name in words.PRINTS and base not in ("np", "numpy", "math", "torch"):
        return Sink.PRINTED
    return Sink.DRAWN if name in words.DRAWS else None
