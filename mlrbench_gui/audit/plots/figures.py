"""What code drew into a picture: series of points, each with its names and the place that its number came from."""

from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.ledger.values import Origin
from mlrbench_gui.domain.values import RelPath


@dataclass(frozen=True, slots=True)
class Point:
    """One drawn number. `tick` is its label on the axis, `origin` where it was read, None for a formula's result."""

    tick: str
    value: float
    origin: Origin | None
    is_derived: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """The points that one drawing call drew. `kind` is bar, line, scatter, heat, box or pie.

    `axis` is the label of the axis on which the numbers are read, `title` the panel's; `is_certain` says that the call
    stands under no condition that could not be followed.
    """

    kind: str
    label: str
    axis: str
    title: str
    along: str
    line: int
    script: RelPath
    points: tuple[Point, ...]
    is_certain: bool = True

    @property
    def is_literal(self) -> bool:
        """Whether all of its numbers are literals of code, or made of such by plain arithmetic."""
        return bool(self.points) and all(p.origin is not None and p.origin.is_literal for p in self.points)


class Matter(StrEnum):
    """What is known of something drawn whose numbers are not known."""

    UNKNOWN = "unknown"
    RANDOM = "random"
    NOISE = "noise"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Unread:
    """A drawing call whose numbers are not known: its label and panel, and what its numbers are made of.

    `RANDOM` are random draws and literals alone, `NOISE` is something unknown with such draws added, and `EMPTY` a
    call that draws no point at all.
    """

    kind: str
    label: str
    axis: str
    title: str
    line: int
    script: RelPath
    matter: Matter
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """One picture file with what was drawn into it; `script` and `line` are those of the call that saved it.

    `unread` is what was drawn beside the series, `texts` are all titles, axes, labels and ticks that are known.
    """

    picture: RelPath
    script: RelPath
    line: int
    series: tuple[Series, ...]
    is_whole: bool = True
    unread: tuple[Unread, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[Point, ...]:
        return tuple(point for series in self.series for point in series.points)
