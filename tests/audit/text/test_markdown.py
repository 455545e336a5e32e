"""Papers of each dialect become sections, sentences, tables and figures with exact places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.text.decoding import decode
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import BlockKind, SectionKind
from mlrbench_gui.audit.text.sentences import sentence_spans


def test_that_headings_of_three_dialects_give_the_same_sections() -> None:
    hashes = "# T\n\n## Abstract\nx\n\n## 4 Results\ny\n"
    numbers = "Title: T\n\nAbstract\nx\n\n4. Results\n\ny\n"
    bold = "T\n\n**Abstract**\n\nx\n\n**Results**\n\ny\n"

    for text in (hashes, numbers, bold):
        kinds = [b.section.kind for b in read_paper(text).blocks if b.kind is BlockKind.PARAGRAPH]
        assert kinds[-2:] == [SectionKind.ABSTRACT, SectionKind.RESULTS]


def test_that_cells_of_pipe_tables_have_their_place_and_caption() -> None:
    text = "# T\n\n**Table 1: Scores.**\n\n| Model | F1 |\n|---|---|\n| a | **0.91** |\n| b | 0.85 |\n"

    (table,) = read_paper(text).tables

    assert (table.header, table.number) == (("Model", "F1"), "1")
    assert [text[cell.start : cell.end] for row in table.rows for cell in row] == [
        "a",
        "**0.91**",
        "b",
        "0.85",
    ]


def test_that_cells_of_latex_tables_have_their_place() -> None:
    text = "\\begin{tabular}{lc}\n\\hline\nModel & F1 \\\\\n\\hline\nours & 0.91 \\\\\nbase & 0.85 \\\\\n\\end{tabular}"

    (table,) = read_paper(text).tables

    assert table.header == ("Model", "F1")
    assert [text[cell.start : cell.end] for row in table.rows for cell in row] == [
        "ours",
        "0.91",
        "base",
        "0.85",
    ]


def test_that_figures_keep_target_and_caption() -> None:
    text = "# T\n\n![Bars](./a.png)\n*Figure 1: The bars.*\n"

    (figure,) = read_paper(text).figures

    assert (figure.target, figure.alt, figure.caption) == ("./a.png", "Bars", "Figure 1: The bars.")


def test_that_abbreviations_and_enumerators_end_no_sentence() -> None:
    text = "1. We follow Smith et al. closely, e.g. in Fig. 2. It works."

    assert [text[s:e] for s, e in sentence_spans(text, 0, len(text))] == [
        "1. We follow Smith et al. closely, e.g. in Fig. 2.",
        "It works.",
    ]


def test_that_a_leading_bom_is_no_part_of_the_text_and_bad_bytes_are_replaced() -> None:
    assert decode(b"\xef\xbb\xbfa\xffb") == "a\ufffdb"


@pytest.mark.fuzzed
@given(st.text(alphabet=st.sampled_from("#|-*`$ \n0123456789.abA![]()\\&"), max_size=400))
def test_that_any_text_is_a_paper_and_its_places_lie_inside(text: str) -> None:
    paper = read_paper(text)

    assert all(0 <= b.start <= b.end <= len(text) for b in paper.blocks)
    assert all(
        text[c.start : c.end] == c.text for t in paper.tables for row in t.rows for c in row if t.header
    )


def test_that_a_line_of_half_a_megabyte_is_read() -> None:
    assert read_paper("x1.5 " * 100_000).blocks
