"""Formulas: cleaned up, converted, and never able to leave the formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.infra.pdf import maths


def test_that_tags_comments_and_big_fences_go_before_conversion() -> None:
    clean, tag = maths.cleaned("\\bigl(x\\bigr) % note\n + \\mathrm{sim}(a) \\tag{3}")
    assert clean == "(x)   + \\text{sim}(a)"
    assert tag == "3"


@pytest.mark.parametrize(
    "typst", ["#read", "a $ b", "x // y", "a /* b", '"open', "std.read(x)", "@x", "`r`", "<lab>", "image(x)"]
)
def test_that_code_is_refused(typst: str) -> None:
    assert not maths.is_safe(typst)


@pytest.mark.parametrize(
    "typst", ['"a # b $ c"', "\\# x", "x < y", "frac(1, B) sum_(i = 1)^B", "a \\/ \\/ b"]
)
def test_that_plain_maths_is_let_through(typst: str) -> None:
    assert maths.is_safe(typst)


def test_that_later_attempts_fall_back_to_a_picture_and_then_to_code() -> None:
    assert maths.convert("x^2", 0).typst == "x^2"
    assert maths.convert("x^2", 2).svg is not None
    last = maths.convert("x^2", 3)
    assert last.typst is None
    assert last.svg is None


@pytest.mark.fuzzed
@given(
    st.lists(
        st.sampled_from(
            ["#", "$", "\\", "{", "}", '"', "\\text{", "//", "/*", "std", ".read(", "x", "_", "^", " "]
        ),
        max_size=20,
    ).map("".join)
)
def test_that_no_tex_converts_to_anything_unsafe(tex: str) -> None:
    for attempt in range(2):
        typst = maths.convert(tex, attempt).typst
        assert typst is None or maths.is_safe(typst)
