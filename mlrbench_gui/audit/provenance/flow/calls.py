"""Calls: what comes back from one, which own functions it reaches, and what leaves the program through it."""

import ast
from abc import abstractmethod
from collections.abc import Sequence

from mlrbench_gui.audit.provenance.flow import vocabulary as words
from mlrbench_gui.audit.provenance.flow.atoms import (
    NOTHING,
    Atom,
    Ingredient,
    Value,
    data,
    joined,
    literal,
    under,
    union,
)
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.provenance.flow.program import Function, Module, Program, Scope


class Calls:
    """Evaluates calls. What expressions are worth comes from the class that builds on this one."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.leaves: set[Leaf] = set()
        self.conditions: list[Value] = []

    @abstractmethod
    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression is worth."""

    def call(self, node: ast.Call, scope: Scope) -> Value:
        """What a call gives."""
        module = scope.module
        given = [self.value(a, scope) for a in node.args]
        keyed = {k.arg or "": self.value(k.value, scope) for k in node.keywords}
        self._pass_functions(node, module)
        name = _last(node.func)
        receiver = self._receiver(node.func, scope)
        self._leave(node, name, receiver, [*given, *keyed.values()], module)
        everything = [*given, *keyed.values()]
        if self.is_random(node.func, module):
            return self._drawn(name, everything, node.lineno)
        own = self._own(node.func, module)
        if own is not None:
            return self._enter(own, given, keyed)
        if isinstance(node.func, ast.Attribute) and name in words.MUTATORS:
            self._mutate(node.func.value, [*everything, *self.condition(node.lineno)], scope)
            return NOTHING
        return self._outside(node, name, receiver, everything, module)

    def _outside(
        self, node: ast.Call, name: str, receiver: Value, given: list[Value], module: Module
    ) -> Value:
        """A call of code that is not the run's own: by what its name says, else by what it is a method of."""
        dotted = self.dotted(node.func, module)
        root, line = dotted.split(".")[0], node.lineno
        if name in words.READERS or (root in ("time", "datetime") and name in words.CLOCKS):
            return data(line)
        if name in words.NO_NUMBERS or root in words.SILENT_MODULES:
            return NOTHING
        if name in words.ARGUMENTS:
            return literal(line)
        if isinstance(node.func, ast.Name) and name in words.PLAIN:
            return joined(given, line) or (literal(line) if name in ("len", "range") else NOTHING)
        return self._library(node, dotted, receiver, given)

    def _library(self, node: ast.Call, dotted: str, receiver: Value, given: list[Value]) -> Value:
        """A library's call: numbers pass through numeric ones and through methods of numbers; others bring data."""
        name, line = _last(node.func), node.lineno
        is_numeric = bool(dotted) and dotted.split(".", maxsplit=1)[0] in words.NUMERIC_MODULES
        if name in ("get", "pop") and isinstance(node.func, ast.Attribute) and node.args:
            key = node.args[0]
            held = under(receiver, str(key.value)) if isinstance(key, ast.Constant) else receiver
            return union((held, *given[1:]))
        if name in words.CONTAINERS and (is_numeric or not dotted):
            return union((receiver, *given))
        if is_numeric:
            return joined(given, line)
        if receiver and not dotted:
            everything = (receiver, *given)
            return joined(everything, line) if name in words.AGGREGATES else union(everything)
        return data(line)

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
        if home in words.RANDOM_MODULES or (home == "torch" and name in words.DRAWN_TENSORS):
            return True
        root = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(root, ast.Attribute):
            return root.attr in module.generators
        return isinstance(root, ast.Name) and root.id in module.generators

    def _drawn(self, name: str, given: Sequence[Value], line: int) -> Value:
        if name in words.PICKS:
            return union(given)
        made_of = Ingredient.RANDOM
        for value in given:
            for atom in value:
                made_of |= atom.made_of
        return frozenset({Atom(made_of, line)})

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
                        function.given.setdefault(name, data(node.lineno))

    def _mutate(self, target: ast.expr, given: Sequence[Value], scope: Scope) -> None:
        value = union(given)
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name):
            scope.add(target.id, value)
        elif isinstance(target, ast.Attribute):
            self.program.hold(scope.owner_of(target), target.attr, value)

    def condition(self, line: int) -> list[Value]:
        """What decides whether a line is reached, as one number."""
        return [joined(self.conditions, line)] if self.conditions else []

    def _leave(
        self, node: ast.Call, name: str, receiver: Value, given: Sequence[Value], module: Module
    ) -> None:
        sink = _sink(node, name)
        if sink is None:
            return
        leaving = given[1:] if sink is Sink.DRAWN and len(given) > 1 else given
        for atom in union((*leaving, receiver if sink is Sink.WRITTEN else NOTHING)):
            leaf = Leaf(sink, atom.made_of, module.path, atom.line, node.lineno, atom.label)
            self.leaves.add(leaf)


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


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
