"""Walks a script's syntax tree: what it imports, which files it names, which texts it says, what it calls."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from typing_extensions import override

from mlrbench_gui.audit.provenance._vocabulary import (
    DATA_READERS,
    FILE_WRITERS,
    READERS,
    SETTING,
    TYPED_LINE,
    WRITERS,
)
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.numbering import without_numbering
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.values import RelPath

_KEYED = re.compile(r"^\W*(?P<label>[^:=|]{1,60}?)\W*[:=]\W*\d")
_STEM = re.compile(r"(?=.*[_-])[\w*-]{6,80}")
"""A text that may be the name of a picture without its ending: of several words, and nothing but that."""
_COMPOSED = re.compile(r"(?:.*/)?\0\.(?P<ending>\0|png|pdf|svg|jpe?g)")
_SHORTEST_STEM = 6
_PICTURES = ("png", "pdf", "svg", "jpg")


@dataclass(frozen=True, slots=True)
class Origin:
    """A number under a metric's name that no data went into: its line and name, whether drawn or typed in a text.

    `script` is where it stands if that is known to be another one's matter.
    """

    line: int
    name: str
    random: bool
    typed: bool = False
    script: RelPath | None = None


class _Text(ast.Constant):
    """A constant that is known to be a text."""

    value: str


class Visitor(ast.NodeVisitor):
    """Collects imports, file names, log messages, and lines of literal text with numbers of metrics.

    `spoken` are all texts of the code; comments and names are none.
    """

    def __init__(self, *, direct: bool) -> None:
        self.direct = direct
        self.typed: list[Origin] = []
        self.spoken: list[str] = []
        self.imports: set[str] = set()
        self.files: set[str] = set()
        self.messages: list[str] = []
        self.texts: set[str] = set()
        self.read_files: set[str] = set()
        self.written_files: set[str] = set()
        self._paths: dict[str, str] = {}
        self._stems: set[str] = set()
        self._endings: set[str] = set()
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
            self.spoken.append(node.value)
            if len(node.value) < 200 and re.search(
                r"\.(?:json|csv|txt|log|md|png|pdf|jsonl|npz|npy|pkl|tsv|sh|py|ipynb)$", node.value
            ):
                self.files.add(node.value.rsplit("/", 1)[-1])
            elif 8 <= len(node.value) < 300:
                self.messages.append(node.value)

    @override
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = _composed(node)
        ending = _COMPOSED.fullmatch(text)
        if ending is not None:
            self._endings.update(_PICTURES if ending["ending"] == "\0" else (ending["ending"],))
        if re.search(r"\.(?:json|csv|txt|log|md|png|pdf|jsonl|ipynb)$", text):
            self.files.add(text.rsplit("/", 1)[-1].replace("\0", "*"))
        elif len(text.replace("\0", "")) >= 6:
            self.messages.append(text)
        self.generic_visit(node)

    @override
    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in WRITERS:
            self.writes = True
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    self._typed_text(argument.value, argument.lineno)
        if name in DATA_READERS:
            self.reads = True
        if name == "open" or name in READERS or name in FILE_WRITERS:
            self._opened(node, name)
        self._stems.update(_stems(node))
        self.generic_visit(node)

    @property
    def pictures(self) -> set[str]:
        """Names of pictures whose ending a function adds to the name that it is handed (`save(fig, "loss_curves")`)."""
        return {f"{stem}.{ending}" for stem in self._stems for ending in self._endings}

    def _opened(self, node: ast.Call, name: str) -> None:
        """Whether a file of this name is read or written here; names held by variables are followed one step."""
        parts = [part for given in (*node.args, node.func) for part in all_nodes(given)]
        names = {part.value.rsplit("/", 1)[-1] for part in parts if _is_text(part) and "." in part.value}
        names |= {
            self._paths[part.id] for part in parts if isinstance(part, ast.Name) and part.id in self._paths
        }
        modes = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
        writing = name in FILE_WRITERS or any(_is_text(m) and m.value[:1] in "wax" for m in modes)
        (self.written_files if writing else self.read_files).update(names)

    def _typed_text(self, text: str, line: int) -> None:
        """Lines of a literal text that is written out and holds numbers under names of metrics."""
        for offset, row in enumerate(text.split("\n")[:400]):
            if len(row) < 600 and re.search(r"\d", row):
                self.texts.add(row.strip())
            if len(row) < 600 and _tells_result(row):
                self.typed.append(Origin(line + offset, row.strip()[:60], random=False, typed=True))

    @override
    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            for part in all_nodes(node.value):
                if isinstance(target, ast.Name) and _is_text(part) and re.search(r"\.\w{2,5}$", part.value):
                    self._paths[target.id] = part.value.rsplit("/", 1)[-1]
        self.generic_visit(node)


def _tells_result(row: str) -> bool:
    """Whether a line has a number of a measure: no number of its heading, and no setting with its value."""
    if not (MEASURE.search(row) and TYPED_LINE.search(without_numbering(row))):
        return False
    keyed = _KEYED.match(row)
    return keyed is None or SETTING.search(keyed["label"]) is None


def _composed(node: ast.JoinedStr) -> str:
    """The text of an f-string, with a zero in each place that is filled in."""
    return "".join(v.value if _is_text(v) else "\0" for v in node.values)


def _stems(call: ast.Call) -> Iterator[str]:
    """Arguments that may be names of pictures without an ending, with a star for what is filled in."""
    for given in (*call.args, *(keyword.value for keyword in call.keywords)):
        text = (
            given.value if _is_text(given) else _composed(given) if isinstance(given, ast.JoinedStr) else ""
        )
        name = text.replace("\0", "*")
        if _STEM.fullmatch(name) and len(name.strip("*")) >= _SHORTEST_STEM:
            yield name


def _is_text(node: ast.AST) -> TypeGuard[_Text]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


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
