"""Follows a run's code to the numbers that it leaves behind.

Nothing is executed. Lines are read without their order: a name holds all that was ever put into it, a parameter all
that any call gives it. So a number counts as made up only if nothing from outside can have reached it.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from mlrbench_gui.audit.provenance.flow import vocabulary as words
from mlrbench_gui.audit.provenance.flow.atoms import NOTHING, Value, data, derived, joined, union
from mlrbench_gui.audit.provenance.flow.expressions import Expressions
from mlrbench_gui.audit.provenance.flow.leaves import Leaf
from mlrbench_gui.audit.provenance.flow.program import Function, FunctionNode, Module, Program, Scope
from mlrbench_gui.domain.values import RelPath

_ROUNDS = 6
_BLOCKS = ("body", "orelse", "finalbody")


def follow(trees: Mapping[RelPath, ast.Module], started: Collection[RelPath]) -> tuple[Leaf, ...]:
    """The numbers that the program leaves when these scripts are started, and those that no other one imports.

    They come by script and line, in an order of their own: the same code gives the same order each time.
    """
    program = Program(trees)
    started = {*started, *(trees.keys() - program.imported_modules())}
    flow = _Flow(program)
    size = -1
    for _ in range(_ROUNDS):
        flow.leaves.clear()
        flow.run(started)
        if flow.program.size() == size:
            break
        size = flow.program.size()
    return tuple(sorted(flow.leaves, key=_place))


def _place(leaf: Leaf) -> tuple[RelPath, int, str, int, str, int]:
    return leaf.script, leaf.line, leaf.label, leaf.left_at, leaf.sink, leaf.made_of


class _Flow(Expressions):
    """Walks statements. `conditions` are what decides whether the present line is reached."""

    def run(self, started: Collection[RelPath]) -> None:
        """Once through all module code and all functions that are called."""
        for module in self.program.modules.values():
            is_started = module.path in started
            scope = Scope(module)
            for statement in module.tree.body:
                if is_started or not _is_main(statement):
                    self._statement(statement, scope)
        for function in list(self.program.functions()):
            if function.is_called:
                self._function(function)

    def _function(self, function: Function) -> None:
        module = self.program.modules[function.module]
        names: dict[str, Value] = {}
        for name in (*function.parameters, *function.named_only):
            names[name] = union((function.given.get(name, NOTHING), self._default(function, name, module)))
            if name not in function.given and not names[name] and not self._has_default(function, name):
                names[name] = data(function.node.lineno)
        scope = Scope(module, function.owner, names)
        self._returning = function
        self._block(function.node.body, scope)

    def _has_default(self, function: Function, name: str) -> bool:
        return name in _defaults(function.node)

    def _default(self, function: Function, name: str, module: Module) -> Value:
        default = _defaults(function.node).get(name)
        return self.value(default, Scope(module)) if default is not None else NOTHING

    def _block(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        for statement in body:
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
            self._loops += 1
            with self._under(numbers):
                self._blocks(node, scope)
            self._loops -= 1
        elif isinstance(node, ast.If | ast.While):
            with self._under(self.value(node.test, scope)):
                self._blocks(node, scope)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                value = self.value(item.context_expr, scope)
                if item.optional_vars is not None:
                    self.bind(item.optional_vars, value, scope)
            self._blocks(node, scope)
        elif isinstance(node, ast.Try):
            self._blocks(node, scope)
            for handler in node.handlers:
                self._block(handler.body, scope)

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
            value = joined((value, *self.condition(node.lineno)), node.lineno)
        for target in targets:
            self._note_generator_target(target, node.value, scope)
            for part, item in _paired(target, node.value):
                self.bind(part, value if item is node.value else self.value(item, scope), scope)

    def _grown(self, node: ast.AugAssign, value: Value, scope: Scope) -> Value:
        """`total += x` is one number of both; a text or list that grows keeps its numbers apart."""
        before = self.value(node.target, scope)
        if self._loops and isinstance(node.target, ast.Subscript | ast.Attribute):
            value = union(
                (value, derived(node.lineno))
            )  # a state that a loop updates: weights, counts by key
        is_text = isinstance(node.value, ast.JoinedStr | ast.List | ast.ListComp) or not value
        if is_text or any(atom.label for atom in before):
            return union((before, value))
        return joined((before, value, *self.condition(node.lineno)), node.lineno)

    def _note_generator_target(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """`rng = np.random.default_rng(0)`: what it gives is drawn."""
        if isinstance(value, ast.Call):
            made = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
            if made in words.RANDOM_MAKERS:
                name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
                scope.module.generators.add(name)

    def _return(self, node: ast.Return, scope: Scope) -> None:
        if node.value is not None and self._returning is not None:
            value = self.value(node.value, scope)
            if isinstance(node.value, ast.Constant) and value:
                value = joined((value, *self.condition(node.lineno)), node.lineno)
            self._returning.returns = union((self._returning.returns, value))

    _returning: Function | None = None
    _loops = 0


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
