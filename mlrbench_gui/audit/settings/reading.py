"""Reads what a Python file sets: options' defaults, constants, tables, arguments, defaults, subsets of data, splits."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict, Unpack

from mlrbench_gui.audit.ledger.code_values import constant
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.audit.text.trees import all_nodes, children
from mlrbench_gui.domain.values import RelPath

_DEEP = 60
_TABLE = re.compile(r"conf|args|param|setting|hyper|option|default|cfg", re.IGNORECASE)
_COMMENT = re.compile(r"(?<=[\s,{(])#\s?(?P<words>[^#]{3,160})$")
_SUBSET = "subset samples"
_SPLIT_TEXT = re.compile(r"^(?P<split>[\w]+)\[:(?P<stop>\d+)\]$")
_SIZED = ("head", "sample", "take", "islice", "choices", "nlargest")


def settings_of(
    path: RelPath, tree: ast.Module, text: str, *, is_example: bool, was_started: bool
) -> tuple[Setting, ...]:
    """What the file sets, in order of place; `was_started`: its `__main__` part is more than an example."""
    reader = _Reader(path, text.split("\n"), is_example=is_example, was_started=was_started)
    try:
        reader.body(tree.body, (), 0)
    except RecursionError:
        return ()
    return tuple(reader.found)


class _Details(TypedDict, total=False):
    """What else may be known of a setting; see `Setting`."""

    note: str
    is_row: bool
    formula: str


class _Reader:
    """Walks a tree; what is set at the top or in a table of options counts more than what a call is given."""

    def __init__(self, path: RelPath, lines: list[str], *, is_example: bool, was_started: bool) -> None:
        self.found: list[Setting] = []
        self._path = path
        self._lines = lines
        self._example = is_example
        self._started = was_started

    def body(self, body: list[ast.stmt], scope: tuple[str, ...], depth: int) -> None:
        for statement in body:
            self._statement(statement, scope, depth)

    def _statement(self, node: ast.AST, scope: tuple[str, ...], depth: int) -> None:
        if depth > _DEEP:
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._defaults(node, scope)
            self.body(node.body, (node.name,), depth + 1)
        elif isinstance(node, ast.ClassDef):
            self.body(node.body, (node.name,), depth + 1)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            self._assigned(target, node.value, scope, depth)
        elif isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
            outside = self._example
            self._example = outside or not self._started
            self.body(node.body, scope, depth + 1)
            self._example = outside
        else:
            for child in children(node):
                if isinstance(child, ast.expr):
                    self._expression(child, scope, depth + 1)
                else:
                    self._statement(child, scope, depth + 1)

    def _assigned(self, target: ast.AST, value: ast.expr, scope: tuple[str, ...], depth: int) -> None:
        name = _name(target)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for left, right in zip(target.elts, value.elts, strict=False):
                self._assigned(left, right, scope, depth + 1)
            return
        at_top = not scope or scope[0][:1].isupper()
        if name:
            self._set(name, value, Rank.CHOSEN if at_top else Rank.GIVEN, scope)
        if isinstance(value, ast.BinOp | ast.Call):
            self._share_of(name, value, scope)
        self._expression(value, (*scope, name) if name else scope, depth + 1)

    def _expression(self, node: ast.AST, scope: tuple[str, ...], depth: int) -> None:
        if depth > _DEEP:
            return
        if isinstance(node, ast.Dict):
            chosen = not scope or any(_TABLE.search(part) for part in scope) or len(scope) == 1
            for key, item in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    self._set(key.value, item, Rank.CHOSEN if chosen else Rank.GIVEN, scope)
                    self._expression(item, (*scope, key.value[:60]), depth + 1)
            return
        if isinstance(node, ast.Call):
            self._call(node, scope)
        elif isinstance(node, ast.Subscript):
            self._sliced(node, scope)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._split_text(node, scope)
        for child in children(node):
            self._expression(child, scope, depth + 1)

    def _call(self, node: ast.Call, scope: tuple[str, ...]) -> None:
        function = _name(node.func)
        if function == "add_argument":
            self._option(node)
            return
        owner = (*scope[-2:], function)
        for keyword in node.keywords:
            if keyword.arg:
                self._set(keyword.arg, keyword.value, Rank.GIVEN, owner)
        chain = (*scope[-1:], *_chain(node.func))
        if function == "select" and node.args and _is_call(node.args[0], "range"):
            self._subset(_last(node.args[0]), chain, node.lineno)
        elif function in _SIZED and node.args:
            called = (*chain, *(_chain(node.args[0]) if len(node.args) > 1 else ()))
            self._subset(node.args[-1], called, node.lineno)

    def _option(self, node: ast.Call) -> None:
        names = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if not names:
            return
        key = max(names, key=len).lstrip("-")
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        spoken = given.get("help")
        note = spoken.value if isinstance(spoken, ast.Constant) and isinstance(spoken.value, str) else ""
        if "default" in given:
            self._set(key, given["default"], Rank.CHOSEN, (), note)

    def _defaults(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: tuple[str, ...]) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args]
        pairs = [
            *zip(arguments[::-1], node.args.defaults[::-1], strict=False),
            *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=False),
        ]
        for argument, default in pairs:
            if default is not None:
                self._set(argument.arg, default, Rank.DEFAULT, (*scope[-1:], node.name))

    def _set(self, key: str, value: ast.expr, rank: Rank, owner: tuple[str, ...], note: str = "") -> None:
        number = constant(value)
        if number is not None:
            self._keep(key, (number,), rank, (owner, value.lineno), note=note)
        elif isinstance(value, ast.List | ast.Tuple) and 1 <= len(value.elts) <= 40:
            numbers = [constant(item) for item in value.elts]
            row = tuple(n for n in numbers if n is not None)
            if len(row) == len(numbers):
                self._keep(key, row, rank, (owner, value.lineno), note=note, is_row=True)

    def _keep(
        self,
        key: str,
        numbers: tuple[float, ...],
        rank: Rank,
        at: tuple[tuple[str, ...], int],
        **details: Unpack[_Details],
    ) -> None:
        owner, line = at
        beside = _COMMENT.search(self._lines[line - 1]) if line <= len(self._lines) else None
        words = details.get("note") or (beside.group("words") if beside else "")
        self.found.append(
            Setting(
                self._path,
                Place("line", "", line),
                key,
                numbers,
                rank,
                tuple(part for part in owner if part),
                words,
                self._example,
                details.get("is_row", False),
                details.get("formula"),
            )
        )

    def _subset(self, size: ast.AST | None, chain: tuple[str, ...], line: int) -> None:
        """How many items of a data set are taken."""
        sizes = (
            size.args if isinstance(size, ast.Call) and _name(size.func) == "min" else [size] if size else []
        )
        known = [n for n in map(constant, sizes) if n is not None]
        number = known[0] if len(known) == 1 else None
        if number is not None and number >= 2 and number.is_integer():
            self._keep(_SUBSET, (number,), Rank.GIVEN, (chain, line), formula="items taken")

    def _sliced(self, node: ast.Subscript, scope: tuple[str, ...]) -> None:
        if isinstance(node.slice, ast.Slice) and node.slice.lower is None and node.slice.step is None:
            self._subset(node.slice.upper, (*scope[-1:], *_chain(node.value)), node.lineno)

    def _split_text(self, node: ast.Constant, scope: tuple[str, ...]) -> None:
        """`split="train[:200]"`."""
        hit = _SPLIT_TEXT.match(str(node.value)[:80])
        if hit:
            numbers = (float(hit.group("stop")),)
            self._keep(
                _SUBSET,
                numbers,
                Rank.GIVEN,
                ((*scope[-1:], hit.group("split")), node.lineno),
                formula="items taken",
            )

    def _share_of(self, name: str, value: ast.expr, scope: tuple[str, ...]) -> None:
        """`train_size = int(0.8 * len(data))`: a share under the name of what it makes."""
        inner = (
            value.args[0]
            if isinstance(value, ast.Call) and _name(value.func) in ("int", "round") and value.args
            else value
        )
        if not isinstance(inner, ast.BinOp) or not isinstance(inner.op, ast.Mult) or not name:
            return
        for side in (inner.left, inner.right):
            number = constant(side)
            if number is not None and 0 < number < 1:
                self._keep(name, (number,), Rank.GIVEN, (scope, value.lineno), formula="share")


def _chain(node: ast.AST) -> tuple[str, ...]:
    """The names that a call or subscript hangs on: `data["train"].shuffle` gives data, train, shuffle."""
    names: list[str] = []
    for _ in range(12):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Constant):
                names.append(str(node.slice.value)[:60])
            node = node.value
        else:
            break
    if isinstance(node, ast.Name):
        names.append(node.id)
    return tuple(reversed(names))


def _is_call(node: ast.AST, function: str) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == function


def _last(node: ast.AST) -> ast.AST | None:
    return node.args[-1] if isinstance(node, ast.Call) and node.args else None


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)[:60]
    return ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that makes something, with the keywords that it is given; `is_open` where others may come in unseen."""

    path: RelPath
    line: int
    function: str
    keywords: frozenset[str]
    is_open: bool


def calls_of(path: RelPath, tree: ast.Module) -> Iterator[Call]:
    """The calls of classes, by the class's name in small letters."""
    for node in all_nodes(tree):
        name = _name(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name[:1].isupper():
            keywords = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
            is_open = bool(node.args) or any(keyword.arg is None for keyword in node.keywords)
            yield Call(path, node.lineno, name.lower(), keywords, is_open)
