"""Walks a script's syntax tree: which expressions reach names of metrics, and what goes into them."""

import ast
import re
from dataclasses import dataclass
from typing import TypeGuard

from typing_extensions import override

from mlrbench_gui.audit.ledger.code_values import constant
from mlrbench_gui.audit.provenance._vocabulary import (
    DATA_READERS,
    FILE_WRITERS,
    MODULES,
    NO_RESULT_CALLS,
    NOT_DRAWN,
    PLAIN_CALLS,
    RANDOM_ROOTS,
    READERS,
    SETTING,
    TYPED_LINE,
    WRITERS,
)
from mlrbench_gui.audit.text.measures import MEASURE


@dataclass(frozen=True, slots=True)
class Origin:
    """A number under a metric's name that no data went into: its line and name, whether drawn or typed in a text."""

    line: int
    name: str
    random: bool
    typed: bool = False


class _Text(ast.Constant):
    """A constant that is known to be a text."""

    value: str


class Visitor(ast.NodeVisitor):
    """Collects imports, file names, log messages, and the origin of numbers under metric names."""

    def __init__(self, *, direct: bool) -> None:
        self.direct = direct
        self.invented: list[Origin] = []
        self.draws: list[Origin] = []
        self.measured = 0
        self.imports: set[str] = set()
        self.files: set[str] = set()
        self.messages: list[str] = []
        self.texts: set[str] = set()
        self.read_files: set[str] = set()
        self.written_files: set[str] = set()
        self._paths: dict[str, str] = {}
        self.writes = False
        self.reads = False

    @override
    def visit_If(self, node: ast.If) -> None:
        if not self.direct and "__main__" in ast.dump(node.test):
            return
        self.generic_visit(node)

    @override
    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.imports.update(alias.name.split("."))

    @override
    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.imports.update((node.module or "").split("."))
        self.imports.update(alias.name for alias in node.names)

    @override
    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            if len(node.value) < 200 and re.search(
                r"\.(?:json|csv|txt|log|md|png|pdf|jsonl|npz|npy|pkl|tsv|sh|py)$", node.value
            ):
                self.files.add(node.value.rsplit("/", 1)[-1])
            elif 8 <= len(node.value) < 300:
                self.messages.append(node.value)

    @override
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = "".join(
            v.value if isinstance(v, ast.Constant) and isinstance(v.value, str) else "\0" for v in node.values
        )
        if re.search(r"\.(?:json|csv|txt|log|md|png|pdf|jsonl)$", text):
            self.files.add(text.rsplit("/", 1)[-1].replace("\0", "*"))
        elif len(text.replace("\0", "")) >= 6:
            self.messages.append(text)
        self.generic_visit(node)

    @override
    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if _is_random(node.func):
            self.draws.append(Origin(node.lineno, name, random=True))
        if name in WRITERS:
            self.writes = True
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    self._typed_text(argument.value, argument.lineno)
        if name in DATA_READERS:
            self.reads = True
        if name == "open" or name in READERS or name in FILE_WRITERS:
            self._opened(node, name)
        for keyword in node.keywords:
            if keyword.arg and name not in NO_RESULT_CALLS:
                self._metric(keyword.arg, keyword.value)
        self.generic_visit(node)

    def _opened(self, node: ast.Call, name: str) -> None:
        """Whether a file of this name is read or written here; names held by variables are followed one step."""
        names = {
            n.value.rsplit("/", 1)[-1]
            for a in node.args
            for n in ast.walk(a)
            if _is_text(n) and "." in n.value
        }
        names |= {
            self._paths[n.id]
            for a in node.args
            for n in ast.walk(a)
            if isinstance(n, ast.Name) and n.id in self._paths
        }
        modes = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
        writing = name in FILE_WRITERS or any(_is_text(m) and m.value[:1] in "wax" for m in modes)
        (self.written_files if writing else self.read_files).update(names)

    def _typed_text(self, text: str, line: int) -> None:
        """Lines of a literal text that is written out and holds numbers under names of metrics."""
        for offset, row in enumerate(text.split("\n")[:400]):
            if len(row) < 600 and re.search(r"\d", row):
                self.texts.add(row.strip())
            if len(row) < 600 and MEASURE.search(row) and TYPED_LINE.search(row):
                self.invented.append(Origin(line + offset, row.strip()[:60], random=False, typed=True))

    @override
    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._metric(_name(target), node.value)
            for part in ast.walk(node.value):
                if isinstance(target, ast.Name) and _is_text(part) and re.search(r"\.\w{2,5}$", part.value):
                    self._paths[target.id] = part.value.rsplit("/", 1)[-1]
        self.generic_visit(node)

    @override
    def visit_Dict(self, node: ast.Dict) -> None:
        if _are_weights(node):
            return
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None and not isinstance(value, ast.Dict):
                self._metric(_name(key), value)
        self.generic_visit(node)

    def _metric(self, name: str, value: ast.expr) -> None:
        if not MEASURE.search(name) or SETTING.search(name):
            return
        if isinstance(value, ast.Constant) and not _telling(value):
            return
        if (
            isinstance(value, ast.List | ast.Dict | ast.Tuple)
            and sum(1 for n in ast.walk(value) if _telling(n)) < 2
        ):
            return
        drawn, plain, literal = _ingredients(value)
        if drawn or (plain and literal):
            self.invented.append(Origin(value.lineno, name, random=drawn))
        elif not plain:
            self.measured += 1


def _is_text(node: ast.AST) -> TypeGuard[_Text]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _are_weights(node: ast.Dict) -> bool:
    """Shares that make up a whole: weights of measures, no values of them."""
    shares = [constant(value) for value in node.values]
    known = [share for share in shares if share is not None]
    return len(known) == len(shares) >= 3 and abs(sum(known) - 1.0) < 1e-6


def _telling(node: ast.AST) -> bool:
    """A number that is no mere start value."""
    number = constant(node)
    return number is not None and number not in (0.0, 1.0, -1.0, 100.0)


def _ingredients(value: ast.expr) -> tuple[bool, bool, bool]:
    """Whether random draws go in, whether nothing but constants and plain arithmetic does, whether a literal does."""
    drawn, plain, literal = False, True, False
    for node in ast.walk(value):
        if isinstance(node, ast.Call):
            if _is_random(node.func):
                drawn = True
            elif _name(node.func) not in PLAIN_CALLS:
                plain = False
        elif _is_loaded(node) and not _is_module_part(node):
            plain = plain and isinstance(node, ast.Name) and drawn
        number = constant(node)
        if number is not None and not float(number).is_integer():
            literal = True
    return drawn, plain or drawn, literal


def _is_loaded(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Load)


def _is_module_part(node: ast.AST) -> bool:
    root = node
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return isinstance(root, ast.Name) and (root.id in MODULES or root.id in PLAIN_CALLS)


def _is_random(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        root: ast.AST = node.value
        names = []
        while isinstance(root, ast.Attribute):
            names.append(root.attr)
            root = root.value
        if isinstance(root, ast.Name):
            names.append(root.id)
        return any(name in RANDOM_ROOTS for name in names) and node.attr not in NOT_DRAWN
    return isinstance(node, ast.Name) and node.id in ("uniform", "gauss", "randint", "randn")


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant):
        return str(node.value)[:60]
    if isinstance(node, ast.Subscript):
        return _name(node.slice)
    return ""
