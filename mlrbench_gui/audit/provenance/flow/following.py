"""Follows a run's code to the numbers that it leaves behind.

Nothing is executed. A plain line that is sure to be reached replaces what a name held; in loops, branches and functions
that others share a name holds all that was ever put into it, a parameter all that any call gives it. So a number counts
as made up only if nothing from outside can have reached it. Branches that the command line shuts are not walked.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from mlrbench_gui.audit.provenance.flow import vocabulary as words
from mlrbench_gui.audit.provenance.flow.atoms import (
    NOTHING,
    Ingredient,
    Spot,
    Value,
    data,
    derived,
    joined,
    learned,
    union,
)
from mlrbench_gui.audit.provenance.flow.expressions import Expressions
from mlrbench_gui.audit.provenance.flow.given import Given, Started, given_to
from mlrbench_gui.audit.provenance.flow.leaves import Leaf
from mlrbench_gui.audit.provenance.flow.program import Function, Module, Program, Scope
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.domain.values import RelPath

_ROUNDS = 6
_COMES_IN = Ingredient.RANDOM | Ingredient.DATA | Ingredient.DERIVED
_BLOCKS = ("body", "orelse", "finalbody")


def follow(
    trees: Mapping[RelPath, ast.Module],
    started: Collection[RelPath],
    starts: Sequence[Started] = (),
    typed: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> tuple[Leaf, ...]:
    """The numbers that the program leaves when these scripts are started, and those that no other one imports.

    `starts` tell with which arguments and variables, `typed` which files were typed, with the labels of their numbers.
    The leaves come by script and line, in an order of their own: the same code gives the same order each time.
    """
    program = Program(trees)
    started = {*started, *(trees.keys() - program.imported_modules())}
    flow = _Flow(program, given_to(trees, starts), typed)
    size = -1
    for _ in range(_ROUNDS):
        flow.leaves.clear()
        flow.run(started)
        if flow.program.size() == size:
            break
        size = flow.program.size()
    return tuple(sorted(flow.leaves, key=_place))


def _place(leaf: Leaf) -> tuple[RelPath, Spot, str, int, str, int]:
    return leaf.script, leaf.spot, leaf.label, leaf.left_at, leaf.sink, leaf.made_of


class _Flow(Expressions):
    """Walks statements. `conditions` are what decides whether the present line is reached."""

    def __init__(self, program: Program, given: Given, typed: Mapping[str, Collection[str]]) -> None:
        super().__init__(program, typed)
        self._given = given
        self._loops = 0
        self._forks = 0
        self._left = False
        self._returning: Function | None = None
        self._by_type[ast.IfExp] = self._chosen

    def run(self, started: Collection[RelPath]) -> None:
        """Once through all module code and all functions that are called."""
        for module in self.program.modules.values():
            is_started = module.path in started
            scope = Scope(module)
            self.here = module.path
            for statement in module.tree.body:
                if is_started or not _is_main(statement):
                    self._statement(statement, scope)
        for function in list(self.program.functions()):
            if function.is_called:
                self._function(function)

    def _function(self, function: Function) -> None:
        module = self.program.modules[function.module]
        self.here = module.path
        names: dict[str, Value] = {}
        for name in (*function.parameters, *function.named_only):
            names[name] = union((function.given.get(name, NOTHING), self._default(function, name, module)))
            if name not in function.given and not names[name] and not self._has_default(function, name):
                names[name] = data(self.spot(function.node))
        scope = Scope(module, function.owner, names)
        self._returning, self._left = function, False
        self._block(function.node.body, scope)
        self._returning, self._left = None, False

    def _has_default(self, function: Function, name: str) -> bool:
        return name in _defaults(function.node)

    def _default(self, function: Function, name: str, module: Module) -> Value:
        default = _defaults(function.node).get(name)
        return self.value(default, Scope(module)) if default is not None else NOTHING

    def _block(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        for statement in body:
            if self._left:
                return
            self._statement(statement, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> None:
        if isinstance(node, ast.ClassDef):
            self._block([n for n in node.body if not isinstance(n, FunctionNode)], scope)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self._assign(node, scope)
        elif isinstance(node, ast.Return):
            self._return(node, scope)
        elif isinstance(node, ast.Expr):
            self.value(node.value, scope)
        elif not isinstance(node, FunctionNode):
            self._compound(node, scope)

    def _compound(self, node: ast.stmt, scope: Scope) -> None:
        """Loops, branches, `with` and `try`; an `except` is read as its own branch."""
        if isinstance(node, ast.For | ast.AsyncFor):
            numbers = self.value(node.iter, scope)
            self.bind(node.target, numbers, scope)
            self._turns(node, numbers, scope)
        elif isinstance(node, ast.While):
            self._turns(node, self.value(node.test, scope), scope)
        elif isinstance(node, ast.If):
            self._branch(node, scope)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                value = self.value(item.context_expr, scope)
                if item.optional_vars is not None:
                    self.bind(item.optional_vars, value, scope)
            self._blocks(node, scope)
        elif isinstance(node, ast.Try):
            with self._forked():
                self._blocks(node, scope)
                for handler in node.handlers:
                    self._block(handler.body, scope)

    def _turns(self, node: ast.stmt, numbers: Value, scope: Scope) -> None:
        """A loop; the outermost one twice, as a later turn uses what an earlier one left."""
        for _ in range(1 if self._loops else 2):
            self._loops += 1
            with self._forked(), self._under(numbers):
                self._blocks(node, scope)
            self._loops -= 1

    def _branch(self, node: ast.If, scope: Scope) -> None:
        """Both ways, or the one that the command line leaves open."""
        truth = self._given.truth(node.test, scope.module.once)
        test = self.value(node.test, scope)
        if truth is not None:
            self._block(node.body if truth else node.orelse, scope)
            return
        with self._forked(), self._under(test):
            self._blocks(node, scope)

    def _chosen(self, node: ast.IfExp, scope: Scope) -> Value:
        """The side that the command line chooses, else both."""
        truth = self._given.truth(node.test, scope.module.once)
        if truth is None:
            return self.either(node, scope)
        return self.value(node.body if truth else node.orelse, scope)

    @contextmanager
    def _forked(self) -> Iterator[None]:
        """What is inside need not be reached, or not once."""
        self._forks += 1
        try:
            yield
        finally:
            self._forks -= 1

    def _blocks(self, node: ast.stmt, scope: Scope) -> None:
        for block in _BLOCKS:
            self._block(getattr(node, block, None) or [], scope)

    @contextmanager
    def _under(self, condition: Value) -> Iterator[None]:
        self.conditions.append(condition)
        try:
            yield
        finally:
            self.conditions.pop()

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, scope: Scope) -> None:
        if node.value is None:
            return
        value = self.value(node.value, scope)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AugAssign):
            value = self._grown(node, value, scope)
        elif isinstance(node.value, ast.Constant) and value:
            value = joined((value, *self.condition(self.spot(node))), self.spot(node))
        if isinstance(targets[0], ast.Attribute) and self._learns(targets[0], node, value, scope):
            value = joined((value, learned(self.spot(node))), self.spot(node))
        for target in targets:
            self._note_generator_target(target, node.value, scope)
            for part, item in _paired(target, node.value):
                held = value if item is node.value else self.value(item, scope)
                is_plain = isinstance(node, ast.Assign)
                if is_plain and isinstance(part, ast.Name) and self._replaces(part, held, scope):
                    scope.set(part.id, held)
                else:
                    self.bind(part, held, scope)

    def _learns(self, target: ast.Attribute, node: ast.stmt, value: Value, scope: Scope) -> bool:
        """Whether an object's state is worked out of itself and of what came in, with no noise of its own added."""
        given = self.value(node.value, scope) if isinstance(node, ast.AugAssign) else value
        if not isinstance(node, ast.Assign | ast.AugAssign) or not any(a.made_of & _COMES_IN for a in given):
            return False
        parts = [part for part in all_nodes(node.value) if isinstance(part, ast.Attribute | ast.Call)]
        if any(isinstance(part, ast.Call) and self.is_random(part.func, scope.module) for part in parts):
            return False
        return any(
            isinstance(part, ast.Attribute) and ast.unparse(part) == ast.unparse(target) for part in parts
        )

    def _replaces(self, target: ast.Name, held: Value, scope: Scope) -> bool:
        """Whether a name is sure to hold nothing but this from here on."""
        if self._forks or not held:
            return False
        return scope.own is not None or target.id not in scope.module.shared

    def _grown(self, node: ast.AugAssign, value: Value, scope: Scope) -> Value:
        """`total += x` is one number of both; a text or list that grows keeps its numbers apart."""
        before = self.value(node.target, scope)
        is_counted = isinstance(node.target, ast.Subscript) and not isinstance(
            node.target.slice, ast.Constant
        )
        if self._loops and is_counted and any(atom.made_of & ~Ingredient.LITERAL for atom in value):
            is_fed_back = ast.unparse(node.target) in ast.unparse(node.value)
            worked_out = learned(self.spot(node)) if is_fed_back else derived(self.spot(node))
            value = union((value, worked_out))  # a state that a loop updates: weights, counts by key
        is_text = isinstance(node.value, ast.JoinedStr | ast.List | ast.ListComp) or not value
        if is_text or any(atom.label for atom in before):
            return union((before, value))
        return joined((before, value, *self.condition(self.spot(node))), self.spot(node))

    def _note_generator_target(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """`rng = np.random.default_rng(0)`: what it gives is drawn."""
        if isinstance(value, ast.Call):
            made = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
            if made in words.RANDOM_MAKERS:
                name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
                scope.module.generators.add(name)

    def _return(self, node: ast.Return, scope: Scope) -> None:
        if self._returning is None:
            return
        self._left = not self._forks
        if node.value is not None:
            value = self.value(node.value, scope)
            if isinstance(node.value, ast.Constant) and value:
                value = joined((value, *self.condition(self.spot(node))), self.spot(node))
            self._returning.returns = union((self._returning.returns, value))


def _paired(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """`a, b = 1, 2` is two assignments."""
    if not (isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)):
        return [(target, value)]
    if len(target.elts) != len(value.elts):
        return [(target, value)]
    return list(zip(target.elts, value.elts, strict=True))


def _defaults(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr]:
    """Default values by parameter."""
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    found = dict(zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True))
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found | {a.arg: default for a, default in pairs if default is not None}


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__main__" in ast.dump(node.test)
