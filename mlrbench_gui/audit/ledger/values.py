"""A value that a run holds: its full name in words, its place, and what kind of source it stands in."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypedDict, Unpack

from mlrbench_gui.audit.text.words import joined, name_words
from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.domain.values import RelPath


class Source(StrEnum):
    """What a value stands in. Only the machine kinds are evidence of a result.

    A `drawn` value is what plotting code drew into a picture.
    A `report` is a number that code put into a Markdown file; what the agent wrote there is a `table` or `prose`.
    """

    JSON = "json"
    CSV = "csv"
    LOG = "log"
    OUTPUT = "output"
    REPORT = "report"
    CODE = "code"
    OPTION = "option"
    CONFIG = "config"
    DRAWN = "drawn"
    TABLE = "table"
    PROSE = "prose"
    PLAN = "plan"
    LITERATURE = "literature"

    @property
    def is_machine(self) -> bool:
        return self in _MACHINE

    @property
    def is_setup(self) -> bool:
        return self in _SETUP

    @property
    def is_prose(self) -> bool:
        return self in (Source.TABLE, Source.PROSE)


_MACHINE = frozenset({Source.JSON, Source.CSV, Source.LOG, Source.OUTPUT, Source.REPORT})
_SETUP = frozenset({Source.CODE, Source.OPTION, Source.CONFIG})


@dataclass(frozen=True, slots=True)
class Place:
    """A place as plain numbers, cheap to make by the thousand; `locator` gives the contract's form."""

    form: str
    pointer: str = ""
    first: int = 0
    second: int = 0

    def locator(self) -> Locator:
        if self.form == "pointer":
            return Locator(json_pointer=self.pointer)
        if self.form == "cell":
            return Locator(row=self.first, column=self.second)
        if self.form == "action":
            return Locator(action=self.first, line=self.second or None)
        if self.form == "line":
            return Locator(line=self.first, column=self.second or None)
        return Locator(whole=True)

    def words(self) -> str:
        """The place for people."""
        if self.form == "pointer":
            return self.pointer or "/"
        if self.form == "cell":
            return f"row {self.first}, column {self.second}"
        if self.form == "action":
            return f"action {self.first}" + (f", line {self.second}" if self.second else "")
        if self.form == "line":
            return f"line {self.first}"
        return "whole file"


WHOLE = Place("whole")


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A full name: the parts as written, outermost first, with the words of each. A `NameTable` makes equal ones once.

    The first `soft` parts only tell of the surroundings (a heading, an earlier log line): a match need not name them.
    """

    parts: tuple[str, ...]
    part_words: tuple[tuple[str, ...], ...]
    words: frozenset[str]
    joins: tuple[str, ...]
    soft: int = 0

    def title(self) -> str:
        return " · ".join(part for part in self.parts if part)


class NameTable:
    """Makes each name once, so that equal names are one object and need be compared with a claim once."""

    def __init__(self) -> None:
        self._names: dict[tuple[tuple[str, ...], int], Name] = {}

    def name(self, parts: tuple[str, ...], soft: int = 0) -> Name:
        known = self._names.get((parts, soft))
        if known is None:
            words = tuple(name_words(part) for part in parts)
            every = frozenset(word for part in words for word in part)
            known = Name(parts, words, every, tuple(joined(part) for part in parts), soft)
            self._names[(parts, soft)] = known
        return known


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a number stands that was drawn: a place in a result file, or a literal's line in code."""

    path: RelPath
    place: Place

    @property
    def is_literal(self) -> bool:
        """Whether it is a number typed into code."""
        return self.place.form == "line"


@dataclass(frozen=True, slots=True)
class LedgerValue:
    """One value. `aspect` tells what of a series it is (first, last, max, mean, count, share …).

    `formula` tells how it was derived.
    `index` orders the members of one series; -1 for single values. `text` is the value as it stands there.
    `picture` is the file that a drawn value was drawn into, `origin` where the drawing code had it from.
    """

    path: RelPath
    place: Place
    name: Name
    value: float
    source: Source
    aspect: str = ""
    formula: str | None = None
    unit: str | None = None
    text: str = ""
    index: int = -1
    picture: RelPath | None = None
    origin: Origin | None = None


class Details(TypedDict, total=False):
    """What else may be known of a value; see `LedgerValue`. `soft` counts the first parts that are surroundings."""

    aspect: str
    formula: str | None
    unit: str | None
    text: str
    index: int
    source: Source
    soft: int
    picture: RelPath | None
    origin: Origin | None


@dataclass
class Collector:
    """Collects values of one file up to a limit; what lies beyond is counted in `left_out`."""

    path: RelPath
    names: NameTable
    source: Source
    limit: int = 30_000
    values: list[LedgerValue] = field(default_factory=list)
    left_out: int = 0

    def add(self, parts: tuple[str, ...], value: float, place: Place, **details: Unpack[Details]) -> None:
        """Keep one value."""
        if len(self.values) >= self.limit:
            self.left_out += 1
            return
        name = self.names.name(parts, details.get("soft", 0))
        self.values.append(
            LedgerValue(
                self.path,
                place,
                name,
                value,
                details.get("source", self.source),
                details.get("aspect", ""),
                details.get("formula"),
                details.get("unit"),
                details.get("text", ""),
                details.get("index", -1),
                details.get("picture"),
                details.get("origin"),
            )
        )
