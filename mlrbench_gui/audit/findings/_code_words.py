"""The words of the code that ran: its names and texts, without comments, reports and parts that nothing calls."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import RunFacts
from mlrbench_gui.audit.provenance.origin import Origins
from mlrbench_gui.audit.text.trees import all_nodes, children
from mlrbench_gui.audit.trust.weighing import MADE_UP
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Provenance

_REPORTS = frozenset({"write", "info", "print", "warning", "debug", "error", "writelines"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 400_000
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class CodeWords:
    """Words of code. `spaced` has names split into words, `run_together` letters and digits alone."""

    def __init__(self, text: str) -> None:
        spaced = re.sub(r"[^a-z0-9]+", " ", _CAMEL.sub(" ", text).lower())
        self.spaced = f" {spaced} {re.sub('[^a-z0-9]+', ' ', text.lower())} "
        self.run_together = re.sub(r"[^a-z0-9]+", "", text.lower())

    def has(self, name: str) -> bool:
        """Whether a name stands in the code; a short one as a word of its own, one with a version also without it."""
        plain = re.sub(r"[^a-z0-9]+", "", name.lower())
        head = re.match(r"[a-z]+", plain)
        stem = head.group() if head else plain
        if len(plain) >= 5 and plain in self.run_together:
            return True
        if len(stem) >= 5 and stem in self.run_together:
            return True
        return any(f" {form} " in self.spaced for form in (plain, stem, f"{plain}s") if len(form) > 1)

    def begins(self, stem: str) -> bool:
        """Whether a word of the code begins so."""
        return f" {stem}" in self.spaced

    def shows(self, pattern: re.Pattern[str]) -> bool:
        """Whether the code holds one of these words."""
        return pattern.search(self.spaced) is not None


def code_words(facts: RunFacts) -> CodeWords | None:
    """The words of code that ran to its end, else of all that ran, and of what programs wrote; None without code.

    Where no transcript tells what ran, those of all code.
    """
    counting = facts.runs.readings if not facts.tells_runs else facts.runs.ended or facts.runs.ran
    counting = counting or facts.runs.readings
    trees = {p: tree for p in facts.runs.readings if p in counting and (tree := facts.files.tree(p))}
    if not trees:
        return None
    called = _called([node for tree in trees.values() for node in all_nodes(tree)])
    pieces = [piece for tree in trees.values() for piece in _pieces(tree, called)]
    pieces += [facts.files.text(p) for p in facts.runs.readings if p.endswith(".sh")]
    pieces += [" ".join(run.arguments) for run in facts.runs.recorded]
    pieces += [*trees, *_outputs(facts, facts.origins)]
    return CodeWords("\n".join(pieces))


def _outputs(facts: RunFacts, origins: Origins) -> Iterator[str]:
    """What programs wrote, and configuration; results that were typed or drawn show nothing."""
    for path in facts.files.of_role(ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG):
        provenance = origins.root(path).provenance
        is_config = facts.files.roles[path] is ArtifactRole.JSON and not path.startswith("results")
        if is_config or provenance not in (*MADE_UP, Provenance.HARNESS_SNAPSHOT):
            yield facts.files.text(path)[:_LONGEST]


def _called(nodes: list[ast.AST]) -> frozenset[str]:
    """All names that code loads, so that a function or class of another name is called by nothing."""
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names |= {a.name for node in nodes if isinstance(node, ast.ImportFrom | ast.Import) for a in node.names}
    return frozenset(names)


def _pieces(node: ast.AST, called: frozenset[str], *, inherits: bool = False) -> Iterator[str]:
    """Names and texts of a part of code; a body that nothing calls and a call that reports add none."""
    if isinstance(node, _Definition):
        is_method_of_library = inherits or (node.name.startswith("__") and node.name.endswith("__"))
        if node.name not in called and not is_method_of_library:
            return
        yield node.name
    yield from _own_words(node)
    is_report = (
        isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in _REPORTS
    )
    below = isinstance(node, ast.ClassDef) and bool(node.bases)
    for child in children(node):
        is_text = isinstance(child, ast.Constant | ast.JoinedStr)
        is_note = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_note and not (is_report and is_text):
            yield from _pieces(child, called, inherits=below)


def _own_words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
