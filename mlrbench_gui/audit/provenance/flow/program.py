"""The program of a run as the analysis needs it: modules, functions, classes, imports, what is known so far."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from mlrbench_gui.audit.provenance.flow.atoms import NOTHING, Value, union
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.domain.values import RelPath


@dataclass(eq=False)
class Function:
    """A function or method: what its parameters got from all calls, what it returns, and whether it is called."""

    module: RelPath
    node: FunctionNode
    owner: str = ""
    given: dict[str, Value] = field(default_factory=dict)
    returns: Value = NOTHING
    is_called: bool = False

    @property
    def parameters(self) -> list[str]:
        """Names in order, `self` left out."""
        arguments = self.node.args
        names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        if self.owner and names and names[0] in ("self", "cls"):
            names = names[1:]
        return names

    @property
    def named_only(self) -> list[str]:
        """Names that are given by keyword alone."""
        return [a.arg for a in self.node.args.kwonlyargs]


@dataclass
class Module:
    """One file: its tree, its names, what it imports (alias to dotted name), sources of random numbers by name.

    `once` are the expressions of names that are assigned just once, `shared` the names that functions may change.
    """

    path: RelPath
    tree: ast.Module
    names: dict[str, Value] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, dict[str, Function]] = field(default_factory=dict)
    generators: set[str] = field(default_factory=set)
    once: dict[str, ast.expr | None] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()


@dataclass
class Scope:
    """Where an expression stands: the module, the class of `self`, the names of the function (None at module level)."""

    module: Module
    owner: str = ""
    own: dict[str, Value] | None = None

    def get(self, name: str) -> Value | None:
        """What a name holds, None if it is not known here."""
        if self.own is not None and name in self.own:
            return self.own[name]
        return self.module.names.get(name)

    def bind(self, name: str, value: Value) -> None:
        """The name holds this too: the order of lines is not followed."""
        names = self.own if self.own is not None else self.module.names
        names[name] = union((names.get(name, NOTHING), value))

    def set(self, name: str, value: Value) -> None:
        """The name holds this alone from here on."""
        names = self.own if self.own is not None else self.module.names
        names[name] = value

    def add(self, name: str, value: Value) -> None:
        """The container of this name holds this too, wherever it was made."""
        if self.own is not None and name in self.own:
            self.own[name] = union((self.own[name], value))
        elif name in self.module.names:
            self.module.names[name] = union((self.module.names[name], value))
        else:
            self.bind(name, value)

    def inner(self) -> "Scope":
        """The scope of a comprehension."""
        return Scope(self.module, self.owner, dict(self.own or {}))

    def owner_of(self, node: ast.Attribute) -> str:
        """The class of `self` here, empty for other objects: what those hold is kept together by name."""
        is_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        return self.owner if is_self else ""


class Program:
    """All code of a run. `attributes` are what objects of own classes hold, by class and name."""

    def __init__(self, trees: Mapping[RelPath, ast.Module]) -> None:
        self.modules = {path: _module(path, tree) for path, tree in trees.items()}
        self.attributes: dict[tuple[str, str], Value] = {}
        self.methods: dict[str, list[Function]] = {}
        self._owners: dict[str, set[str]] = {}
        self._stems: dict[str, list[Module]] = {}
        for module in self.modules.values():
            self._stems.setdefault(PurePosixPath(module.path).stem, []).append(module)
            for members in module.classes.values():
                for name, function in members.items():
                    self.methods.setdefault(name, []).append(function)

    def imported_modules(self) -> set[RelPath]:
        """The modules that another one imports."""
        found = set()
        for module in self.modules.values():
            for dotted in (*module.imports.values(), *module.stars):
                for name in (dotted, dotted.rpartition(".")[0]):
                    own = self.own_module(name) if name else None
                    if own is not None and own is not module:
                        found.add(own.path)
        return found

    def functions(self) -> Iterator[Function]:
        """All functions and methods."""
        for module in self.modules.values():
            yield from module.functions.values()
            for members in module.classes.values():
                yield from members.values()

    def own_module(self, dotted: str) -> Module | None:
        """The run's module of this dotted name; of several of one name none is meant for sure."""
        found = self._stems.get(dotted.rsplit(".", 1)[-1], [])
        return found[0] if len(found) == 1 else None

    def imported(self, module: Module, name: str) -> tuple[Module, str] | None:
        """The own module and the name in it that a name here was imported from."""
        dotted = module.imports.get(name)
        if dotted is not None and "." in dotted:
            home, member = dotted.rsplit(".", 1)
            own = self.own_module(home)
            if own is not None:
                return own, member
        for star in module.stars:
            own = self.own_module(star)
            if own is not None and (name in own.functions or name in own.classes or name in own.names):
                return own, name
        return None

    def function(self, module: Module, name: str) -> Function | None:
        """The own function that a plain name calls here."""
        if name in module.functions:
            return module.functions[name]
        place = self.imported(module, name)
        return place[0].functions.get(place[1]) if place is not None else None

    def class_members(self, module: Module, name: str) -> dict[str, Function] | None:
        """The methods of the own class of this name."""
        if name in module.classes:
            return module.classes[name]
        place = self.imported(module, name)
        return place[0].classes.get(place[1]) if place is not None else None

    def hold(self, owner: str, name: str, value: Value) -> None:
        """An object of this class holds the value under this name."""
        key = (owner, name)
        self.attributes[key] = union((self.attributes.get(key, NOTHING), value))
        self._owners.setdefault(name, set()).add(owner)

    def held(self, name: str) -> Value:
        """What objects of any class hold under this name."""
        return union(self.attributes[owner, name] for owner in self._owners.get(name, ()))

    def size(self) -> int:
        """Grows as long as something new is found."""
        known = sum(len(v) for module in self.modules.values() for v in module.names.values())
        known += sum(len(v) for v in self.attributes.values())
        for function in self.functions():
            known += len(function.returns) + function.is_called + sum(len(v) for v in function.given.values())
        return known


def _module(path: RelPath, tree: ast.Module) -> Module:
    module = Module(path, tree)
    for node in all_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                module.imports[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            _import_from(module, node)
        elif isinstance(node, ast.ClassDef):
            members = [n for n in node.body if isinstance(n, FunctionNode)]
            module.classes[node.name] = {n.name: Function(path, n, node.name) for n in members}
    inside = {id(f.node) for members in module.classes.values() for f in members.values()}
    for node in all_nodes(tree):
        if isinstance(node, FunctionNode) and id(node) not in inside:
            module.functions[node.name] = Function(path, node)
    module.once = assigned_once(tree)
    module.shared = frozenset(
        part.id
        for node in all_nodes(tree)
        if isinstance(node, FunctionNode | ast.Lambda)
        for part in all_nodes(node)
        if isinstance(part, ast.Name)
    )
    return module


def assigned_once(tree: ast.Module) -> dict[str, ast.expr | None]:
    """Names that hold one expression in the whole file."""
    counts: dict[str, int] = {}
    held: dict[str, ast.expr | None] = {}
    for node in all_nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            counts[node.id] = counts.get(node.id, 0) + 1
        elif isinstance(node, ast.arg):
            counts[node.arg] = counts.get(node.arg, 0) + 2
        elif (
            isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        ):
            held[node.targets[0].id] = node.value
    return {name: value for name, value in held.items() if counts[name] == 1}


def _import_from(module: Module, node: ast.ImportFrom) -> None:
    for alias in node.names:
        if alias.name == "*":
            module.stars.append(node.module or "")
        else:
            module.imports[alias.asname or alias.name] = f"{node.module or ''}.{alias.name}"
