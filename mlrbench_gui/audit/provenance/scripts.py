"""What a script does to the numbers it leaves: draws them at random, holds them as literals, or computes them."""

import ast
import re
from dataclasses import dataclass
from functools import cached_property

from mlrbench_gui.audit.provenance._visitor import Origin, Visitor
from mlrbench_gui.audit.provenance._vocabulary import MEASURING_IMPORTS, SETTING, SIGNAL
from mlrbench_gui.audit.provenance.flow.atoms import Ingredient
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.values import RelPath

_FIRST_LINES = 12
_FEW = 3
_MANY = 8
"""So many made-up numbers decide even where models are imported: an import proves no use."""
_FILE = re.compile(r"(?<![\w.-])[\w.-]{1,80}\.(?:json|csv|txt|log|md|png|pdf|jsonl|npz|npy|pkl|tsv)\b")


@dataclass(frozen=True)
class ScriptReading:
    """What one script does. `signals` are lines that say themselves that something is simulated.

    `texts` are whole lines of literal texts with numbers, by which a log that was typed in code is known. `leaves` are
    the numbers that it leaves behind, with what went into each.
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
    leaves: tuple[Leaf, ...] = ()

    @property
    def first_invented(self) -> Origin:
        """The first made-up number of a script that makes results up."""
        followed = (Origin(leaf.line, leaf.label, random=True) for leaf in self._drawn_results)
        return next(iter((*self.invented, *followed, *self.draws)))

    @cached_property
    def _kept(self) -> tuple[Leaf, ...]:
        """What it leaves in files and pictures."""
        return tuple(leaf for leaf in self.leaves if leaf.sink is not Sink.PRINTED)

    @cached_property
    def _drawn_results(self) -> tuple[Leaf, ...]:
        """Numbers under names of measures that nothing but random draws and literals went into, by line."""
        return tuple(
            leaf
            for leaf in self._kept
            if leaf.made_of.is_made_up and leaf.made_of & Ingredient.RANDOM and is_measure(leaf.label)
        )

    @cached_property
    def draws_results(self) -> bool:
        """Whether what it leaves are draws under names of measures, and data went into far fewer of its numbers."""
        drawn = sum(1 for leaf in self._kept if leaf.made_of.is_made_up and leaf.made_of & Ingredient.RANDOM)
        computed = sum(1 for leaf in self._kept if leaf.made_of.is_computed)
        return len(self._drawn_results) >= _FEW and drawn > 2 * computed

    def makes_up(self, label: str) -> bool:
        """Whether all that it leaves under this name is made up, measures alone: a setting is meant to be typed."""
        wanted = name_words(label)
        under = [leaf for leaf in self.leaves if name_words(leaf.label) == wanted]
        return bool(under) and is_measure(label) and all(leaf.made_of.is_made_up for leaf in under)

    def draws_under(self, label: str) -> bool:
        """Whether it leaves a random draw under this name."""
        wanted = name_words(label)
        return any(
            leaf.made_of & Ingredient.RANDOM for leaf in self.leaves if name_words(leaf.label) == wanted
        )

    @cached_property
    def computes_nothing(self) -> bool:
        """Whether no data went into any number that it leaves, though it leaves some: all are literals and draws."""
        is_bare = not self.measuring_imports and not self.reads_data
        return is_bare and bool(self._kept) and all(leaf.made_of.is_made_up for leaf in self._kept)

    @cached_property
    def fabricates(self) -> bool:
        """Whether its results are made up: invented numbers outweigh computed ones, or it says so of itself."""
        if self.draws_results:
            return True
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


def is_measure(label: str) -> bool:
    """Whether a number of this name is a result rather than a setting."""
    return MEASURE.search(label) is not None and SETTING.search(label) is None


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
