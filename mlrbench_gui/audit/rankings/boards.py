"""Boards: values of several things under the same measures, in whatever shape a run or a paper left them.

A name is cut at each of its parts in turn: the part is the label of a row, what remains is the measure. So sibling
keys of a JSON, rows or columns of a table and sections of a log all give boards, and it does not matter which way
round a table was written. Files of one layout in sibling folders give a board too. The paper's own tables are boards
whose values are the evidence that their cells rest on.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import LedgerValue, Name, Source
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import GENERIC, name_words
from mlrbench_gui.domain.values import RelPath

Measure = tuple[str, ...]
PEAK = "max"
SPREAD = "deviation"


class Standing(IntEnum):
    """What a value of a board rests on, best first."""

    MACHINE = 0
    PROSE = 1
    NOTHING = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a board in the scale of its measure, with the evidence that it rests on, if any."""

    value: float
    title: str
    where: str
    standing: Standing
    evidence: LedgerValue | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Entries by measure and label.

    `table` is the number of the paper's table, -1 for files; `section` its section; `about` what else tells of it;
    `rank` orders boards that fit alike, results files first. `valueless` are labels that the table has no value for.
    `aspect` is what of each series the values are, where they are not its mean or last one.
    """

    where: str
    labels: tuple[str, ...]
    rows: Mapping[Measure, Mapping[str, Entry]]
    rank: int
    table: int = -1
    section: str = ""
    about: str = ""
    valueless: frozenset[str] = frozenset()
    aspect: str = ""

    @property
    def is_prose(self) -> bool:
        return all(e.standing is not Standing.MACHINE for row in self.rows.values() for e in row.values())


_SOURCES = (Source.JSON, Source.CSV, Source.REPORT, Source.TABLE, Source.LOG, Source.OUTPUT)
_ASPECTS = ("", "mean", "share", "last")
_LAYOUTS = (Source.JSON, Source.CSV)
_LABEL = re.compile(r"[A-Za-z]{2}")
_NO_LABEL = re.compile(r"\bcompared (?:to|with)\b|\bversus\b|\bvs\b", re.IGNORECASE)
_NO_MEASURE = re.compile(
    r"\bcount\b|_count$|\bnumber\b|^n_|num_|samples?$|\bsize\b|epochs?$|\bseed|index|\bid$|\bstd\b|deviation|"
    r"\bsteps?$|iteration|timestamp|\bsupport$|"
    r"learning_rate|grad_norm|version|\bport$|weights?$|^quer(?:y|ies)$|p[-_ ]values?$",
    re.IGNORECASE,
)
_EMPTY = GENERIC | frozenset(
    name_words("results logs history config configuration metrics metadata settings args")
)
_MOST_LABELS = 60
_LONGEST = 60
_INNER = 100
"""Set apart from the depth of whole parts."""
_RANKS = {
    Source.JSON: 10,
    Source.CSV: 10,
    Source.REPORT: 12,
    Source.LOG: 20,
    Source.OUTPUT: 22,
    Source.TABLE: 40,
}


def find_boards(ledger: Ledger, entities: Entities) -> tuple[Board, ...]:
    """Boards of machine values, result files before others, then those of the agent's own tables.

    Behind them stand those of the peaks and of the spreads of series.
    """
    plain = [*_cut_boards(ledger, entities, _ASPECTS), *_of_layouts(ledger)]
    special = [
        replace(board, aspect=aspect)
        for aspect in (PEAK, SPREAD)
        for board in _cut_boards(ledger, entities, (aspect,))
    ]
    return tuple(sorted([*plain, *special], key=lambda b: (b.aspect, b.rank, b.where)))


def _cut_boards(ledger: Ledger, entities: Entities, aspects: tuple[str, ...]) -> list[Board]:
    cut: dict[tuple[RelPath, Source, int], dict[Measure, dict[str, Entry]]]
    cut = defaultdict(lambda: defaultdict(dict))
    for name, values in ledger.by_name.items():
        told = _told(values, aspects)
        cuts = [*cuts_of(name.parts), *_inner_cuts(name.parts, entities)] if told else []
        for value in told:
            for depth, label, measure in cuts:
                cut[(value.path, value.source, depth)][measure].setdefault(label, _entry(value))
    made = (board_of(path, rows, rank=_rank(path, source)) for (path, source, _), rows in cut.items())
    return [board for board in made if board is not None]


def board_of(where: str, rows: Mapping[Measure, Mapping[str, Entry]], *, rank: int) -> Board | None:
    """The measures that hold for at least two labels; None without any, or where the labels are measures."""
    kept = {measure: row for measure, row in rows.items() if 2 <= len(row) <= _MOST_LABELS}
    labels = tuple(dict.fromkeys(label for row in kept.values() for label in row))
    measures = sum(1 for label in labels if MEASURE.search(label.replace("_", " ")))
    if not kept or 2 * measures >= len(labels):
        return None
    return Board(where, labels, kept, rank)


def cuts_of(parts: tuple[str, ...]) -> Iterator[tuple[int, str, Measure]]:
    """Each part of a name as a label, with the other parts as its measure."""
    for depth, label in enumerate(parts):
        measure = parts[:depth] + parts[depth + 1 :]
        if any(measure) and _is_label(label) and not is_no_measure(measure):
            yield depth, label, measure


def inner_cuts_of(parts: tuple[str, ...], entities: Entities) -> Iterator[tuple[int, str, Measure]]:
    """A label within a part: `model_a test accuracy`, or the section of a log that is about `model_a`."""
    for depth, part in enumerate(parts):
        spoken = entities.mentions(part)
        if len(spoken) == 1 and spoken[0].end - spoken[0].start < len(part.strip()):
            rest = f"{part[: spoken[0].start]}{part[spoken[0].end :]}".strip(" _:-.")
            measure = (*parts[:depth], rest, *parts[depth + 1 :])
            if rest and not is_no_measure(measure) and not _NO_LABEL.search(part):
                yield _INNER + depth, entities.labels[spoken[0].entity], measure


def _inner_cuts(parts: tuple[str, ...], entities: Entities) -> Iterator[tuple[int, str, Measure]]:
    held = {e for part in parts for e in entities.in_words(name_words(part), part)}
    if len(held) == 1:
        yield from inner_cuts_of(parts, entities)


def is_no_measure(measure: Measure) -> bool:
    """Whether the innermost part counts or identifies rather than measures."""
    return _counts(next((part for part in reversed(measure) if part), ""))


@lru_cache(maxsize=8192)
def _counts(part: str) -> bool:
    return _NO_MEASURE.search(part) is not None


def _told(values: Iterable[LedgerValue], aspects: tuple[str, ...] = _ASPECTS) -> list[LedgerValue]:
    """Of one name the value itself, its mean or its last one (or the aspect that is asked for), for each file."""
    chosen: dict[tuple[RelPath, Source], LedgerValue] = {}
    for value in values:
        if value.source in _SOURCES and value.aspect in aspects:
            known = chosen.get((value.path, value.source))
            if known is None or _order(value) < _order(known):
                chosen[(value.path, value.source)] = value
    return list(chosen.values())


def _order(value: LedgerValue) -> tuple[bool, int]:
    place = _ASPECTS.index(value.aspect) if value.aspect in _ASPECTS else 0
    return value.index >= 0 and value.aspect == "", place


def _entry(value: LedgerValue) -> Entry:
    standing = Standing.PROSE if value.source.is_prose else Standing.MACHINE
    return Entry(value.value, value.name.title(), value.path, standing, value)


def _rank(path: RelPath, source: Source) -> int:
    return _RANKS.get(source, 30) + (0 if path.startswith("results") else 1)


@lru_cache(maxsize=8192)
def _is_label(label: str) -> bool:
    """Whether the part may name a thing; `results` and `logs` only tell where it stands."""
    is_name = _LABEL.search(label) is not None and _NO_LABEL.search(label) is None
    return is_name and len(label) <= _LONGEST and not set(name_words(label)) <= _EMPTY


def _of_layouts(ledger: Ledger) -> list[Board]:
    """Files of the same name in sibling folders: the folder is the label of what the file holds."""
    grouped: dict[tuple[str, str], dict[Measure, dict[str, Entry]]]
    grouped = defaultdict(lambda: defaultdict(dict))
    for name, values in ledger.by_name.items():
        for value in _told(values):
            place = _layout(value, name)
            if place is not None:
                parent, folder, file = place
                grouped[(parent, file)][name.parts].setdefault(folder, _entry(value))
    made = (board_of(f"{parent}/*/{file}", rows, rank=11) for (parent, file), rows in grouped.items())
    return [board for board in made if board is not None]


def _layout(value: LedgerValue, name: Name) -> tuple[str, str, str] | None:
    """Parent folder, folder and name of the value's file; None where it is no result file in a folder."""
    parts = value.path.split("/")
    if value.source not in _LAYOUTS or len(parts) < 3 or not any(name.parts):
        return None
    if not _is_label(parts[-2]) or is_no_measure(name.parts):
        return None
    return "/".join(parts[:-2]), parts[-2], parts[-1]
