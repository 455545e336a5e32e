"""The place map: exact rectangles by bisection, and a byte form that refuses nonsense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.places import PlacedText, PlaceMap


def word(start: int, text: str, x: float, *, page: int = 1, y: float = 10.0) -> PlacedText:
    return PlacedText(
        start,
        start + len(text),
        tuple((start + i, page, x + 5.0 * i, y, x + 5.0 * (i + 1), y + 8.0) for i in range(len(text))),
    )


MAP = PlaceMap(
    (
        word(6, "world", 40.0),
        word(0, "Hello", 10.0),
        word(20, "next", 10.0, y=30.0),
        PlacedText(30, 40, ((-1, 2, 1.0, 1.0, 9.0, 9.0), (33, 2, 3.0, 1.0, 4.0, 9.0))),
        PlacedText(50, 54, ((-1, 2, 20.0, 1.0, 30.0, 9.0),)),
    ),
    ((595.0, 842.0), (595.0, 842.0)),
)


def test_that_part_of_a_word_is_cut_by_its_characters() -> None:
    (rect,) = MAP.rects(1, 3)
    assert (rect.x0, rect.x1, rect.exact) == (15.0, 25.0, True)


def test_that_words_of_a_line_join_and_lines_stay_apart() -> None:
    rects = MAP.rects(0, 24)
    assert [(rect.x0, rect.y0, rect.x1) for rect in rects] == [(10.0, 10.0, 65.0), (10.0, 30.0, 30.0)]


def test_that_a_whole_formula_gives_its_frame_and_a_number_in_it_only_the_number() -> None:
    assert MAP.rects(30, 40)[0].x1 == 9.0
    (number,) = MAP.rects(33, 34)
    assert (number.x0, number.x1, number.exact) == (3.0, 4.0, True)


def test_that_a_part_that_cannot_be_told_apart_is_the_whole_and_says_so() -> None:
    (rect,) = MAP.rects(51, 52)
    assert not rect.exact


def test_that_nothing_stands_between_words_or_beyond_the_end() -> None:
    assert MAP.rects(5, 6) == ()
    assert MAP.rects(100, 200) == ()
    assert MAP.rects(3, 3) == ()


def test_that_placed_texts_are_a_sequence_sorted_by_start() -> None:
    assert [item.start for item in MAP.placed] == [0, 6, 20, 30, 50]
    assert MAP.placed[1:2] == (word(6, "world", 40.0),)


def test_that_bytes_give_an_equal_map_back() -> None:
    assert PlaceMap.from_bytes(MAP.to_bytes()) == MAP


@pytest.mark.parametrize("data", [b"", b"x" * 24, MAP.to_bytes()[:-1], MAP.to_bytes() + b"x"])
def test_that_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="place map"):
        PlaceMap.from_bytes(data)


@pytest.mark.fuzzed
@given(
    st.binary(max_size=200)
    | st.integers(0, 400).map(lambda at: MAP.to_bytes()[:at] + b"\xff" + MAP.to_bytes()[at + 1 :])
)
def test_that_damaged_bytes_never_give_a_map_that_fails_later(data: bytes) -> None:
    try:
        places = PlaceMap.from_bytes(data)
    except ValueError:
        return
    places.rects(0, 60)
    list(places.placed)


@given(st.integers(0, 60), st.integers(0, 60))
def test_that_bisection_finds_what_a_scan_finds(start: int, end: int) -> None:
    scanned = [item for item in MAP.placed if item.start < end and start < item.end]
    assert bool(MAP.rects(start, end)) == any(
        box[0] < 0 or start <= box[0] < end for item in scanned for box in item.boxes
    )
