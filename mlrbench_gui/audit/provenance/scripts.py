"""What a script does to the numbers it leaves: draws them at random, holds them as literals, or computes them."""

import ast
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import PurePosixPath

from mlrbench_gui.audit.provenance._visitor import Origin, Visitor
from mlrbench_gui.audit.provenance._vocabulary import MEASURING_IMPORTS, SETTING, SIGNAL
from mlrbench_gui.audit.provenance.flow.atoms import Ingredient
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.values import RelPath

_FEW = 3
_MANY = 8
"""So many made-up numbers decide even where models are imported: an import proves no use."""
_FILE = re.compile(r"(?<![\w.-])[\w.-]{1,80}\.(?:json|csv|txt|log|md|png|pdf|jsonl|npz|npy|pkl|tsv)\b")


@dataclass(frozen=True)
class ScriptReading:
    """What one script does. `signals` are lines that say themselves that something is simulated.

    `texts` are whole lines of literal texts with numbers, by which a log that was typed in code is known; `typed` are
    those with numbers of metrics. `leaves` are the numbers that it leaves behind, with what went into each. `tells` and
    `tells_first`: a text of the code, or the one that it begins with, says that something is simulated. Names and
    comments decide nothing. `as_of` is the action of its last run, if it was changed since: lines are those of then.
    """

    path: RelPath
    typed: tuple[Origin, ...] = ()
    signals: tuple[tuple[int, str], ...] = ()
    measuring_imports: frozenset[str] = frozenset()
    local_imports: frozenset[str] = frozenset()
    names_files: frozenset[str] = frozenset()
    reads_files: frozenset[str] = frozenset()
    writes: bool = False
    reads_data: bool = False
    messages: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()
    leaves: tuple[Leaf, ...] = ()
    tells: bool = False
    tells_first: bool = False
    as_of: int | None = None

    @cached_property
    def invented(self) -> tuple[Origin, ...]:
        """Numbers of measures that are typed in texts, or literals and draws under a name that holds no other.

        Shares that make up a whole are weights of measures.
        """
        places = {
            (leaf.spot, label, bool(leaf.made_of & Ingredient.RANDOM))
            for label, leaves in self._telling.items()
            if is_measure(label) and not any(leaf.made_of.is_computed for leaf in leaves)
            for leaf in leaves
            if leaf.made_of.is_invented and not leaf.made_of & Ingredient.SHARE
            if leaf.sink is not Sink.PRINTED and not self._is_foreign(leaf)
        }
        return (
            *self.typed,
            *(Origin(spot.line, label, random=random) for spot, label, random in sorted(places)),
        )

    @cached_property
    def measured(self) -> int:
        """How many names of measures have a number that it computes."""
        named = (leaves for label, leaves in self._telling.items() if is_measure(label))
        return sum(1 for leaves in named if any(leaf.made_of.is_computed for leaf in leaves))

    @cached_property
    def _telling(self) -> dict[str, list[Leaf]]:
        """What it leaves by name: of what it writes and also prints or draws the written."""
        by_label: dict[str, list[Leaf]] = {}
        for leaf in self.leaves:
            by_label.setdefault(leaf.label, []).append(leaf)
        written = {k: [leaf for leaf in v if leaf.sink is Sink.WRITTEN] for k, v in by_label.items()}
        return {label: written[label] or leaves for label, leaves in by_label.items()}

    @cached_property
    def made_up(self) -> tuple[Origin, ...]:
        """The made-up numbers of measures, or where there are none all that it keeps and that is made up."""
        kept = sorted((leaf for leaf in self._kept if leaf.made_of.is_invented), key=self._is_foreign)
        others = (
            Origin(leaf.line, leaf.label, bool(leaf.made_of & Ingredient.RANDOM), script=leaf.spot.script)
            for leaf in kept
        )
        return self.invented or tuple(others)

    def _is_foreign(self, leaf: Leaf) -> bool:
        """Whether it only passes on what another script made."""
        return leaf.spot.script != self.path

    @property
    def told_of(self) -> str:
        """What is said of its lines where they are not those of the file as it is."""
        return "" if self.as_of is None else f" as action {self.as_of} ran it; the file was changed since"

    @property
    def first_invented(self) -> Origin:
        """The first made-up number of a script that makes results up."""
        return next(iter(self.made_up))

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
            if not self._is_foreign(leaf)
        )

    @cached_property
    def draws_results(self) -> bool:
        """Whether what it leaves are draws under names of measures, and data went into far fewer of its numbers."""
        drawn = sum(1 for leaf in self._kept if leaf.made_of.is_made_up and leaf.made_of & Ingredient.RANDOM)
        computed = sum(1 for leaf in self._kept if leaf.made_of.is_computed)
        return len(self._drawn_results) >= _FEW and drawn > 2 * computed

    def makes_up(self, label: str) -> bool:
        """Whether all that it leaves under this name is made up, measures alone: a setting is meant to be typed."""
        return is_measure(label) and name_words(label) in self._made_up_names

    @cached_property
    def _made_up_names(self) -> tuple[tuple[str, ...], ...]:
        """The names, as words, under which nothing but literals and draws stands, more than start values among them."""
        by_words: dict[tuple[str, ...], list[Leaf]] = {}
        for label, leaves in self._telling.items():
            by_words.setdefault(name_words(label), []).extend(leaves)
        return tuple(
            words
            for words, leaves in by_words.items()
            if all(leaf.made_of.is_made_up for leaf in leaves)
            and any(leaf.made_of.is_invented for leaf in leaves)
        )

    def draws_under(self, label: str) -> bool:
        """Whether it leaves a random draw under this name."""
        wanted = name_words(label)
        return any(
            leaf.made_of & Ingredient.RANDOM for leaf in self.leaves if name_words(leaf.label) == wanted
        )

    @cached_property
    def computes_nothing(self) -> bool:
        """Whether no data went into any number that it leaves, though it leaves some: all are literals and draws."""
        keeps = any(leaf.made_of.is_invented for leaf in self._kept)
        no_models = not self.measuring_imports or bool(self.invented)  # an import proves no use
        return no_models and keeps and self.tells_typed_numbers

    @cached_property
    def fabricates(self) -> bool:
        """Whether its results are made up: invented numbers outweigh computed ones, or it says so of itself."""
        if self.draws_results:
            return True
        if self.writes and self.computes_nothing and (self.invented or self.says_so_first):
            return True
        if not self.writes or len(self.invented) < _FEW:
            return False
        if len(self.invented) >= _MANY and len(self.invented) > 4 * self.measured:
            return True
        told = self.tells or self.tells_first
        outweighs = len(self.invented) > 2 * self.measured
        return (told and 2 * len(self.invented) >= self.measured) or (
            outweighs and not self.reads_data and not self.measuring_imports
        )

    @cached_property
    def tells_typed_numbers(self) -> bool:
        """Whether all numbers that it prints or writes are literals and draws, some more than start values."""
        is_typed = any(leaf.made_of.is_invented for leaf in self.leaves)
        return is_typed and all(leaf.made_of.is_made_up for leaf in self.leaves)

    def names(self, path: str) -> bool:
        """Whether it names a file of this name, plain or as a pattern."""
        name = PurePosixPath(path).name
        return any(
            name == known
            or ("*" in known and known.strip("*") != PurePosixPath(known).suffix and fnmatchcase(name, known))
            for known in self.names_files
        )

    @property
    def says_so_first(self) -> bool:
        """Whether the script's file or the text that it begins with says that what it makes is not real."""
        return self.tells_first or SIGNAL.search(self.path.rsplit("/", 1)[-1].replace("_", " ")) is not None

    @property
    def measures(self) -> bool:
        """Whether it runs models or learns from data as far as its imports and calls tell."""
        return bool(self.measuring_imports) and not self.fabricates


def is_measure(label: str) -> bool:
    """Whether a number of this name is a result rather than a setting, and no link to a picture in a note."""
    is_named = MEASURE.search(label) is not None and SETTING.search(label) is None
    return is_named and not label.lstrip().startswith("![")


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
        visitor.reads = True  # too deep to be read whole: nobody is accused of it
    return ScriptReading(
        path,
        tuple(visitor.typed),
        signals,
        frozenset(visitor.imports & MEASURING_IMPORTS),
        frozenset(visitor.imports),
        frozenset((visitor.files | visitor.pictures) - (visitor.read_files - visitor.written_files)),
        frozenset(visitor.read_files - visitor.written_files),
        visitor.writes,
        visitor.reads,
        tuple(visitor.messages),
        frozenset(visitor.texts),
        tells=any(SIGNAL.search(text) for text in visitor.spoken),
        tells_first=SIGNAL.search(ast.get_docstring(tree) or "") is not None,
    )
