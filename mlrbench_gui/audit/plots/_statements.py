"""Statements of followed code: assignments, loops, conditions, functions, classes, imports.

Where a condition is not known both sides are followed, names that differ afterwards are not known, and containers that
are changed become open. A loop over something that is not known is followed once in the same way.
"""

import ast
from collections.abc import Callable, Iterable

from typing_extensions import override

from mlrbench_gui.audit.plots._expressions import MOST_ITEMS, Expressions
from mlrbench_gui.audit.plots._operators import arithmetic, truth
from mlrbench_gui.audit.plots._values import (
    External,
    Function,
    Instance,
    Items,
    Kind,
    Mapping,
    Scope,
    Unknown,
    Value,
    key_of,
    listed,
    settled,
)
from mlrbench_gui.audit.text.trees import all_nodes

_DEEPEST = 14
_FEW_ROUNDS = 16
"""Rounds that are all followed, however long each takes."""


class _Leave(Exception):
    """The followed program leaves a block."""


class _ReturnLeave(_Leave):
    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class _BreakLeave(_Leave):
    pass


class _ContinueLeave(_Leave):
    pass


class _RaiseLeave(_Leave):
    pass


class Statements(Expressions):
    """Follows statements. `import_module` gives the scope of a module of the run, None for a library."""

    import_module: Callable[[str, int, Scope], Scope | None]

    def __init__(self, budget: int) -> None:
        super().__init__(budget)
        self._depth = 0
        self._returns: list[list[Value]] = [[]]
        self._by_statement: dict[type[ast.stmt], Callable[[ast.stmt, Scope], None]] = {
            ast.Expr: self._expression,
            ast.Assign: self._assignment,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self._augmented,
            ast.If: self._condition,
            ast.For: self._loop,
            ast.While: self._while,
            ast.With: self._with,
            ast.Try: self._try,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.ClassDef: self._class,
            ast.Return: self._return,
            ast.Break: self._jump,
            ast.Continue: self._jump,
            ast.Raise: self._jump,
            ast.Import: self._import,
            ast.ImportFrom: self._import_from,
        }

    def run_module(self, body: list[ast.stmt], scope: Scope) -> None:
        """Follow a module to its end, or to where it leaves."""
        try:
            self.run(body, scope)
        except _Leave:
            return

    def run(self, body: Iterable[ast.stmt], scope: Scope) -> None:
        for statement in body:
            self.step()
            handler = self._by_statement.get(type(statement))
            if handler is not None:
                handler(statement, scope)

    def _expression(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.Expr)
        value = self.eval(node.value, scope)
        if isinstance(value, External) and value.name == "exit":
            self._leave(_RaiseLeave())

    def _assignment(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.Assign)
        value = self.eval(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def _annotated(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.AnnAssign)
        if node.value is not None:
            self.assign(node.target, self.eval(node.value, scope), scope)

    def _augmented(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.AugAssign)
        held, more = self.eval(node.target, scope), self.eval(node.value, scope)
        if isinstance(held, Items) and not held.is_array and isinstance(node.op, ast.Add):
            items = listed(more)
            held.is_open |= items is None or self.uncertain > held.depth
            held.items.extend(items or ())
            return
        self.assign(node.target, arithmetic(node.op, held, more), scope)

    def _leave(self, leaving: _Leave) -> None:
        raise leaving

    def _return(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.Return)
        self._leave(_ReturnLeave(self.eval(node.value, scope) if node.value is not None else None))

    def _jump(self, node: ast.stmt, scope: Scope) -> None:  # noqa: ARG002 -- the shape of all statements
        kinds: dict[type[ast.stmt], type[_Leave]] = {ast.Break: _BreakLeave, ast.Continue: _ContinueLeave}
        self._leave(kinds.get(type(node), _RaiseLeave)())

    def _condition(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.If)
        held = truth(self.eval(node.test, scope))
        if held is not None:
            self.run(node.body if held else node.orelse, scope)
            return
        before = dict(scope.names)
        first = self._maybe(node.body, scope)
        scope.names = dict(before)
        second = self._maybe(node.orelse, scope)
        scope.names = _united(first, second)

    def _maybe(self, body: list[ast.stmt], scope: Scope) -> dict[str, Value]:
        """Follow what may or may not run; leaving it ends only the block. Gives the names afterwards."""
        self.uncertain += 1
        try:
            self.run(body, scope)
        except _ReturnLeave as leaving:
            self._returns[-1].append(leaving.value)
        except _Leave:
            pass
        finally:
            self.uncertain -= 1
        return dict(scope.names)

    def _loop(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.For)
        items = listed(self.eval(node.iter, scope))
        if items is None or len(items) > MOST_ITEMS:
            self._unknown_rounds(node.body, node.target, scope)
            return
        before, made = self.left, self.made()
        for item in items:
            if len(items) > _FEW_ROUNDS and self._is_too_long(before, made):
                self._unknown_rounds(node.body, node.target, scope)
                return
            self.assign(node.target, item, scope)
            try:
                self.run(node.body, scope)
            except _BreakLeave:
                return
            except _ContinueLeave:
                continue
        self.run(node.orelse, scope)

    def made(self) -> int:
        """How many pictures the program has made so far."""
        return 0

    def _is_too_long(self, before: int, made: int) -> bool:
        """Whether a loop took a third of all steps that were left without a picture: the rest of it stays open."""
        return before - self.left > before // 3 and self.made() == made

    def _unknown_rounds(self, body: list[ast.stmt], target: ast.expr | None, scope: Scope) -> None:
        for name in _assigned(body):
            if name in scope.names:
                scope.names[name] = _reopened(scope.names[name])
        if target is not None:
            self.assign(target, Unknown(), scope)
        before = dict(scope.names)
        scope.names = _united(self._maybe(body, scope), before)

    def _while(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.While)
        before, made = self.left, self.made()
        for _ in range(MOST_ITEMS):
            held = truth(self.eval(node.test, scope))
            endless = isinstance(node.test, ast.Constant) and held
            if held is None or endless or self._is_too_long(before, made):
                self._unknown_rounds(node.body, None, scope)
                return
            if not held:
                return
            try:
                self.run(node.body, scope)
            except _BreakLeave:
                return
            except _ContinueLeave:
                continue

    def _with(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.With)
        for item in node.items:
            value = self.eval(item.context_expr, scope)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, value, scope)
        self.run(node.body, scope)

    def _try(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.Try)
        try:
            self.run(node.body, scope)
            self.run(node.orelse, scope)
        except _RaiseLeave:
            if node.handlers:
                self.run(node.handlers[0].body, scope)
        self.run(node.finalbody, scope)

    def _function(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        scope.names[node.name] = self._made(node, scope)

    def _made(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> Value:
        marks = [
            d.id if isinstance(d, ast.Name) else d.attr if isinstance(d, ast.Attribute) else ""
            for d in node.decorator_list
        ]
        if "property" in marks:
            return Unknown()
        arguments = [*node.args.posonlyargs, *node.args.args]
        defaults = {
            argument.arg: self.eval(default, scope)
            for argument, default in zip(arguments[::-1], node.args.defaults[::-1], strict=False)
        }
        for argument, keyword in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if keyword is not None:
                defaults[argument.arg] = self.eval(keyword, scope)
        kind = "static" if "staticmethod" in marks else ""
        return Function(node, scope, defaults, kind)

    def _class(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.ClassDef)
        inner = Scope({}, scope, scope.path, scope.globals_)
        self.run(node.body, inner)
        bases = tuple(b for base in node.bases if isinstance(b := self.eval(base, scope), Kind))
        for value in inner.names.values():
            if isinstance(value, Function):
                value.scope = scope
        scope.names[node.name] = Kind(node.name, inner.names, bases)

    @override
    def run_function(self, function: Function, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """Follow a function of the run's code; what it returns under an unknown condition is not known."""
        if self._depth >= _DEEPEST:
            return Unknown()
        names = self._bound_names(function, args, kwargs)
        inner = Scope(names, function.scope, function.scope.path, function.scope.globals_)
        if isinstance(function.node, ast.Lambda):
            return self.eval(function.node.body, inner)
        self._depth += 1
        self._returns.append([])
        value: Value = None
        try:
            self.run(function.node.body, inner)
        except _ReturnLeave as leaving:
            value = leaving.value
        except _Leave:
            value = Unknown()
        finally:
            self._depth -= 1
            maybe = self._returns.pop()
        return Unknown() if any(_tells(other) and settled(other) is not value for other in maybe) else value

    def _bound_names(
        self, function: Function, args: list[Value], kwargs: dict[str, Value]
    ) -> dict[str, Value]:
        spec = function.node.args
        positional = [a.arg for a in (*spec.posonlyargs, *spec.args)]
        names: dict[str, Value] = {
            a.arg: Unknown() for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)
        }
        names.update(function.defaults)
        names.update(zip(positional, args, strict=False))
        known = {name: value for name, value in kwargs.items() if name in names}
        names.update(known)
        if spec.vararg is not None:
            names[spec.vararg.arg] = Items(args[len(positional) :])
        if spec.kwarg is not None:
            names[spec.kwarg.arg] = Mapping({k: v for k, v in kwargs.items() if k not in known})
        return names

    @override
    def make_instance(self, kind: Kind, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """An object of a class of the run's code."""
        made = Instance(kind)
        start = kind.member("__init__")
        if isinstance(start, Function):
            self.run_function(start, [made, *args], kwargs)
        else:
            fields = [name for name, value in kind.members.items() if not isinstance(value, Function)]
            made.names.update(zip(fields, args, strict=False))
            made.names.update(kwargs)
        return made

    def _import(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.Import)
        for alias in node.names:
            module = self.import_module(alias.name, 0, scope)
            name = alias.asname or alias.name.partition(".")[0]
            if module is not None:
                scope.names[name] = Instance(None, module.names)
            else:
                scope.names[name] = External(alias.name if alias.asname else name)

    def _import_from(self, node: ast.stmt, scope: Scope) -> None:
        assert isinstance(node, ast.ImportFrom)
        base = node.module or ""
        module = self.import_module(base, node.level, scope)
        for alias in node.names:
            name = alias.asname or alias.name
            if module is None:
                inner = self.import_module(f"{base}.{alias.name}".strip("."), node.level, scope)
                scope.names[name] = Instance(None, inner.names) if inner else External(f"{base}.{alias.name}")
            elif alias.name == "*":
                scope.names.update(module.names)
            else:
                found = module.names.get(alias.name)
                inner = (
                    None
                    if found is not None
                    else self.import_module(f"{base}.{alias.name}", node.level, scope)
                )
                scope.names[name] = (
                    Instance(None, inner.names) if inner else found if found is not None else Unknown()
                )

    @override
    def apply(self, function: Value, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        function = settled(function)
        if isinstance(function, External) and function.name in ("sys.exit", "exit", "quit"):
            self._leave(_RaiseLeave())
        if isinstance(function, Instance) and function.kind is not None:
            called = function.kind.member("__call__")
            if isinstance(called, Function):
                return self.run_function(called, [function, *args], kwargs)
        return super().apply(function, args, kwargs, line)


def _tells(value: Value) -> bool:
    """Whether a value returned under an unknown condition is more than an early leave with nothing."""
    value = settled(value)
    if value is None or value is False:
        return False
    return not (isinstance(value, Items) and not value.items) and not (
        isinstance(value, Mapping) and not value.entries
    )


def _assigned(body: list[ast.stmt]) -> set[str]:
    return {
        node.id
        for statement in body
        for node in all_nodes(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _reopened(value: Value) -> Value:
    """What a name has that an unknown number of rounds assigns again: a container stays, open."""
    return Unknown() if not isinstance(value, Items | Mapping) else value


def _united(first: dict[str, Value], second: dict[str, Value]) -> dict[str, Value]:
    """The names after one of two ways: what both agree on, or only one has, and else not known."""
    names: dict[str, Value] = {}
    for name in {**first, **second}:
        a, b = first.get(name), second.get(name)
        if name not in first or name not in second:
            names[name] = a if name in first else b
        elif a is b or (key_of(a) is not None and key_of(a) == key_of(b)):
            names[name] = a
        else:
            names[name] = Unknown()
    return names
