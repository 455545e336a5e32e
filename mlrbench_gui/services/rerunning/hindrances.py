"""Why scripts cannot be run again, as far as their imports and calls tell before anything is started."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.rerunning import Hindrance, Obstacle
from mlrbench_gui.domain.values import RelPath

_SERVICES = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "google.generativeai": "Google Gemini",
    "cohere": "Cohere",
    "mistralai": "Mistral",
    "together": "Together",
    "groq": "Groq",
    "litellm": "a model endpoint",
}
_FETCHES = {
    "load_dataset": "loads a data set from a hub",
    "from_pretrained": "loads a model from a hub",
    "SentenceTransformer": "loads a model from a hub",
    "hf_hub_download": "loads a file from a hub",
    "snapshot_download": "loads a model from a hub",
    "fetch_openml": "loads a data set from OpenML",
    "urlretrieve": "loads a file from the web",
    "urlopen": "reads from the web",
}
_FETCHES_OF = {"nltk": ("download",), "requests": ("get", "post"), "gdown": ("download",), "clip": ("load",)}
_TORCH_SETS = ("datasets",)


def hindrances_of(trees: Mapping[RelPath, ast.Module]) -> tuple[Hindrance, ...]:
    """What keeps these scripts from running without network, keys and accelerators; each kind and text once."""
    found: dict[tuple[Obstacle, str], Hindrance] = {}
    own = _Own.of(trees)
    for path, tree in sorted(trees.items()):
        for hindrance in (*_keys(path, tree), *_fetches(path, tree, own), *_accelerators(path, tree)):
            found.setdefault((hindrance.obstacle, hindrance.text), hindrance)
    return tuple(found.values())


def packages_of(trees: Mapping[RelPath, ast.Module], local: Iterable[str]) -> tuple[str, ...]:
    """The third-party packages that the scripts cannot do without."""
    own = set(local) | set(sys.stdlib_module_names)
    names = {name.partition(".")[0] for tree in trees.values() for name, _ in _imports(tree)}
    return tuple(sorted(names - own))


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Modules imported and lines; what a script tries to import and can do without is left out."""
    optional = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try) and any(_catches_import(handler) for handler in node.handlers)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in optional:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module, node.lineno


def _catches_import(handler: ast.ExceptHandler) -> bool:
    names = (
        {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)} if handler.type else set()
    )
    return handler.type is None or bool(names & {"ImportError", "ModuleNotFoundError", "Exception"})


def _keys(path: RelPath, tree: ast.Module) -> Iterator[Hindrance]:
    for name, line in _imports(tree):
        for module, service in _SERVICES.items():
            if name == module or name.startswith(module + "."):
                text = f"asks {service}, which needs a key and the network"
                yield Hindrance(obstacle=Obstacle.KEY, text=text, path=path, line=line)


@dataclass(frozen=True, slots=True)
class _Own:
    """What the scripts define themselves: the names of their modules, and of their functions and methods."""

    modules: frozenset[str]
    functions: frozenset[str]

    @classmethod
    def of(cls, trees: Mapping[RelPath, ast.Module]) -> "_Own":
        parts = (part.removesuffix(".py") for path in trees for part in path.split("/"))
        nodes = (node for tree in trees.values() for node in ast.walk(tree))
        named = (node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        return cls(frozenset(parts), frozenset(named))


def _foreign(tree: ast.Module, own: _Own) -> frozenset[str]:
    """The names that a script imports from elsewhere than the run."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            is_own = bool(node.level) or (node.module or "").partition(".")[0] in own.modules
        elif isinstance(node, ast.Import):
            is_own = False
        else:
            continue
        if not is_own:
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return frozenset(found)


def _is_own(node: ast.Call, foreign: frozenset[str], own: _Own) -> bool:
    """Whether the run itself defines what is called, so that its body tells what it needs."""
    root: ast.expr = node.func
    while isinstance(root, ast.Attribute | ast.Call):
        root = root.value if isinstance(root, ast.Attribute) else root.func
    is_foreign = isinstance(root, ast.Name) and root.id in foreign
    return not is_foreign and _called(node)[0] in own.functions


def _fetches(path: RelPath, tree: ast.Module, own: _Own) -> Iterator[Hindrance]:
    foreign = _foreign(tree, own)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name, owner = _called(node)
        text = _FETCHES.get(name)
        if text is None and name in _FETCHES_OF.get(owner, ()):
            text = f"calls {owner}.{name}, which needs the network"
        if text is not None and (_is_local(node) or _is_own(node, foreign, own)):
            continue
        if text is None and any(k.arg == "download" and _is_true(k.value) for k in node.keywords):
            text = f"downloads the data set {name}"
        if text is not None:
            yield Hindrance(obstacle=Obstacle.DATA, text=text, path=path, line=node.lineno)


def _called(node: ast.Call) -> tuple[str, str]:
    """The name that is called, and that of what it is called on."""
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return node.func.attr, owner.id if isinstance(owner, ast.Name) else ""
    return (node.func.id, "") if isinstance(node.func, ast.Name) else ("", "")


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _is_local(node: ast.Call) -> bool:
    """A path that begins in the run's own folders needs no network."""
    first = node.args[0] if node.args else None
    return (
        isinstance(first, ast.Constant)
        and isinstance(first.value, str)
        and first.value.startswith((".", "/"))
    )


def _accelerators(path: RelPath, tree: ast.Module) -> Iterator[Hindrance]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if any(_called(node)[0] == "is_available" for node in calls):
        return
    for node in calls:
        name, _ = _called(node)
        to_cuda = name in ("to", "device") and any(
            isinstance(a, ast.Constant) and str(a.value).startswith("cuda") for a in node.args
        )
        if name == "cuda" or to_cuda:
            text = "works on a GPU and asks nowhere whether there is one"
            yield Hindrance(obstacle=Obstacle.GPU, text=text, path=path, line=node.lineno)
            return
