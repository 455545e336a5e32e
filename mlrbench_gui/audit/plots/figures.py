"""What code drew into a picture: series of points, each with its names and the place that its number came from."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """One picture file with what was drawn into it; `script` and `line` are those of the call that saved it."""

    picture: RelPath
    script: RelPath
    line: int
    series: tuple[Series, ...]
    is_whole: bool = True

    @property
    def numbers(self) -> tuple[Point, ...]:
        return tuple(point for series in self.series for point in series.points)
