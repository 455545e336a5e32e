"""Agreement by the digits printed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement


def printed(text: str) -> PrintedNumber:
    (number,) = find_numbers(text)
    return number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("87.4%", 0.8741),
        ("87.4%", 87.36),
        ("0.572", 0.5723447),
        ("0.55", 0.545),
        ("1.5M", 1_512_345),
        ("2 min", 120.0),
        ("about 30%", 0.32),
        ("about 35%", 0.3591),
        ("approximately 0.43", 0.4384),
    ],
)
def test_that_a_value_which_rounds_to_the_print_agrees(text: str, value: float) -> None:
    assert agreement(printed(text), value).agrees


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("87.4%", 0.88),
        ("0.572", 0.5733),
        ("48%", 0.597),
        ("3", 3.6),
        ("0.5", float("nan")),
        ("1", float("inf")),
    ],
)
def test_that_another_value_does_not(text: str, value: float) -> None:
    assert not agreement(printed(text), value).agrees


@pytest.mark.parametrize(
    ("text", "value", "is_cut"),
    [
        ("30k", 30_926, True),
        ("1.2M", 1_290_000, True),
        ("31k", 30_926, False),
        ("30k", 30_400, False),
    ],
)
def test_that_a_shortened_count_may_have_its_last_digits_cut_off(
    text: str, value: float, is_cut: bool
) -> None:
    found = agreement(printed(text), value)

    assert found.agrees
    assert found.is_cut == is_cut


@pytest.mark.parametrize(
    ("text", "value"), [("30k", 31_000), ("30k", 29_400), ("30", 30.9), ("30%", 0.309), ("30k", 30_926.5)]
)
def test_that_nothing_else_is_cut(text: str, value: float) -> None:
    assert not agreement(printed(text), value).agrees


@pytest.mark.fuzzed
@given(st.floats(min_value=0.0001, max_value=9999, allow_nan=False), st.integers(0, 5))
def test_that_every_printed_rounding_of_a_value_agrees(value: float, digits: int) -> None:
    assert agreement(printed(f"{value:.{digits}f} units"), value).agrees


@pytest.mark.fuzzed
@given(st.floats(min_value=1.01, max_value=99, allow_nan=False), st.integers(1, 9))
def test_that_a_changed_digit_does_not_agree(value: float, change: int) -> None:
    shifted = value + change * 0.01
    assume(f"{shifted:.2f}" != f"{value:.2f}")

    assert not agreement(printed(f"{shifted:.2f} units"), round(value, 2)).agrees


def test_that_only_an_approximate_number_agrees_loosely() -> None:
    assert agreement(printed("about 35%"), 0.3591).loosely
    assert not agreement(printed("about 35%"), 0.352).loosely
    assert not agreement(printed("35%"), 0.3591).agrees
