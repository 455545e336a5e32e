"""A place in an artifact, as the audit's fixed contract has it."""

from typing import Self

from pydantic import Field, model_validator

from mlrbench_gui.domain.frozen import FrozenModel


class Locator(FrozenModel):
    """A place in an artifact. Exactly one of the six forms is set.

    - `json_pointer`: RFC 6901, for JSON; of a JSON Lines file the first part is the 0-based value.
    - `line` (1-based, lines end at LF), with `column` for a cell of a Markdown or text table (1-based cell).
    - `row` and `column` (1-based; the header record is row 1), for CSV.
    - `page` (1-based) and `bbox` (x0, y0, x1, y1 in PDF points), for PDF.
    - `action`: 0-based index in the transcript's actions, optionally with `line` in its output.
    - `whole`: the artifact itself, for figures and counts of files.
    """

    json_pointer: str | None = None
    line: int | None = Field(default=None, ge=1)
    row: int | None = Field(default=None, ge=1)
    column: int | None = Field(default=None, ge=1)
    page: int | None = Field(default=None, ge=1)
    bbox: tuple[float, float, float, float] | None = None
    action: int | None = Field(default=None, ge=0)
    whole: bool | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        forms = (
            self.json_pointer is not None,
            self.page is not None,
            self.row is not None,
            self.action is not None,
            self.whole is not None,
            self.line is not None and self.action is None,
        )
        if sum(forms) != 1:
            raise ValueError("a locator has exactly one form")
        return self
