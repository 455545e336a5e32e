"""Numbers that stand in source code: assignments, arguments, options' defaults, literals in lists and texts.

A literal in code is no measurement; it is kept so that a setup claim can be compared with what ran and so that
a result can be followed back to the literal that it came from.
"""

import ast
import re
import warnings

from mlrbench_gui.audit.ledger.signatures import Signatures
from mlrbench_gui.audit.ledger.values import Collector, Place, Source
from mlrbench_gui.audit.text.trees import children

_TEXT_NUMBER = re.compile(r"(?<![\w.%{])[-+]?\d+\.\d+(?![\w.]|\})|(?<![\w.%{:.])\d+(?=\s*%)")
_PLAIN_LINE = re.compile(
    r"^\s*(?:export\s+|-\s+)?(?P<key>[\w.\- ]+?)\s*[:=]\s*['\"]?"
    r"(?P<value>[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)['\"]?\s*(?:[,;#].*)?$"
)
_OPTION = re.compile(r"--(?P<key>[\w-]+)[ =](?P<value>[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])")
_TEMPLATE = re.compile("(?<![\\w\"'])([rR]?)[fF]([rR]?)(?=[\"'])")
_DEEP = 60
_MAX_SOURCE = 2_000_000


def parse_python(text: str) -> ast.Module | None:
    """The module's tree, None if it is no Python or nested beyond what can be walked."""
    if len(text) > _MAX_SOURCE or "\0" in text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError:
        return _without_templates(text)
    except (ValueError, RecursionError, MemoryError):
        return None


def _without_templates(text: str) -> ast.Module | None:
    """Again with f-strings as plain texts: newer Pythons allow in them what this one does not."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(_TEMPLATE.sub(r"\1\2", text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def add_code(
    collector: Collector, text: str, tree: ast.Module | None, signatures: Signatures | None = None
) -> None:
    """Numbers of a Python file by its tree, of any other by its `key = value` lines and options."""
    if tree is None:
        add_plain_lines(collector, text)
        return
    try:
        _Walker(collector, signatures or {}).visit_body(tree.body, (), 0)
    except RecursionError:
        add_plain_lines(collector, text)


def add_plain_lines(collector: Collector, text: str) -> None:
    """`key: value` and `key = value` lines, and `--option value`, of shell scripts and configuration files."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > 1000:
            continue
        hit = _PLAIN_LINE.match(line)
        if hit:
            collector.add(
                (hit.group("key"),),
                float(hit.group("value").replace("_", "")),
                Place("line", "", number),
                text=hit.group("value"),
            )
        for option in _OPTION.finditer(line):
            collector.add(
                (option.group("key"),),
                float(option.group("value")),
                Place("line", "", number),
                source=Source.OPTION,
                text=option.group("value"),
            )


def add_options(collector: Collector, arguments: tuple[str, ...], action: int) -> None:
    """Options with which a recorded command ran a script."""
    for key, value in zip(arguments, (*arguments[1:], ""), strict=False):
        name, _, given = key.partition("=")
        number = given or value
        if name.startswith("--") and re.fullmatch(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", number):
            collector.add(
                (name.lstrip("-"),),
                float(number),
                Place("action", "", action),
                source=Source.OPTION,
                text=number,
            )


class _Walker:
    """Walks a tree and names each constant by what it is assigned or given to.

    Tables of literals below `if __name__ == "__main__"` are examples of use: an import does not draw them. Those, and
    operands of a longer expression in a table, have the aspect `part`; operands elsewhere have `operand`.
    """

    def __init__(self, collector: Collector, signatures: Signatures) -> None:
        self.collector = collector
        self._signatures = signatures
        self._guarded = False
        self._dicts = 0
        self._inside = 0
        self._reckoned = 0

    def visit_body(self, body: list[ast.stmt], scope: tuple[str, ...], depth: int) -> None:
        labels: tuple[str, ...] = ()
        for statement in body:
            self.visit_statement(statement, scope, depth)
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List | ast.Tuple):
                labels = _labels(statement.value) or labels
                self._labelled(statement, statement.value, labels)

    def _labelled(self, statement: ast.Assign, series: ast.List | ast.Tuple, labels: tuple[str, ...]) -> None:
        """A list of numbers right after a list of as many names: what a plot draws, each number under its name."""
        numbers = [constant(item) for item in series.elts]
        if len(labels) != len(numbers) or len(labels) < 2 or self._guarded:
            return
        places = max(len(repr(n).partition(".")[2]) for n in numbers if n is not None) if any(numbers) else 0
        for label, number, item in zip(labels, numbers, series.elts, strict=True):
            if number is not None:
                parts = (label, _target(statement.targets[0]))
                self.collector.add(parts, number, Place("line", "", item.lineno), text=f"{number:.{places}f}")

    def visit_statement(self, node: ast.AST, scope: tuple[str, ...], depth: int) -> None:
        if depth > _DEEP:
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._defaults(node, scope, depth)
            self.visit_body(node.body, (node.name,), depth + 1)
        elif isinstance(node, ast.ClassDef):
            self.visit_body(node.body, (node.name,), depth + 1)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self.value(node.value, (*scope, _target(target)), depth + 1)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            if node.value is not None:
                self.value(node.value, (*scope, _target(node.target)), depth + 1)
        else:
            self._other(node, scope, depth)

    def _other(self, node: ast.AST, scope: tuple[str, ...], depth: int) -> None:
        if isinstance(node, ast.If) and not self._guarded and "__main__" in ast.dump(node.test):
            self._guarded = True
            self.visit_body(node.body, scope, depth + 1)
            self._guarded = False
            self.visit_body(node.orelse, scope, depth + 1)
            return
        for child in children(node):
            if isinstance(child, ast.expr):
                self.value(child, scope, depth + 1)
            else:
                self.visit_statement(child, scope, depth + 1)

    def _defaults(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: tuple[str, ...], depth: int
    ) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args]
        for argument, default in zip(arguments[::-1], node.args.defaults[::-1], strict=False):
            self.value(default, (*scope, node.name, argument.arg), depth + 1)
        for argument, keyword in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=False):
            if keyword is not None:
                self.value(keyword, (*scope, node.name, argument.arg), depth + 1)

    def value(self, node: ast.AST, parts: tuple[str, ...], depth: int) -> None:
        number = constant(node)
        if number is not None:
            self.collector.add(
                parts[-4:],
                number,
                Place("line", "", getattr(node, "lineno", 1)),
                aspect=self._aspect(),
                text=f"{number:g}",
                soft=len(parts[-4:]) - 1,
            )
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            self._text(_text_of(node), parts, node.lineno)
        elif depth > _DEEP:
            return
        elif isinstance(node, ast.Dict):
            self._dicts += 1
            for key, item in zip(node.keys, node.values, strict=True):
                self.value(item, (*parts, _key(key)), depth + 1)
            self._dicts -= 1
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            self._items(node, parts, depth)
        elif isinstance(node, ast.Call):
            self._call(node, parts, depth)
        else:
            reckons = isinstance(node, ast.BinOp | ast.GeneratorExp)
            self._inside += 1
            self._reckoned += reckons
            for child in children(node):
                self.value(child, parts, depth + 1)
            self._reckoned -= reckons
            self._inside -= 1

    def _aspect(self) -> str:
        """What a single constant is beside a value: an example or an operand of something longer."""
        if self._dicts and (self._guarded or self._inside):
            return "part"
        return "operand" if self._reckoned else ""

    def _items(self, node: ast.List | ast.Tuple | ast.Set, parts: tuple[str, ...], depth: int) -> None:
        if len(node.elts) > 1:
            self.collector.add(
                parts[-4:],
                float(len(node.elts)),
                Place("line", "", node.lineno),
                aspect="count",
                formula="number of items",
                soft=len(parts[-4:]) - 1,
            )
        for i, item in enumerate(node.elts[:400]):
            number = constant(item)
            if number is None:
                self.value(item, parts, depth + 1)
            else:
                aspect = "first" if i == 0 else "last" if i == len(node.elts) - 1 else "item"
                self.collector.add(
                    parts[-4:],
                    number,
                    Place("line", "", item.lineno),
                    aspect=aspect,
                    index=i,
                    text=f"{number:g}",
                    soft=len(parts[-4:]) - 1,
                )

    def _call(self, node: ast.Call, parts: tuple[str, ...], depth: int) -> None:
        function = _target(node.func)
        if function == "add_argument" and node.args and isinstance(node.args[0], ast.Constant):
            option = str(
                node.args[-1].value if isinstance(node.args[-1], ast.Constant) else node.args[0].value
            ).lstrip("-")
            for keyword in node.keywords:
                number = constant(keyword.value)
                if keyword.arg == "default" and number is not None:
                    place = Place("line", "", keyword.value.lineno)
                    self.collector.add((option,), number, place, source=Source.OPTION, text=f"{number:g}")
            return
        names = self._signatures.get(function, ())
        for i, argument in enumerate(node.args):
            is_set = i < len(names) and not self._guarded and constant(argument) is not None
            self.value(argument, (*parts, function, *([names[i]] if is_set else [])), depth + 1)
        for keyword in node.keywords:
            self.value(keyword.value, (*parts, function, keyword.arg or ""), depth + 1)
        if isinstance(node.func, ast.Attribute):
            self.value(node.func.value, parts, depth + 1)

    def _text(self, text: str, parts: tuple[str, ...], line: int) -> None:
        """Numbers inside a literal text: a typed table or log line."""
        for offset, row in enumerate(text.split("\n")[:400]):
            for hit in list(_TEXT_NUMBER.finditer(row[:1000]))[:20]:
                words = row[: hit.start()].strip(" |:=(")[-80:]
                self.collector.add(
                    (*parts[-1:], words),
                    float(hit.group()),
                    Place("line", "", line + offset),
                    aspect="text",
                    text=hit.group(),
                )


def _labels(node: ast.List | ast.Tuple) -> tuple[str, ...]:
    """The names in a list of names alone."""
    names = [
        item.value for item in node.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)
    ]
    return tuple(names) if len(names) == len(node.elts) and all(len(name) <= 60 for name in names) else ()


def constant(node: ast.AST) -> float | None:
    """The number that a node is, also negated or as a product or power of constants; None otherwise."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return None
        try:
            return float(node.value)
        except OverflowError:
            return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = constant(node.operand)
        return None if inner is None else -inner
    return None


def _text_of(node: ast.Constant | ast.JoinedStr) -> str:
    """The literal text of a string; what a template fills in stands as `{}`."""
    if isinstance(node, ast.Constant):
        return node.value[:20_000] if isinstance(node.value, str) else ""
    return "".join(_text_of(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def _target(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return f"{_target(node.value)} {_key(node.slice)}".strip()
    return ""


def _key(node: ast.AST | None) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)[:80]
    return _target(node) if node is not None else ""
