"""Which data sets code loads by a name that it spells out: what the `datasets` library is asked for, and where."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from mlrbench_gui.audit.naming.thing import Thing
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.audit.provenance.flow.shut import Spot
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.values import RelPath

_LOADER = "load_dataset"
_LIBRARY = "datasets"
_FAILED = re.compile(
    r"\b(?:fail\w*|errors?|could not|cannot|unable|not found|doesn't exist)\b", re.IGNORECASE
)
_PLACE = re.compile(r"/|\.[a-z]{2,7}$")


@dataclass(frozen=True, slots=True)
class Load:
    """A call that loads a data set. `name` is empty where the code does not spell it out.

    `after_error` tells that it stands in the handler of an error: it is what is tried where something else failed.
    """

    path: RelPath
    line: int
    name: str
    after_error: bool

    def is_of(self, thing: Thing) -> bool:
        """Whether what it asks for is the thing or a closer variant of it."""
        return names(thing, self.name)


@dataclass(frozen=True, slots=True)
class Loading:
    """What one module loads, and what else may bring a data set in: other functions by name, files and values."""

    loads: tuple[Load, ...]
    sources: tuple[str, ...]

    def may_take(self, thing: Thing) -> bool:
        """Whether the thing may come in by another way than the calls: by a file, a function or a handed name."""
        return any(names(thing, source) for source in self.sources)


def names(thing: Thing, text: str) -> bool:
    """Whether a text names the thing or a closer variant of it."""
    return any(thing.is_named_by(found) for found in things_in(text))


def loading_of(path: RelPath, tree: ast.Module, shut: Collection[Spot] = ()) -> Loading:
    """What the module loads, without the parts that no start reached."""
    handled = {id(node) for handler in _handlers(tree) for node in all_nodes(handler)}
    is_library = _takes_loader(tree)
    loads: list[Load] = []
    sources = list(_imported(tree))
    asked: set[int] = set()
    for node in all_nodes(tree):
        if not isinstance(node, ast.expr) or (node.lineno, node.col_offset) in shut:
            continue
        if is_library and isinstance(node, ast.Call) and last_name(node.func) == _LOADER:
            given = [part for part in _asked(node) if isinstance(part.value, str)]
            asked |= {id(part) for part in given}
            name = (
                " ".join(str(part.value) for part in given)
                if node.args and given[:1] == node.args[:1]
                else ""
            )
            loads.append(Load(path, node.lineno, name, id(node) in handled))
    texts = (
        node for node in all_nodes(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    told = (str(node.value) for node in texts if id(node) not in asked and id(node) not in handled)
    sources += filter(_may_lead, told)
    return Loading(tuple(loads), tuple(sources))


def loaded_instead(thing: Thing, modules: Iterable[Loading], logs: Iterable[str]) -> tuple[Load, ...]:
    """The calls that load others where the thing is loaded nowhere: not at all, or only where an error was handled.

    Nothing where a name is not spelled out or the thing may come in by another way, nor where no log tells that what
    is tried first did not fail.
    """
    known = tuple(modules)
    loads = [load for module in known for load in module.loads]
    first = tuple(load for load in loads if not load.after_error)
    if not first or any(not load.name or load.is_of(thing) for load in first):
        return ()
    if any(module.may_take(thing) for module in known):
        return ()
    if any(load.is_of(thing) for load in loads) and not _stays_out(thing, first, tuple(logs)):
        return ()
    return first


def _stays_out(thing: Thing, first: Collection[Load], logs: Collection[str]) -> bool:
    """Whether logs tell that what is tried first did not fail, or that the thing failed after it."""
    failing = [line for text in logs for line in text.split("\n") if _FAILED.search(line)]
    if any(names(thing, line) for line in failing):
        return True
    return bool(logs) and not any(load.name.split(" ")[0] in line for load in first for line in failing)


def _may_lead(text: str) -> bool:
    """Whether a text may be handed to something that loads: a place, or little but one name."""
    if "\n" in text or len(text) > 160:
        return False
    return bool(_PLACE.search(text)) or any(2 * len(t.text) >= len(text) for t in things_in(text))


def _handlers(tree: ast.Module) -> Iterator[ast.ExceptHandler]:
    return (node for node in all_nodes(tree) if isinstance(node, ast.ExceptHandler))


def _imported(tree: ast.Module) -> Iterator[str]:
    """Names that the module has from others: what loads a data set may be called by it."""
    for node in all_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in _OF_DATA:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and last_name(node.value) == _LIBRARY:
            yield node.attr


_OF_DATA = frozenset(
    {"torchvision", "torchtext", "torchaudio", "sklearn", "keras", "tensorflow", "pycocotools"}
    | {"torch_geometric", "ogb", "nltk", "tensorflow_datasets", "timm"}
)
"""Packages whose functions and classes load data sets that they are named after."""


def _takes_loader(tree: ast.Module) -> bool:
    """Whether the loader is that of the library, and no function of the module's own."""
    own = any(isinstance(n, ast.FunctionDef) and n.name == _LOADER for n in tree.body)
    imports = (n for n in all_nodes(tree) if isinstance(n, ast.Import | ast.ImportFrom))
    modules = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        for node in imports
        for alias in node.names
    }
    return not own and _LIBRARY in modules


def _asked(call: ast.Call) -> list[ast.Constant]:
    """The data set and its part, as the call spells them out."""
    return [part for part in call.args[:2] if isinstance(part, ast.Constant)]
