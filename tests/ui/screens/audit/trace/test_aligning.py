"""Two texts aligned: what is equal, what changed, and how far apart their times are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.ui.screens.audit.trace.aligning import RowKind, align, seconds_of
from mlrbench_gui.ui.screens.audit.trace.words import duration_words, offset_words, pair_words

LINES = st.lists(st.sampled_from(["calm", "storm", "10:00:01 tide 3", "10:00:02 tide 4", ""]), max_size=30)


def log(hour: int, losses: list[float]) -> list[str]:
    return [
        f"2026-03-01 {hour:02d}:00:{n:02d},500 INFO step {n} loss {loss}" for n, loss in enumerate(losses)
    ]


@pytest.mark.fuzzed
@given(LINES, LINES)
def test_that_every_line_of_both_texts_stands_once_and_in_order(left: list[str], right: list[str]) -> None:
    made = align(left, right)
    assert [at for at in made.left if at >= 0] == list(range(len(left)))
    assert [at for at in made.right if at >= 0] == list(range(len(right)))


@pytest.mark.fuzzed
@given(LINES)
def test_that_a_text_equals_itself(text: list[str]) -> None:
    made = align(text, text)
    assert made.count(RowKind.SAME) == len(text)
    assert not made.blocks


def test_that_equal_logs_at_another_time_are_told_with_their_offset() -> None:
    made = align(log(9, [0.5, 0.4, 0.3]), log(11, [0.5, 0.4, 0.3]))
    assert made.count(RowKind.TIME) == 3
    assert made.offset is not None
    assert (made.offset.seconds, made.offset.shared, made.offset.timed) == (7200.0, 3, 3)
    assert offset_words(made) == "The right one is 2 h later in 3 of 3 equal lines with a time"


def test_that_a_line_with_another_number_is_paired_and_marked_as_changed() -> None:
    made = align(log(9, [0.5, 0.4, 0.3]), log(9, [0.5, 0.9, 0.3]))
    assert [made.kind(row) for row in range(3)] == [RowKind.SAME, RowKind.CHANGED, RowKind.SAME]
    assert made.blocks == (1,)


def test_that_an_inserted_line_leaves_a_gap_at_the_left() -> None:
    made = align(["calm", "storm"], ["calm", "gale", "storm"])
    assert list(made.left) == [0, -1, 1]
    assert made.kind(1) is RowKind.RIGHT
    assert pair_words(made) == "2 lines equal · 1 only right"


def test_that_a_hundred_thousand_equal_lines_with_one_odd_one_are_aligned_by_it() -> None:
    left = ["same"] * 50_000 + ["odd"] + ["same"] * 49_999
    made = align(left, left[1:])
    assert made.count(RowKind.SAME) == 99_999
    assert made.count(RowKind.LEFT) == 1


def test_that_times_with_and_without_a_date_are_not_mixed() -> None:
    made = align(["10:00:01 tide"], ["2026-03-01 10:00:01 tide"])
    assert made.offset is None


def test_that_an_impossible_date_is_no_error() -> None:
    assert seconds_of("2026-99-99 10:00:00 x") == 36_000.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (4.25, "4.25 s"),
        (61, "1 min 1 s"),
        (7380, "2 h 3 min"),
        (90_061, "1 d 1 h"),
    ],
)
def test_that_durations_read_as_their_two_largest_parts(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words
