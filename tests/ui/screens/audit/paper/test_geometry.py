"""Pages under one another, marks on them, and the way from a point to the source text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.places import PageRect, PlacedText, PlaceMap
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.screens.audit.paper.marks import MARGIN_GLYPH, claim_boxes, margin_glyphs, ticks
from mlrbench_gui.ui.screens.audit.paper.reading import find_spans, index_glyphs, trimmed, word_at
from mlrbench_gui.ui.screens.audit.paper.stack import GAP, stack_pages


def test_that_pages_stand_centred_under_one_another() -> None:
    stack = stack_pages(((600.0, 800.0), (400.0, 300.0)))
    assert stack.page_box(1) == (0.0, GAP, 600.0, GAP + 800.0)
    assert stack.page_box(2) == (100.0, 2 * GAP + 800.0, 500.0, 2 * GAP + 1100.0)
    assert stack.height == 3 * GAP + 1100.0


@given(
    st.lists(st.tuples(st.floats(50, 900), st.floats(50, 900)), min_size=1, max_size=8),
    st.data(),
)
def test_that_a_rectangle_and_its_page_find_each_other(
    sizes: list[tuple[float, float]], data: st.DataObject
) -> None:
    stack = stack_pages(tuple(sizes))
    page = data.draw(st.integers(1, len(sizes)))
    width, height = sizes[page - 1]
    rect = PageRect(page, width * 0.2, height * 0.3, width * 0.6, height * 0.4)
    x0, y0, _x1, _y1 = stack.box(rect)
    found, x, y = stack.on_page(x0, y0)
    assert found == page
    assert x == pytest.approx(rect.x0, abs=1e-6)
    assert y == pytest.approx(rect.y0, abs=1e-6)
    assert page in stack.pages_between(y0, y0)


def test_that_glyphs_of_one_line_stand_side_by_side_inside_the_page() -> None:
    stack = stack_pages(((600.0, 800.0),))
    boxes = claim_boxes(
        stack,
        {
            "a": (PageRect(1, 100, 100, 200, 112),),
            "b": (PageRect(1, 300, 101, 500, 113),),
            "c": (PageRect(1, 100, 130, 200, 142), PageRect(1, 100, 145, 150, 157)),
            "none": (),
        },
    )
    assert set(boxes) == {"a", "b", "c"}
    glyphs = {glyph.id: glyph for glyph in margin_glyphs(stack, boxes)}
    assert glyphs["a"].y == glyphs["b"].y
    assert glyphs["b"].x - glyphs["a"].x >= MARGIN_GLYPH
    assert glyphs["c"].y > glyphs["a"].y
    assert all(500.0 < glyph.x <= 600.0 - MARGIN_GLYPH for glyph in glyphs.values())
    assert [tick.id for tick in ticks(stack, boxes)] == ["a", "b", "c"]
    assert all(0.0 < tick.at < 1.0 for tick in ticks(stack, boxes))


def test_that_a_line_with_many_claims_tells_how_many_more_there_are() -> None:
    stack = stack_pages(((600.0, 800.0),))
    row = {f"c{at}": (PageRect(1, 100 + 60 * at, 100, 150 + 60 * at, 112),) for at in range(7)}
    glyphs = margin_glyphs(stack, claim_boxes(stack, row))
    assert [(glyph.id, glyph.more) for glyph in glyphs] == [("c0", 0), ("c1", 0), ("c2", 5)]
    gaps = [right.x - left.x for left, right in pairwise(glyphs)]
    assert all(gap >= MARGIN_GLYPH for gap in gaps)


def placed(text: str) -> PlaceMap:
    items = [
        PlacedText(at, at + 1, ((at, 1, 10.0 * at, 20.0, 10.0 * at + 10.0, 32.0),)) for at in range(len(text))
    ]
    whole = PlacedText(50, 60, ((-1, 1, 10.0, 60.0, 300.0, 200.0),))
    return PlaceMap((*items, whole), ((600.0, 800.0),))


def test_that_a_point_finds_its_glyph_and_a_picture_is_taken_whole() -> None:
    index = index_glyphs(placed("abcdef"))
    first, last = index.nearest(1, 14.0, 25.0), index.nearest(1, 44.0, 25.0)
    assert first is not None
    assert last is not None
    assert index.between(last, first) == (1, 5)
    beside = index.nearest(1, 400.0, 26.0)
    assert beside is not None
    assert beside.start == 5
    picture = index.nearest(1, 100.0, 100.0)
    assert picture is not None
    assert (picture.start, picture.end) == (50, 60)
    assert index.nearest(2, 0.0, 0.0) is None


def test_that_a_search_forgives_case_and_line_breaks() -> None:
    text = "The Pass\n rate climbs. pass rate falls."
    assert [text[slice(*span)] for span in find_spans(text, "pass rate")] == ["Pass\n rate", "pass rate"]
    assert find_spans(text, "  ") == ()
    assert find_spans(text, "(rate") == ()


@pytest.mark.fuzzed
@given(st.text(max_size=80), st.text(max_size=8), st.integers(0, 80))
def test_that_finding_and_selecting_stay_inside_the_text(text: str, words: str, offset: int) -> None:
    for start, end in find_spans(text, words):
        assert 0 <= start < end <= len(text)
    at = min(offset, len(text))
    start, end = word_at(text, at)
    assert 0 <= start <= at <= end <= len(text)
    low, high = trimmed(text, (start, end))
    assert start <= low <= high <= end


def test_that_every_verdict_has_a_weight_for_shared_pixel_rows() -> None:
    from mlrbench_gui.ui.screens.audit.paper.ticks import _WEIGHT

    assert set(_WEIGHT) == set(Verdict)
    assert max(_WEIGHT, key=lambda verdict: _WEIGHT[verdict]) is Verdict.CONTRADICTED
