"""Highlights lie exactly on the words: spans drawn by kind, read back from the finished PDF by other means."""

import os
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mlrbench_gui.infra.pdf import document as doc
from mlrbench_gui.infra.pdf.building import build_paper
from mlrbench_gui.infra.pdf.reading import read_paper
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource
from tests.infra.pdf.conftest import Pages, bare, pages_of

KINDS = ("heading", "cell", "formula", "list", "caption", "broken")
A_KIND = 17
_MATHS = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_FUNCTIONS = re.compile(
    r"\\(log|exp|max|min|arg|lim|sup|inf|Pr|ln|det|dim|ker|argmax|argmin|sin|cos|tanh)(?![a-z])"
)


@dataclass(frozen=True)
class Drawn:
    kind: str
    span: tuple[int, int]


def runs(  # noqa: C901 -- one case a kind
    blocks: tuple[doc.Block, ...], kind: str = "text"
) -> Iterator[tuple[str, doc.Inline]]:
    """Every run of a document with the kind of block it stands in."""
    for block in blocks:
        match block:
            case doc.Heading(content=content):
                yield from (("heading", item) for item in content)
            case doc.Caption(content=content):
                yield from (("caption", item) for item in content)
            case doc.Paragraph(content=content):
                yield from ((kind, item) for item in content)
            case doc.Table(rows=rows):
                yield from (("cell", item) for row in rows for cell in row for item in cell)
            case doc.Display(formula=formula, tail=tail):
                yield from ((kind, item) for item in (formula, *tail))
            case doc.Figure(picture=picture):
                yield from (("caption", item) for item in picture.alt)
            case doc.Listing(items=items):
                for item in items:
                    yield from runs(item.blocks, "list")
            case doc.Quote(blocks=inner) | doc.Group(blocks=inner):
                yield from runs(inner, kind)
            case doc.Code(lines=lines):
                yield from (("code", line) for line in lines)
            case doc.Divider():
                pass


def words(run: doc.Chars) -> list[tuple[int, int]]:
    """Source spans of the words of a run."""
    return [
        (run.at[match.start()], run.at[match.end() - 1] + 1)
        for match in re.finditer(r"\S+", run.text)
        if run.at[match.start()] >= 0
    ]


def candidates(paper: BuiltPaper) -> Iterator[Drawn]:
    """Spans that may be drawn: in one run, some words long; formulas whole; words set on two lines."""
    chance = random.Random(len(paper.text))
    for kind, run in runs(read_paper(paper.text).blocks):
        if isinstance(run, doc.Formula):
            yield Drawn("formula", (run.start, run.end))
        elif isinstance(run, doc.Chars) and kind in KINDS and (found := words(run)):
            first = chance.randrange(len(found))
            last = min(len(found) - 1, first + chance.randrange(6))
            yield Drawn(kind, (found[first][0], found[last][1]))
    for item in paper.places.placed:
        if item.boxes and item.boxes[0][0] >= 0 and len({box[3] for box in item.boxes}) > 1:
            yield Drawn("broken", (item.start, item.end))


def letters(tex: str) -> Counter[str]:
    """Digits and Latin letters that a formula shows, by its TeX alone."""
    text = re.sub(r"(?<!\\)%[^\n]*\n", " ", tex)
    text = re.sub(r"\\(begin|end|tag|label)\*?\{[^}]*\}(\{[lcr|]*\})?", " ", text)
    text = _FUNCTIONS.sub(r" \1 ", text)
    text = re.sub(r"\\ell(?![a-z])", " l ", text)
    text = re.sub(r"\\[a-zA-Z]+", " ", text)
    return alphanumeric(text)


def alphanumeric(text: str) -> Counter[str]:
    parted = unicodedata.normalize("NFKD", bare(text))
    return Counter(char for char in parted if char.isascii() and char.isalnum())


def is_exact(paper: BuiltPaper, pages: Pages, drawn: Drawn) -> bool:
    rects = paper.places.rects(*drawn.span)
    under = pages.under(rects)
    source = paper.text[slice(*drawn.span)]
    if drawn.kind == "formula":
        return bool(rects) and alphanumeric(under) == letters(source)
    return under == bare(re.sub(r"\\(?=[^\w\s])|\*\*|`", "", source))


def lost_words(paper: BuiltPaper, pages: Pages) -> set[str]:
    """Words of the source, maths and addresses of pictures aside, that no page shows."""
    source = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", _MATHS.sub(" ", paper.text))
    page = bare(re.sub(r"[-\u00ad]\n", "", pages.text))
    return {word for word in re.findall(r"[^\W_]+", bare_words(source)) if word not in page}


def bare_words(text: str) -> str:
    return " ".join(bare(word) for word in text.split())


def unplaced_words(paper: BuiltPaper) -> list[str]:
    return [
        paper.text[start:end]
        for _, run in runs(read_paper(paper.text).blocks)
        if isinstance(run, doc.Chars)
        for start, end in words(run)
        if not paper.places.rects(start, end)
    ]


@pytest.mark.realdata
@pytest.mark.timeout(900)
def test_that_drawn_spans_of_every_kind_are_covered_exactly_and_no_word_is_lost(
    real_papers: tuple[Path, ...], source_of: Callable[[Path], PaperSource]
) -> None:
    papers = real_papers if os.environ.get("MLRBENCH_FULL") else real_papers[::4]
    by_kind: dict[str, list[tuple[str, bool, str]]] = {kind: [] for kind in KINDS}
    lost: dict[str, object] = {}
    for path in papers:
        paper = build_paper(source_of(path))
        pages = pages_of(paper.pdf)
        gone = lost_words(paper, pages) | set(unplaced_words(paper))
        if gone:
            lost[str(path)] = gone
        for drawn in candidates(paper):
            quote = paper.text[slice(*drawn.span)]
            by_kind[drawn.kind].append((str(path), is_exact(paper, pages, drawn), quote))
    chance = random.Random(20250601)
    sample = [draw for kind in KINDS for draw in chance.sample(by_kind[kind], A_KIND)]
    wrong = [draw for draw in sample if not draw[1]]
    share = {kind: f"{sum(exact for _, exact, _ in draws)}/{len(draws)}" for kind, draws in by_kind.items()}
    assert not lost
    assert len(wrong) * 100 <= len(sample), (wrong, share)


def test_that_words_broken_over_lines_and_formulas_are_covered_exactly(
    build: Callable[..., BuiltPaper],
) -> None:
    text = "# Internationalization of characterization\n\n" + (
        "Incomprehensibilities notwithstanding, uncharacteristically "
        "long-winded co-evolutionary words $R^2=0.882$ break. " * 12
    )
    paper = build(text)
    pages = pages_of(paper.pdf)
    drawn = list(candidates(paper))
    assert {draw.kind for draw in drawn} >= {"heading", "formula", "broken"}
    assert [draw for draw in drawn if not is_exact(paper, pages, draw)] == []
    assert lost_words(paper, pages) == set()
    assert unplaced_words(paper) == []


def test_that_a_number_in_a_formula_is_covered_alone(build: Callable[..., BuiltPaper]) -> None:
    paper = build("We reach $R^2 = 0.882$ and $\\frac{12}{34}$.\n")
    pages = pages_of(paper.pdf)
    for number in ("0.882", "12", "34"):
        start = paper.text.index(number)
        assert pages.under(paper.places.rects(start, start + len(number))) == number
