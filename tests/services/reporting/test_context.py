"""The words around a claim."""

from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.services.reporting.context import around


def test_that_a_table_cell_shows_its_row_alone() -> None:
    text = "| a | 1 |\n| b | 2 |\n| c | 3 |\n"
    at = text.index("2")
    assert around(text, (at, at + 1)) == ("| b | ", " |")


def test_that_a_sentence_shows_its_paragraph_alone() -> None:
    text = "First.\n\nIt is 5 now.\n\nLast."
    at = text.index("5")
    assert around(text, (at, at + 1)) == ("It is ", " now.")


def test_that_a_long_paragraph_is_cut_at_words_with_an_ellipsis() -> None:
    text = "word " * 100 + "5" + " word" * 100
    before, after = around(text, (500, 501))
    assert before.startswith("… word")
    assert after.endswith("word …")


def test_that_a_span_outside_the_text_has_no_surroundings() -> None:
    assert around("short", (10, 20)) == ("", "")


@given(st.text(max_size=400), st.integers(0, 400), st.integers(0, 50))
def test_that_the_surroundings_stand_beside_the_span(text: str, start: int, length: int) -> None:
    before, after = around(text, (start, start + length))
    if before:
        assert text[:start].endswith(before.removeprefix("… "))
    if after:
        assert text[start + length :].startswith(after.removesuffix(" …"))
