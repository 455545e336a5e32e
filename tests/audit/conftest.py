"""Runs made in memory for tests of the engine, and scripts under other names."""

import ast
import builtins
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest
from typing_extensions import override

from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RelPath, RunName, Sha256


class MadeRun:
    """The files of a run, given as texts or bytes."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = {
            RelPath(path): data.encode() if isinstance(data, str) else data for path, data in files.items()
        }

    def paths(self) -> Sequence[RelPath]:
        return sorted(self._files)

    def size(self, path: RelPath) -> int:
        return len(self._files[path])

    def read(self, path: RelPath) -> bytes:
        return self._files[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self._files[path]).hexdigest())


MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


@pytest.fixture(scope="session")
def audit_of() -> MakeAudit:
    """Audits a run given as path and content."""
    from mlrbench_gui.audit.run import audit_run

    return lambda files: audit_run(RunName("agent/task"), MadeRun(files))


@pytest.fixture(scope="session")
def made_run() -> type[MadeRun]:
    return MadeRun


Rename = Callable[[Mapping[str, str]], dict[str, str]]


@pytest.fixture(scope="session")
def renamed() -> Rename:
    """Gives scripts back with other names for all that they name themselves, and without comments or layout."""
    return _renamed


def _renamed(scripts: Mapping[str, str]) -> dict[str, str]:
    trees = {path: tree for path, text in scripts.items() if (tree := parse_python(text)) is not None}
    stems = {part.removesuffix(".py") for path in scripts for part in path.split("/")}
    own = _OwnNames(stems)
    own.read(trees.values())
    new = {name: f"zq{number}" for number, name in enumerate(sorted(own.names))}
    members = {name: new.get(name, f"zm{number}") for number, name in enumerate(sorted(own.members))}
    changed = {path: _Renaming(new, members, stems).visit(tree) for path, tree in trees.items()}
    return dict(scripts) | {path: ast.unparse(tree) + "\n" for path, tree in changed.items()}


FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class _OwnNames(ast.NodeVisitor):
    """Collects what scripts name themselves; what libraries, fields that are written out and built-ins name stays."""

    def __init__(self, stems: set[str]) -> None:
        self._stems = stems
        self.names: set[str] = set()
        self.members: set[str] = set()
        self._kept: set[str] = {"self", "cls", *dir(builtins)}
        self._foreign = {name for kind in (dict, list, str, set, float, bytes) for name in dir(kind)}

    def read(self, trees: Iterable[ast.Module]) -> None:
        for tree in trees:
            self.visit(tree)
        dunder = {name for name in self.names | self.members if name.startswith("__")}
        self.names -= self._kept | dunder
        self.members -= self._foreign | self._kept | dunder

    @override
    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.add(node.name)
        for part in node.body:
            if isinstance(part, FunctionNode):
                (self._foreign if node.bases else self.members).add(part.name)
            elif isinstance(part, ast.Assign | ast.AnnAssign):
                self._kept |= {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
        self.generic_visit(node)

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    @override
    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: FunctionNode) -> None:
        self.names.add(node.name)
        self.generic_visit(node)

    @override
    def visit_arg(self, node: ast.arg) -> None:
        self.names.add(node.arg)

    @override
    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.names.add(node.id)

    @override
    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Store):
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            (self.members if is_own else self._foreign).add(node.attr)
        self.generic_visit(node)

    @override
    def visit_Import(self, node: ast.Import) -> None:
        self._kept |= {a.name.split(".")[0] for a in node.names if not a.asname}
        self.names |= {a.asname for a in node.names if a.asname}

    @override
    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        is_own = node.level > 0 or (node.module or "").rsplit(".", 1)[-1] in self._stems
        self._kept |= {a.name for a in node.names if not is_own or a.name in self._stems}


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str], members: Mapping[str, str], stems: set[str]) -> None:
        self._names = names
        self._members = members
        self._stems = stems
        self._modules: set[str] = set()

    @override
    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._names.get(node.id, node.id)
        return node

    @override
    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._names.get(node.arg, node.arg)
        return self.generic_visit(node)

    @override
    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        is_module = isinstance(node.value, ast.Name) and node.value.id in self._modules
        node.attr = (self._names if is_module else self._members).get(node.attr, node.attr)
        return self.generic_visit(node)

    @override
    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        for part in node.body:
            if isinstance(part, FunctionNode):
                part.name = self._members.get(part.name, part.name)
                self.generic_visit(part)
            else:
                self.visit(part)
        node.bases = [self.visit(base) for base in node.bases]
        return node

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return self.generic_visit(node)

    @override
    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return self.generic_visit(node)

    @override
    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    @override
    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    @override
    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = self._names.get(node.name, node.name) if node.name else None
        return self.generic_visit(node)

    @override
    def visit_Import(self, node: ast.Import) -> ast.AST:
        return self._imported(node)

    @override
    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            alias.name = self._names.get(alias.name, alias.name)
        return self._imported(node)

    def _imported(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            if alias.name.rsplit(".", 1)[-1] in self._stems:
                self._modules.add(alias.asname or alias.name)
            if alias.asname:
                alias.asname = self._names.get(alias.asname, alias.asname)
        return node

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        if name in self._names or name in self._members:
            for word in node.keywords:
                word.arg = self._names.get(word.arg, word.arg) if word.arg else None
        return self.generic_visit(node)
