"""Which digits and words of a text are numbers, and what they are worth."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.numbers.grammar import find_numbers


def values(text: str) -> list[float]:
    return [number.number for number in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a pass rate of 40.00%, then 48.00% and 52.00%", [40.0, 48.0, 52.0]),
        ("1,000 models, 50\u2009000 items, 1 000 files, $50\\,000$ rows", [1000, 50000, 1000, 50000]),
        ("lr 1e-4, $10^{-4}$, 3 × 10^{-3}, 5×10⁻⁵, $1\\mathrm{e}{-4}$", [1e-4, 1e-4, 3e-3, 5e-5, 1e-4]),
        (">1 M users, 3k steps, 1.5B tokens, 2 million rows", [1e6, 3000, 1.5e9, 2e6]),
        ("three domains, both programs, twenty-five runs", [3, 2, 25]),
        ("failed to correct any of them", [0]),
        ("a drop of \u22121.2% and -0.35", [-1.2, -0.35]),
        ("$T=0.2$, $d=256$", [0.2, 256]),
    ],
)
def test_that_each_notation_is_read(text: str, expected: list[float]) -> None:
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "gpt-4o-mini on CIFAR-10 with F1 and Recall@10",
        "Figure 2 shows, as in Table 3 and Section 4.1",
        "as shown before [8], [9, 12] (Smith, 2023)",
        "arXiv:2304.05128, https://example.org/7/8.html",
        "on 2025-05-11 at 12:00:01, version 3.11.2",
        "the weight $x_1$ and $w_{12}$",
        "Figures 2 and 3 show what Tables 1, 2 and 4 list, see Sections 3-5 and Fig. 2(a)",
        "A single temperature, one of the methods, a two-fold gain",
    ],
)
def test_that_digits_of_names_references_and_dates_are_no_numbers(text: str) -> None:
    assert values(text) == []


def test_that_plus_minus_gives_the_central_number_with_its_deviation() -> None:
    (number,) = find_numbers("an accuracy of 84.1 ± 0.5 %")

    assert (number.value, number.deviation, number.unit) == (Decimal("84.1"), Decimal("0.5"), "%")


def test_that_both_ends_of_a_range_share_the_unit() -> None:
    low, high = find_numbers("a 20-30% improvement")

    assert [(n.number, n.unit, n.role) for n in (low, high)] == [(20, "%", "low"), (30, "%", "high")]


def test_that_from_and_to_tell_which_end_a_number_is() -> None:
    first, last = find_numbers("rose from approximately 0.65 to 0.82")

    assert (first.role, first.approximate, last.role) == ("from", True, "to")


@pytest.mark.fuzzed
@given(st.text(max_size=300))
def test_that_any_text_is_read_and_places_are_inside_it(text: str) -> None:
    for number in find_numbers(text):
        assert 0 <= number.start < number.end <= number.unit_end <= len(text)


@pytest.mark.fuzzed
@given(st.floats(min_value=0.001, max_value=99999, allow_nan=False), st.integers(0, 4))
def test_that_a_printed_value_is_found_again_at_its_place(value: float, digits: int) -> None:
    printed = f"{value:.{digits}f}"
    text = f"It reaches {printed} here."

    (number,) = find_numbers(text, words=False)

    assert text[number.start : number.end] == printed
    assert number.value == Decimal(printed)


@pytest.mark.parametrize("arrow", ["→", " -> ", r"$ \rightarrow $", r"$\to$"])
def test_that_an_arrow_stands_between_two_values(arrow: str) -> None:
    first, last = find_numbers(f"a drop (32.5{arrow}10.0) of it")
    assert (first.role, last.role) == ("from", "to")
