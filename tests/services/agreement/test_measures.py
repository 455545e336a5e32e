"""Each measure against another library, its definition, or a published value."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from mlrbench_gui.services.agreement import measures
from mlrbench_gui.services.agreement.intervals import estimate

scores = st.integers(1, 10).map(float)
pair_lists = st.lists(st.tuples(scores, scores), min_size=2, max_size=40)

KRIPPENDORFF_2011 = (
    (1, 1, 1),
    (2, 2, 3, 2),
    (3, 3, 3, 3),
    (3, 3, 3, 3),
    (2, 2, 2, 2),
    (1, 2, 3, 4),
    (4, 4, 4, 4),
    (1, 1, 2, 1),
    (2, 2, 2, 2),
    (5, 5, 5),
    (1, 1),
    (3,),
)


def test_that_alpha_is_the_published_one_of_twelve_units_and_four_observers() -> None:
    assert measures.alpha(KRIPPENDORFF_2011) == pytest.approx(0.849, abs=0.0005)


def test_that_icc_is_the_one_worked_out_by_hand() -> None:
    # Mean squares of rows 4.5, columns 6, error 0.5: (4.5 - 0.5) / (4.5 + 0.5 + 2 * (6 - 0.5) / 3).
    assert measures.icc([(1, 2), (2, 4), (3, 6)]) == pytest.approx(4 / (5 + 11 / 3))


@pytest.mark.fuzzed
@given(pairs=pair_lists)
def test_that_spearman_is_scipys(pairs: list[tuple[float, float]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = measures.spearman(pairs)
    if len(set(first)) < 2 or len(set(second)) < 2:
        assert found is None
    else:
        assert found == pytest.approx(float(spearmanr(first, second).statistic))


@pytest.mark.fuzzed
@given(pairs=pair_lists)
def test_that_kappa_is_its_definition(pairs: list[tuple[float, float]]) -> None:
    seen = sum((a - b) ** 2 for a, b in pairs) / len(pairs)
    chance = sum((a - b) ** 2 for a, _ in pairs for _, b in pairs) / len(pairs) ** 2
    found = measures.weighted_kappa(pairs)
    assert found is None if chance == 0 else found == pytest.approx(1 - seen / chance, abs=1e-9)


@pytest.mark.fuzzed
@given(units=st.lists(st.lists(scores, min_size=1, max_size=5), min_size=1, max_size=15))
def test_that_alpha_is_its_definition(units: list[list[float]]) -> None:
    paired = [unit for unit in units if len(unit) > 1]
    values = [value for unit in paired for value in unit]
    found = measures.alpha(units)
    expected = sum((a - b) ** 2 for a, b in permutations(values, 2))
    if expected == 0:
        assert found is None
        return
    observed = sum(sum((a - b) ** 2 for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in paired)
    n = len(values)
    assert found == pytest.approx(1 - (observed / n) / (expected / (n * (n - 1))), abs=1e-9)


def test_that_full_agreement_is_one_and_no_variance_is_nothing() -> None:
    same = [(2.0, 2.0), (5.0, 5.0), (9.0, 9.0)]
    assert measures.icc(same) == pytest.approx(1)
    assert measures.weighted_kappa(same) == pytest.approx(1)
    assert measures.alpha(same) == pytest.approx(1)
    assert measures.bias(same) == 0
    flat = [(3.0, 3.0)] * 4
    assert [measures.icc(flat), measures.weighted_kappa(flat), measures.alpha(flat)] == [None] * 3
    assert measures.spearman(flat) is None


def test_that_an_empty_group_gives_no_test() -> None:
    assert measures.mann_whitney([], [1.0]) is None


@pytest.mark.fuzzed
@given(pairs=st.lists(st.tuples(scores, scores), min_size=3, max_size=30))
def test_that_the_interval_of_a_mean_holds_it_and_is_the_same_twice(pairs: list[tuple[float, float]]) -> None:
    found = estimate(pairs, measures.bias)
    assert found == estimate(pairs, measures.bias)
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert found.low <= found.high
    gaps = [b - a for a, b in pairs]
    assert min(gaps) - 1e-9 <= found.low
    assert found.high <= max(gaps) + 1e-9
    assert found.n == len(pairs)


def test_that_two_papers_give_no_interval() -> None:
    found = estimate([(1.0, 2.0), (2.0, 2.0)], measures.bias)
    assert found.low is None
    assert math.isclose(found.value or 0, 0.5)
