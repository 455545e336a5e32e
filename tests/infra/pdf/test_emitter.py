"""Whatever a paper says stays text: random Markdown compiles or is refused by name, and loses no word."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.building import build_paper
from mlrbench_gui.infra.pdf.emitter import Emitter
from mlrbench_gui.infra.pdf.reading import read_paper
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource
from tests.infra.pdf.conftest import bare, pages_of

HOSTILE = [
    '#read("main.typ")',
    "#let x = 1",
    '$#read("p0.png")$',
    '$std.read("x")$',
    "@cite",
    "<label>",
    "\\#\\$\\@",
    '"quoted" \\" "',
    "/* comment */ // rest",
    "= heading\n",
    "`#raw`",
    "*bold* _under_",
    "\\u{1F600}",
    '#import "@preview/x:0.1.0"',
]
PIECES = st.sampled_from(
    [
        *HOSTILE,
        "word",
        "**bold",
        "**",
        "_em_",
        "`code`",
        "```\nfence\n",
        "$x^2$",
        "$$\n\\frac{a}{b}\n$$",
        "\\(y\\)",
        "\\[",
        "| a | b |\n|---|:-:|\n| 1 | 2 | 3 |\n",
        "![alt](x.png)",
        '[text](http://a.b/c "t")',
        "<http://a.b>",
        "- item",
        "1. item",
        "  - nested",
        "> quote",
        "# Heading",
        "1. Introduction",
        "---",
        "\n",
        "\n\n",
        "  \n",
        "•",
        "\t",
        "\r\n",
        "\r",
        "\\",
        "&amp;",
        "<br>",
        "Table 1: caption",
        "~~gone~~",
        "é中✅\u200b\u00ad\u2009",
        "\x00\x07\x1b",
        "\ud800",
    ]
)
MARKDOWN = st.lists(PIECES | st.text(max_size=12), max_size=24).map(" ".join)


@pytest.mark.fuzzed
@pytest.mark.timeout(3000)
@given(MARKDOWN)
def test_that_random_markdown_is_set_or_refused_and_loses_no_word(text: str) -> None:
    try:
        paper = build_paper(PaperSource(RelPath("fuzz.md"), text, {}))
    except InputError:
        return
    assert paper.text == text
    for word in re.finditer(r"\bword\b", text):
        assert paper.places.rects(*word.span()), "a word was lost"


@pytest.mark.fuzzed
@given(st.text(max_size=200) | MARKDOWN)
def test_that_every_shown_character_knows_where_it_came_from(text: str) -> None:
    emitted = Emitter({}).emit(read_paper(text))
    for marker in emitted.markers:
        assert 0 <= marker.start < marker.end <= max(len(text), 1)
        for at in marker.at:
            assert 0 <= at < len(text)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_that_typst_code_in_text_is_shown_as_text(hostile: str, build: Callable[..., BuiltPaper]) -> None:
    signs = bare(re.sub(r"[`*_$\\]|\\(?=[#$@])", "", hostile))
    paper = build(f"Before {hostile} after.\n")
    shown = bare(re.sub(r"[`*_$\\]", "", pages_of(paper.pdf).text))
    letters = re.sub(r"[^A-Za-z0-9]", "", signs)
    assert letters in re.sub(r"[^A-Za-z0-9]", "", shown) or "$" in hostile
    assert "IHDR" not in shown


def test_that_files_cannot_be_read_through_a_formula(build: Callable[..., BuiltPaper]) -> None:
    for formula in (r"$\text{x} #read(\"/etc/hostname\")$", r"$std.read(\"/etc/hostname\")$", r"$\#read$"):
        paper = build(f"A {formula} b\n")
        assert "localhost" not in pages_of(paper.pdf).text


def test_that_signs_without_a_glyph_are_named_and_told(build: Callable[..., BuiltPaper]) -> None:
    paper = build("Before \u0f40 and \x07 after.\n")
    text = pages_of(paper.pdf).text
    assert "[tibetan letter ka]" in " ".join(text.split())
    assert "[U+0007]" in text
    assert any("U+0F40" in warning for warning in paper.warnings)


def test_that_a_missing_and_a_remote_picture_leave_a_box_that_names_them(
    build: Callable[..., BuiltPaper],
) -> None:
    paper = build("![Alt](missing/one.png)\n\n![Far](https://example.org/two.png)\n")
    text = pages_of(paper.pdf).text
    assert "picture not found: missing/one.png" in text.replace("\u200b", "")
    assert "not fetched" in text
    assert len(paper.warnings) == 2


def test_that_link_addresses_are_shown_and_no_link_is_left(build: Callable[..., BuiltPaper]) -> None:
    import pymupdf

    paper = build("See [here](https://example.org/page) and <https://auto.example.org>.\n")
    text = pages_of(paper.pdf).text.replace("\u200b", "")
    assert "https://example.org/page" in text
    with pymupdf.open(stream=paper.pdf) as document:
        assert [page.get_links() for page in document] == [[]]


@pytest.mark.parametrize("mark", ["> ", "- ", "1. "])
def test_that_deep_nesting_is_set_or_refused_but_never_cut_off(
    mark: str, build: Callable[..., BuiltPaper]
) -> None:
    assert "innermost" in pages_of(build(mark * 8 + "innermost\n").pdf).text.replace("\u200b", "")
    with pytest.raises(InputError, match="nested too deeply"):
        build(mark * 400 + "innermost\n")


def test_that_cells_beyond_the_head_are_kept(build: Callable[..., BuiltPaper]) -> None:
    paper = build("| a | b |\n|---|---|\n| 1 | 2 | surplus |\n")
    assert "surplus" in pages_of(paper.pdf).text


def test_that_a_formula_no_converter_knows_is_still_shown(build: Callable[..., BuiltPaper]) -> None:
    paper = build("Odd $\\undefinedmacro{x} + \\frac{1}$ and plain $y$.\n")
    start = paper.text.index("$\\undef")
    assert paper.places.rects(start, start + 20)


def test_that_equal_papers_give_equal_bytes(build: Callable[..., BuiltPaper]) -> None:
    text = "# Title\n\nText with $x^2$ and 中.\n"
    assert build(text).pdf == build(text).pdf
