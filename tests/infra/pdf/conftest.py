"""What stands under rectangles of a finished PDF, read back without the code under test."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pymupdf
import pytest

from mlrbench_gui.domain.places import PageRect
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.building import build_paper
from mlrbench_gui.infra.pdf.press import ChildPress
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource

_REFERENCE = re.compile(r"!\[[^\]]*\]\(\s*([^)\s]+)\s*\)")


def bare(text: str) -> str:
    """Signs alone: compatibility forms, no blanks, no zero widths, one kind of hyphen and of quote."""
    plain = unicodedata.normalize("NFKC", text).translate({0x2010: "-", 0x2011: "-", 0xAD: "-"})
    return "".join(char for char in plain if not char.isspace() and char not in "\u200b\ufe0f\u200d")


@dataclass(frozen=True)
class Pages:
    """The signs of each page with the centres of their boxes."""

    signs: tuple[tuple[tuple[str, float, float], ...], ...]
    text: str

    def under(self, rects: tuple[PageRect, ...]) -> str:
        """What stands under the rectangles, in their order, each sign once."""
        seen: set[tuple[int, int]] = set()
        found: list[str] = []
        for rect in rects:
            for index, (sign, x, y) in enumerate(self.signs[rect.page - 1]):
                inside = rect.x0 <= x <= rect.x1 and rect.y0 <= y <= rect.y1
                if inside and (rect.page, index) not in seen:
                    seen.add((rect.page, index))
                    found.append(sign)
        return bare("".join(found))


def pages_of(pdf: bytes) -> Pages:
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        signs = tuple(
            tuple(
                (char["c"], (char["bbox"][0] + char["bbox"][2]) / 2, (char["bbox"][1] + char["bbox"][3]) / 2)
                for block in page.get_text("rawdict", flags=0)["blocks"]
                for line in block.get("lines", ())
                for span in line["spans"]
                for char in span["chars"]
            )
            for page in document
        )
        return Pages(signs, "\n".join(page.get_text() for page in document))


@pytest.fixture(scope="session")
def read_pages() -> Callable[[bytes], Pages]:
    return pages_of


@pytest.fixture(scope="session")
def build() -> Callable[..., BuiltPaper]:
    """Builds Markdown in this process."""

    def make(text: str, pictures: Mapping[str, bytes] | None = None) -> BuiltPaper:
        return build_paper(PaperSource(RelPath("results/paper.md"), text, pictures or {}))

    return make


@pytest.fixture(scope="module")
def press() -> Iterator[ChildPress]:
    press = ChildPress()
    yield press
    press.close()


@pytest.fixture(scope="session")
def real_papers(checkout: Path) -> tuple[Path, ...]:
    """All Markdown papers of the checkout."""
    return tuple(sorted((checkout / "agent_results").glob("**/results/paper*.md")))


@pytest.fixture(scope="session")
def source_of() -> Callable[[Path], PaperSource]:
    """A paper on disk with the pictures beside it."""

    def read(path: Path) -> PaperSource:
        text = path.read_bytes().decode("utf-8")
        pictures = {
            name: (path.parent / name).read_bytes()
            for name in _REFERENCE.findall(text)
            if (path.parent / name).is_file()
        }
        return PaperSource(RelPath(path.name), text, pictures)

    return read
