"""Stored outputs beside new ones, value by value."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.rerunning import RerunOutcome
from mlrbench_gui.domain.values import Provenance, RelPath
from mlrbench_gui.services.rerunning.comparing import compare_output, compare_values, values_of

PATH = RelPath("results/metrics.json")


def data(**values: object) -> bytes:
    return json.dumps(values).encode()


def test_that_equal_values_raise_trust_only_if_code_computes_them() -> None:
    computed, typed = (
        compare_output(PATH, data(a=1.0), [(PATH, data(a=1.0))], provenance, 1e-6)
        for provenance in (Provenance.EXECUTED_SCRIPT, Provenance.LITERAL_SCRIPT)
    )

    assert (computed.outcome, computed.raises_trust) == (RerunOutcome.REPRODUCED, True)
    assert (typed.outcome, typed.raises_trust) == (RerunOutcome.REPRODUCED, False)
    assert "proves nothing" in typed.reason


def test_that_a_difference_names_its_place() -> None:
    found = compare_output(PATH, data(a=[1.0, 2.0]), [(PATH, data(a=[1.0, 2.5]))], Provenance.UNKNOWN, 1e-6)

    assert found.outcome is RerunOutcome.DIFFERS
    assert [(d.place, d.stored, d.again) for d in found.differences] == [("/a/1", "2.0", "2.5")]


def test_that_values_which_change_between_re_runs_are_named_even_where_one_agrees() -> None:
    again = [(PATH, data(a=1.0)), (PATH, data(a=1.2))]

    found = compare_output(PATH, data(a=1.0), again, Provenance.EXECUTED_SCRIPT, 1e-6)

    assert (found.outcome, found.unstable, found.raises_trust) == (RerunOutcome.DIFFERS, ("/a",), False)


def test_that_measured_times_are_left_out() -> None:
    assert values_of(PATH, data(accuracy=0.5, train_time=3.2, timestamp="x", latency_ms=1)) == {
        "/accuracy": 0.5
    }


@pytest.mark.parametrize(
    ("one", "other", "same"), [(1.0, 1.0000001, True), (1.0, 1.001, False), (0.0, 0.0, True)]
)
def test_that_the_tolerance_is_relative(one: float, other: float, same: bool) -> None:
    assert (compare_values({"/a": one}, {"/a": other}, 1e-6) == ()) is same


def test_that_cells_are_compared_by_row_and_column() -> None:
    found = values_of(RelPath("a.csv"), b"method,f1\nA,0.5\nB,0.7\n")

    assert found == {"row 1, method": "A", "row 1, f1": 0.5, "row 2, method": "B", "row 2, f1": 0.7}


@pytest.mark.fuzzed
@given(st.binary(max_size=200), st.sampled_from(("a.json", "a.jsonl", "a.csv", "a.tsv", "a.png")))
def test_that_any_bytes_are_read_and_equal_themselves(content: bytes, name: str) -> None:
    values = values_of(RelPath(name), content)

    assert values is None or compare_values(values, values, 1e-6) == ()
