"""What a program leaves behind: the numbers that reach a file, the console or a picture."""

from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.provenance.flow.atoms import Ingredient, Spot
from mlrbench_gui.domain.values import RelPath


class Sink(StrEnum):
    """Where a number leaves the program."""

    WRITTEN = "written"
    PRINTED = "printed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number that left: what went into it, where it was made, the line where it left, under which key or words.

    `script` is the one that it left; it may have been made in another one.
    """

    sink: Sink
    made_of: Ingredient
    script: RelPath
    spot: Spot
    left_at: int
    label: str

    @property
    def line(self) -> int:
        """The line that made it."""
        return self.spot.line
