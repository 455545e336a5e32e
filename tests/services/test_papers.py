"""Papers out of a run: their pictures, their text, the cache and its key."""

from collections.abc import Sequence
from hashlib import sha256
from types import SimpleNamespace
from typing import cast

import pytest

from mlrbench_gui.domain.places import PlacedText, PlaceMap
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services import papers
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource

RUN = RunName("agent/task")
PAPER = RelPath("results/paper.md")


class Files:
    """A run's files in memory."""

    def __init__(self, **files: bytes) -> None:
        self.files = {RelPath(name): data for name, data in files.items()}

    def paths(self) -> Sequence[RelPath]:
        return sorted(self.files)

    def size(self, path: RelPath) -> int:
        return len(self.files[path])

    def read(self, path: RelPath) -> bytes:
        return self.files[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(sha256(self.files[path]).hexdigest())


class Press:
    """Counts what it makes."""

    version = "1"

    def __init__(self) -> None:
        self.built: list[PaperSource] = []
        self.texts = 0

    def build(self, source: PaperSource) -> BuiltPaper:
        self.built.append(source)
        places = PlaceMap((PlacedText(0, 1, ((0, 1, 1.0, 2.0, 3.0, 4.0),)),), ((595.0, 842.0),))
        return BuiltPaper(b"%PDF", places, source.text or "", ("a warning",))

    def pdf_text(self, pdf: bytes) -> str:
        self.texts += 1
        return "text of " + pdf.decode()


class Kept(dict[str, bytes]):
    def put(self, key: str, data: bytes) -> None:
        self[key] = data


def context(files: Files, press: Press, cache: Kept) -> Context:
    workspace = SimpleNamespace(runs=SimpleNamespace(files=lambda _run: files), cache=cache)
    return cast("Context", SimpleNamespace(workspace=workspace, press=press))


def run_files(text: str = "![a](../figures/a.png) ![b](<with space.png>) ![c](x%20y.png)") -> Files:
    return Files(
        **{
            PAPER: text.encode(),
            "figures/a.png": b"A",
            "results/with space.png": b"B",
            "results/x y.png": b"C",
            "results/other.png": b"D",
        }
    )


def test_that_pictures_are_found_by_the_reference_as_written() -> None:
    source = papers.paper_source(run_files(), PAPER)
    assert source.pictures == {"../figures/a.png": b"A", "with space.png": b"B", "x%20y.png": b"C"}


@pytest.mark.parametrize(
    "reference", ["../../../etc/passwd", "/etc/passwd", "https://example.org/a.png", "gone.png"]
)
def test_that_nothing_outside_the_run_is_a_picture(reference: str) -> None:
    assert papers.paper_source(run_files(f"![x]({reference})"), PAPER).pictures == {}


def test_that_text_is_decoded_without_mark_and_with_newlines_kept() -> None:
    assert papers.decoded_text(b"\xef\xbb\xbfa\r\nb\xff") == "a\r\nb\ufffd"


def test_that_a_paper_is_built_once_and_again_when_a_picture_or_the_press_changes() -> None:
    files, press, cache = run_files(), Press(), Kept()
    ctx = context(files, press, cache)
    first = papers.built_paper(ctx, RUN, PAPER)
    assert papers.built_paper(ctx, RUN, PAPER) == first
    assert len(press.built) == 1
    files.files[RelPath("figures/a.png")] = b"changed"
    papers.built_paper(ctx, RUN, PAPER)
    press.version = "2"
    papers.built_paper(ctx, RUN, PAPER)
    assert len(press.built) == 3


def test_that_damaged_cache_entries_are_built_anew() -> None:
    files, press, cache = run_files(), Press(), Kept()
    ctx = context(files, press, cache)
    papers.built_paper(ctx, RUN, PAPER)
    for key in cache:
        cache[key] = cache[key][:-1]
    papers.built_paper(ctx, RUN, PAPER)
    assert len(press.built) == 2


def test_that_a_pdf_papers_text_is_read_once() -> None:
    path = RelPath("task.pdf")
    files, press = Files(**{path: b"%PDF-1"}), Press()
    ctx = context(files, press, Kept())
    assert papers.paper_text(ctx, RUN, path) == papers.paper_text(ctx, RUN, path) == "text of %PDF-1"
    assert press.texts == 1
    assert papers.paper_source(files, path).pdf == b"%PDF-1"


def test_that_the_cache_form_comes_back_equal() -> None:
    paper = Press().build(PaperSource(PAPER, "täxt \ud800", {}))
    assert papers.unpacked(papers.packed(paper)) == paper
    assert papers.unpacked(b"something else") is None
