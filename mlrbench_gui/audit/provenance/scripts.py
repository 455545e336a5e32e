"""What a script does to the numbers it leaves: draws them at random, holds them as literals, or computes them."""

import ast
import re
from dataclasses import dataclass

from mlrbench_gui.audit.provenance._visitor import Origin, Visitor
from mlrbench_gui.audit.provenance._vocabulary import MEASURING_IMPORTS, SIGNAL
from mlrbench_gui.domain.values import RelPath

_FIRST_LINES = 12
_MANY = 8
"""So many made-up numbers decide even where models are imported: an import proves no use."""
_FILE = re.compile(r"(?<![\w.-])[\w.-]{1,80}\.(?:json|csv|txt|log|md|png|pdf|jsonl|npz|npy|pkl|tsv)\b")


@dataclass(frozen=True, slots=True)
class ScriptReading:
    """What one script does. `signals` are lines that say themselves that something is simulated.

    `texts` are whole lines of literal texts with numbers, by which a log that was typed in code is known.
    """

    path: RelPath
    invented: tuple[Origin, ...] = ()
    measured: int = 0
    signals: tuple[tuple[int, str], ...] = ()
    measuring_imports: frozenset[str] = frozenset()
    local_imports: frozenset[str] = frozenset()
    names_files: frozenset[str] = frozenset()
    writes: bool = False
    reads_data: bool = False
    messages: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()
    draws: tuple[Origin, ...] = ()

    @property
    def first_invented(self) -> Origin:
        """The first made-up number of a script that makes results up."""
        return (*self.invented, *self.draws)[0]

    @property
    def fabricates(self) -> bool:
        """Whether its results are made up: invented numbers outweigh computed ones, or it says so of itself."""
        told = len(self.signals) >= 1
        if (
            self.says_so_first
            and self.draws
            and self.writes
            and not self.reads_data
            and not self.measuring_imports
        ):
            return True
        if not self.writes or len(self.invented) < 3:
            return False
        if len(self.invented) >= _MANY and len(self.invented) > 4 * self.measured:
            return True
        outweighs = len(self.invented) > 2 * self.measured
        return (told and 2 * len(self.invented) >= self.measured) or (
            outweighs and not self.reads_data and not self.measuring_imports
        )

    @property
    def says_so_first(self) -> bool:
        """Whether its name or its first lines say that what it makes is not real."""
        name = self.path.rsplit("/", 1)[-1].replace("_", " ")
        return SIGNAL.search(name) is not None or any(line <= _FIRST_LINES for line, _ in self.signals)

    @property
    def measures(self) -> bool:
        """Whether it runs models or learns from data as far as its imports and calls tell."""
        return bool(self.measuring_imports) and not self.fabricates


def read_script(path: RelPath, text: str, tree: ast.Module | None, *, direct: bool) -> ScriptReading:
    """Read a script; `direct` tells that it was itself started, so that its `__main__` part counts."""
    signals = tuple(
        (n, line.strip()[:160])
        for n, line in enumerate(text.split("\n"), start=1)
        if len(line) < 600 and SIGNAL.search(line)
    )
    if tree is None:
        files = frozenset(_FILE.findall(text))
        return ScriptReading(path, signals=signals, names_files=files, writes=bool(files), reads_data=True)
    visitor = Visitor(direct=direct)
    try:
        visitor.visit(tree)
    except RecursionError:
        visitor.measured += 1
    return ScriptReading(
        path,
        tuple(visitor.invented),
        visitor.measured,
        signals,
        frozenset(visitor.imports & MEASURING_IMPORTS),
        frozenset(visitor.imports),
        frozenset(visitor.files - (visitor.read_files - visitor.written_files)),
        visitor.writes,
        visitor.reads,
        tuple(visitor.messages),
        frozenset(visitor.texts),
        tuple(visitor.draws),
    )
