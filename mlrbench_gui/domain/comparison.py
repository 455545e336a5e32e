"""One table of a paper held against the run's evidence as a whole: every cell with the evidence's value beside it."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import RelPath


class CellState(StrEnum):
    """How a cell of a paper's table stands to the evidence."""

    SAME = "same"
    DIFFERS = "differs"
    MISSING = "missing"
    PROSE = "prose"
    WORDS = "words"


class Axis(StrEnum):
    """What a measure of the evidence was aligned with."""

    COLUMN = "column"
    ROW = "row"


class ComparedCell(FrozenModel):
    """A cell as printed, and what the evidence holds under its names.

    - `span` counts code points of the decoded paper; it is empty where a short row or a merged cell leaves a place
      without text of its own.
    - `claim` is the claim that the cell stands for; of several (`1-3`) the one that decides the state.
    - `state`: `same` up to rounding, `differs` beyond it, `missing` (no evidence was found under these names), `prose`
      (only the agent's Markdown has it), `words` (a label, a text, a dash: nothing to hold against a value).
    - `shown` is the evidence's value in the paper's scale and with a digit more than the paper has, `value` as it
      stands in the evidence, `difference` what the paper's number has more (in the paper's scale).
    - `copied_from` names the agent's Markdown that has the paper's number too, where the evidence denies both.
    """

    span: tuple[int, int]
    text: str
    state: CellState
    claim: str | None = None
    shown: str | None = None
    value: float | str | None = None
    difference: float | None = None
    path: RelPath | None = None
    locator: Locator | None = None
    name: str = ""
    copied_from: RelPath | None = None


class AlignedLine(FrozenModel):
    """A column (or row) of the table with the measure of the evidence that its cells were held against, by name.

    `index` is 0-based; the rows of the header do not count. `measure` is the name without what names the other side.
    """

    axis: Axis
    index: int = Field(ge=0)
    measure: str
    path: RelPath
    same: int = Field(ge=0)
    differs: int = Field(ge=0)


class ComparedTable(FrozenModel):
    """A table of a paper. `number` counts the tables of its paper from 1; `title` is its caption, else its section.

    `header` has one label a column (the rows of a merged header joined by ` · `), and every row has as many cells.
    `label_columns` are the columns that name rows. `unaligned` counts the cells that are `missing` or `prose`.
    """

    paper: RelPath
    number: int = Field(ge=1)
    span: tuple[int, int]
    title: str
    header: tuple[str, ...]
    label_columns: tuple[int, ...]
    rows: tuple[tuple[ComparedCell, ...], ...]
    lines: tuple[AlignedLine, ...] = ()
    same: int = Field(ge=0)
    differing: int = Field(ge=0)
    unaligned: int = Field(ge=0)
    evidence_paths: tuple[RelPath, ...] = ()

    @model_validator(mode="after")
    def _is_rectangular(self) -> Self:
        if any(len(row) != len(self.header) for row in self.rows):
            raise ValueError("each row of a compared table has a cell for each column")
        return self

    def cell_of(self, claim: str) -> tuple[int, int] | None:
        """Row and column of the cell that stands for the claim."""
        for row, cells in enumerate(self.rows):
            for column, cell in enumerate(cells):
                if cell.claim == claim:
                    return row, column
        return None
