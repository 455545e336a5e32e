"""Papers as pages and pictures, built and read outside of this process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.domain.values import RelPath


@dataclass(frozen=True, slots=True)
class PaperSource:
    """A paper to build: Markdown (`text`, code points as spans count) with its pictures, or a PDF as it is.

    `pictures` maps the reference as written in the paper to the picture's bytes; what is missing is not in it.
    """

    path: RelPath
    text: str | None
    pictures: Mapping[str, bytes]
    pdf: bytes | None = None


@dataclass(frozen=True, slots=True)
class BuiltPaper:
    """A paper as PDF with its place map. `text` is what spans count in; `warnings` are for people."""

    pdf: bytes
    places: PlaceMap
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: `rgb` holds height × stride bytes, 3 bytes a pixel; sizes in device pixels.

    `pictures` are the boxes of the pictures on it (left, top, right, bottom).
    """

    page: int
    width: int
    height: int
    stride: int
    rgb: bytes
    pictures: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Highlight:
    """An annotation for the PDF report: span in source text, colour (0..1 RGB), title and note text."""

    span: tuple[int, int]
    colour: tuple[float, float, float]
    dashed: bool
    title: str
    note: str


class PaperPress(Protocol):
    """Makes, renders, reads and annotates papers, in a child process. Thread-safe, calls are queued."""

    version: str

    def build(self, source: PaperSource) -> BuiltPaper:
        """Raises InputError if no PDF can be made of it."""
        ...

    def pdf_text(self, pdf: bytes) -> str:
        """Pages' text joined by U+000C, as spans of PDF papers count."""
        ...

    def page(self, pdf: bytes, page: int, scale: float) -> PageImage:
        """Render a page (1-based); scale 1.0 is 72 dpi."""
        ...

    def annotate(self, paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
        """The paper with highlight annotations and a front page before it."""
        ...

    def close(self) -> None: ...


class FigureReader(Protocol):
    """Reads the bars of plain bar charts from their pictures, outside of this process."""

    def missing(self) -> str | None:
        """One line on what is to be installed first, None if pictures can be read."""
        ...

    def read(self, pictures: Sequence[bytes]) -> tuple[PictureReading, ...]:
        """A reading a picture, in order. Raises MissingPart where the optional parts are not there."""
        ...

    def close(self) -> None: ...
