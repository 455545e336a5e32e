"""Data that code which ran drew or composed by itself, where no code that ran takes any in from outside."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mlrbench_gui.audit.provenance.flow.shut import Shut, Spot
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
from mlrbench_gui.domain.values import RelPath

_DRAWS = frozenset(
    {"randn", "rand", "normal", "uniform", "standard_normal", "multivariate_normal", "randint", "random"}
)
_MAKERS = frozenset({"make_classification", "make_blobs", "make_regression", "make_moons", "make_circles"})
_MADE_DATA = re.compile(
    r"^_?(?:create|generate|make|build|gen|get)_(?:\w+_)?(?:synthetic|dummy|fake|mock|toy|simulated|artificial)_"
    r"(?:\w+_)?(?:data\w*|samples?|examples?|images?|texts?|corpus|corpora|questions?|qa\w*|problems?|users?)$"
)
_LOADS = frozenset(
    {"load_dataset", "load_from_disk", "read_csv", "read_parquet", "read_excel", "read_table", "genfromtxt"}
    | {"loadtxt", "loadmat", "urlopen", "urlretrieve", "hf_hub_download", "snapshot_download", "ImageFolder"}
    | {"get_dataset", "read_feather", "read_hdf", "dataset_download_files", "imread", "DictReader", "reader"}
    | {"TUDataset", "Planetoid", "openml", "load_builtin", "create_completion", "File"}
)
"""Calls by which data of others come in."""
_LOADED = re.compile(r"^(?:fetch_\w+|load_(?:iris|digits|wine|breast_cancer|diabetes|boston|linnerud))$")
_HOLDERS = frozenset({"datasets", "torchtext", "tfds", "requests", "kaggle", "kagglehub", "openml"})
"""What the call of a loader stands behind: `torchvision.datasets.CIFAR10`, `requests.get`."""
_WEIGHTS = re.compile(
    r"weight|bias|noise|init|embed|param|perturb|mask|token|^w\d?$|^b\d?$|eps|kernel", re.IGNORECASE
)
_SIZES = 2


@dataclass(frozen=True, slots=True)
class DrawnData:
    """The line at which the run's data are drawn or composed, and the name that code gives to it."""

    path: RelPath
    line: int
    name: str


def drawn_data(trees: Mapping[RelPath, ast.Module], shut: Shut) -> DrawnData | None:
    """Where scripts that ran make the data of the run; None if any takes data in, or none makes some.

    Parts that no start reached count for neither.
    """
    nodes = {path: _reached(tree, shut.get(path, frozenset())) for path, tree in sorted(trees.items())}
    everything = [node for found in nodes.values() for node in found]
    if any(_takes_in(node) for node in everything):
        return None
    called = {last_name(node.func) for node in everything if isinstance(node, ast.Call)}
    composed = (
        DrawnData(p, made.lineno, made.name)
        for p, found in nodes.items()
        for made in _composed(found, called)
    )
    drawn = (DrawnData(p, line, name) for p, found in nodes.items() for line, name in _arrays(found))
    return next(composed, None) or next(drawn, None)


def _reached(tree: ast.Module, shut: frozenset[Spot]) -> list[ast.AST]:
    return [node for node in all_nodes(tree) if not _is_shut(node, shut)]


def _arrays(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Lines and names of drawn arrays outside of networks."""
    networks = [node for node in nodes if isinstance(node, ast.ClassDef) and _is_network(node)]
    layers = {id(part) for network in networks for part in all_nodes(network)}
    for node in nodes:
        if isinstance(node, ast.Assign) and id(node) not in layers and (name := _drawn(node)):
            yield node.lineno, name


def _is_shut(node: ast.AST, shut: frozenset[Spot]) -> bool:
    return isinstance(node, ast.expr | ast.stmt) and (node.lineno, node.col_offset) in shut


def _takes_in(node: ast.AST) -> bool:
    """Whether a call brings in data that others made."""
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    if name in _LOADS or _LOADED.match(name):
        return True
    holder = node.func.value if isinstance(node.func, ast.Attribute) else None
    return holder is not None and last_name(holder) in _HOLDERS


def _composed(nodes: list[ast.AST], called: set[str]) -> Iterator[FunctionNode]:
    """Functions that are called and whose names say that the data which they make are not real."""
    for node in nodes:
        if isinstance(node, FunctionNode) and node.name in called and _MADE_DATA.match(node.name.lower()):
            yield node


def _drawn(node: ast.Assign) -> str:
    """The name that holds a drawn array of two or more sizes, no weights and no noise; empty for anything else."""
    if not isinstance(node.value, ast.Call):
        return ""
    name, function = last_name(node.targets[0]), last_name(node.value.func)
    if not name or _WEIGHTS.search(name):
        return ""
    if function in _MAKERS:
        return name
    return name if function in _DRAWS and _sizes(node.value) >= _SIZES else ""


def _sizes(call: ast.Call) -> int:
    """How many sizes a drawn array is given: `randn(100, 5)`, `normal(size=(100, 5))`."""
    given = [k.value for k in call.keywords if k.arg in ("size", "shape")]
    rows = [*given, *call.args]
    tuples = [len(row.elts) for row in rows if isinstance(row, ast.Tuple | ast.List)]
    plain = len(call.args) if last_name(call.func) in ("randn", "rand", "random") else 0
    return max([plain, *tuples])


def _is_network(node: ast.ClassDef) -> bool:
    """Whether a class is a part of a network, whose draws are start values."""
    return any(last_name(base) in ("Module", "Layer", "Model") for base in node.bases)
