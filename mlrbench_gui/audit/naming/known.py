"""What the files of a run call by name, and where: code first, then logs, configurations and results."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.naming.loading import Load, Loading, loaded_instead, loading_of
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.audit.notebooks.reading import PYTHON
from mlrbench_gui.audit.provenance.flow.shut import Shut, Spot
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.text.words import joined
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_LONGEST = 160
_LARGEST = 2_000_000
_UNKNOWN_SHORTEST = 4
_BY_DEFAULT = {
    "Trainer": "AdamW",
    "TrainingArguments": "AdamW",
    "MLPClassifier": "Adam",
    "MLPRegressor": "Adam",
}
"""Optimizers that widely used classes take where none is named."""
_GRADIENT = re.compile(r"(?:\w+_)?grad(?:ient)?s?(?:_\w+)?")
_FRAMEWORKS = frozenset(("torch", "tensorflow", "keras", "jax", "sklearn", "transformers"))
_DATA = (ArtifactRole.LOG, ArtifactRole.JSON, ArtifactRole.CSV)
_PROSE = (
    ArtifactRole.RESULTS_NOTE,
    ArtifactRole.README,
    ArtifactRole.PROPOSAL,
    ArtifactRole.IDEA,
    ArtifactRole.TASK,
    ArtifactRole.LITERATURE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing named at a line of a file; `ran` tells whether the file is code that ran, or no code.

    `is_value` says that it is all or most of a text of the code, and not a word of some title.
    """

    thing: Thing
    path: RelPath
    line: int
    ran: bool = True
    is_value: bool = False


@dataclass
class NamesKnown:
    """The names that a run's files hold; code is read once, other files when a name is asked for."""

    files: EvidenceFiles
    ran: Collection[RelPath]
    shut: Shut = field(default_factory=dict)
    made_up: Collection[RelPath] = ()
    """Scripts that make results up: what they only print or write of things tells nothing of what was used."""
    _code: list[Mention] | None = field(default=None, repr=False)
    _loading: tuple[Loading, ...] | None = field(default=None, repr=False)
    _words: dict[RelPath, list[tuple[str, int]]] = field(default_factory=dict, repr=False)

    @property
    def in_code(self) -> list[Mention]:
        """All widely known names of the code, that which ran first."""
        if self._code is None:
            found = [
                Mention(thing, path, line, self._has_run(path), _is_call_of(thing, text))
                for path in self.files.of_role(ArtifactRole.CODE)
                for text, line in self._texts(path)
                for thing in _known(text)
                if path not in self.made_up or _is_call_of(thing, text)
            ]
            self._code = sorted(found, key=lambda m: (not m.ran, not m.path.endswith(PYTHON), not m.is_value))
        return self._code

    def naming(self, thing: Thing) -> list[Mention]:
        """Where code, logs, configurations and results name the thing, one mention for each file."""
        if thing.family:
            code = [m for m in self.in_code if thing.is_named_by(m.thing)]
        else:
            code = list(self._unknown_in_code(thing))
        first = {m.path: m for m in reversed(code)}
        return list(reversed(first.values())) + list(self._in_texts(thing, _DATA))

    def in_prose(self, thing: Thing) -> Mention | None:
        """Where the agent's own prose names it."""
        return next(self._in_texts(thing, _PROSE), None)

    def loaded_instead(self, thing: Thing) -> tuple[Load, ...]:
        """The calls of code that ran which load other data sets, where this one is loaded nowhere."""
        if thing.role is not ThingRole.DATASET or not thing.family:
            return ()
        if self._loading is None:
            trees = (
                (p, self.files.tree(p)) for p in self.files.of_role(ArtifactRole.CODE) if self._counts(p)
            )
            self._loading = tuple(
                loading_of(path, tree, self.shut.get(path, frozenset()))
                for path, tree in trees
                if tree is not None
            )
        if not any(module.loads for module in self._loading):
            return ()
        logs = [p for p in self.files.of_role(ArtifactRole.LOG) if self.files.size_of(p) <= _LARGEST]
        return loaded_instead(thing, self._loading, map(self.files.text, logs))

    def _counts(self, path: RelPath) -> bool:
        """Whether it is code that is known to have run."""
        return path.endswith(PYTHON) and path in self.ran

    def others(self, thing: Thing) -> list[Mention]:
        """Things of the same role that code which ran names."""
        return [m for m in self.in_code if m.ran and m.thing.role is thing.role]

    def calling(self, words: Collection[str]) -> Mention | None:
        """Where code that ran calls something by one of these words."""
        for path in self.files.of_role(ArtifactRole.CODE):
            if path.endswith(PYTHON) and self._has_run(path) and path not in self.made_up:
                for word, line in self._texts(path):
                    if word in words:
                        return Mention(Thing(word, ThingRole.PRECISION, "", (), 0, 0), path, line)
        return None

    def steps_by_hand(self) -> list[Mention]:
        """Where code that ran takes gradient steps itself, and imports nothing that could do so."""
        for path in self.files.of_role(ArtifactRole.CODE):
            if not path.endswith(PYTHON) or not self._has_run(path):
                continue
            words = self._texts(path)
            steps = [line for word, line in words if _GRADIENT.fullmatch(word)]
            if steps and not any(word.partition(".")[0] in _FRAMEWORKS for word, _ in words):
                thing = Thing("gradient steps by hand", ThingRole.OPTIMIZER, "", (), 0, 0)
                return [Mention(thing, path, steps[0])]
        return []

    def _has_run(self, path: RelPath) -> bool:
        return not self.ran or path in self.ran or not path.endswith(PYTHON)

    def _texts(self, path: RelPath) -> list[tuple[str, int]]:
        """Names, short texts and imports of a Python file; the lines of other code. Comments say nothing."""
        if path not in self._words:
            tree = self.files.tree(path) if path.endswith(PYTHON) else None
            if tree is not None:
                self._words[path] = list(_words_of(tree, self.shut.get(path, frozenset())))
            elif path.endswith(PYTHON) or self.files.size_of(path) > _LARGEST:
                self._words[path] = []
            else:
                lines = self.files.text(path).split("\n")
                self._words[path] = [(line[:_LONGEST], i) for i, line in enumerate(lines, 1)]
        return self._words[path]

    def _unknown_in_code(self, thing: Thing) -> Iterator[Mention]:
        wanted = joined(thing.text)
        if len(wanted) < _UNKNOWN_SHORTEST:
            return
        pattern = _whole(wanted)
        for path in self.files.of_role(ArtifactRole.CODE):
            for text, line in self._texts(path):
                if pattern.search(text):
                    yield Mention(thing, path, line, self._has_run(path))
                    break

    def _in_texts(self, thing: Thing, roles: tuple[ArtifactRole, ...]) -> Iterator[Mention]:
        core = thing.family or joined(thing.text)
        pattern = _whole(core)
        for path in self.files.of_role(*roles):
            if self.files.size_of(path) > _LARGEST:
                continue
            text = self.files.text(path)
            for hit in pattern.finditer(text):
                near = text[max(0, hit.start() - 30) : hit.end() + 60].split("\n")
                if not thing.family or any(thing.is_named_by(t) for part in near for t in _known(part)):
                    yield Mention(thing, path, text.count("\n", 0, hit.start()) + 1)
                    break


def _is_call_of(thing: Thing, text: str) -> bool:
    """Whether the name is all or most of a text of the code."""
    return 2 * len(thing.text) >= len(text)


def _whole(core: Iterable[str]) -> re.Pattern[str]:
    """The name as whole words, however it is joined; a new word also begins at a capital: never ROC in processing."""
    between = r"[-_ /]?".join(map(re.escape, core))
    begins = r"(?:(?<![A-Za-z0-9])|(?<=[a-z0-9])(?-i:(?=[A-Z])))"
    return re.compile(rf"{begins}{between}(?-i:(?![a-z])|(?=s\b))", re.IGNORECASE)


@lru_cache(maxsize=60_000)
def _known(text: str) -> tuple[Thing, ...]:
    return tuple(things_in(text))


def _words_of(tree: ast.Module, shut: Collection[Spot] = ()) -> Iterator[tuple[str, int]]:
    """What a Python file calls things: names, attributes, imports, and texts of one line, docstrings aside.

    What stands in parts that no start reached is left out.
    """
    told: set[int] = set()
    for node in all_nodes(tree):
        if shut and isinstance(node, ast.expr | ast.stmt) and (node.lineno, node.col_offset) in shut:
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            told.add(id(node.value))
        elif isinstance(node, ast.Constant) and id(node) not in told:
            if isinstance(node.value, str) and len(node.value) <= _LONGEST and "\n" not in node.value:
                yield node.value, node.lineno
        elif isinstance(node, ast.expr | ast.stmt):
            for name in _called(node):
                yield name, node.lineno


def _called(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
        if node.id in _BY_DEFAULT:
            yield _BY_DEFAULT[node.id]
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.name for alias in node.names)
        yield (node.module or "") if isinstance(node, ast.ImportFrom) else ""
