"""What a program leaves behind: the numbers that reach a file, the console or a picture."""

from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.provenance.flow.atoms import Ingredient
from mlrbench_gui.domain.values import RelPath


class Sink(StrEnum):
    """Where a number leaves the program."""

    WRITTEN = "written"
    PRINTED = "printed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number that left: what went into it, where it was made and where it left, under which key or words."""

    sink: Sink
    made_of: Ingredient
    script: RelPath
    line: int
    left_at: int
    label: str
