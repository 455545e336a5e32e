"""Counts of kinds in counted rows of log lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.ledger.log_values import add_log
from mlrbench_gui.audit.ledger.values import Collector, NameTable, Source
from mlrbench_gui.domain.values import RelPath


def counts_of(lines: list[str]) -> dict[str, float]:
    collector = Collector(RelPath("log.txt"), NameTable(), Source.LOG)
    add_log(collector, "\n".join(lines))
    return {v.name.parts[-1]: v.value for v in collector.values if v.aspect == "count"}


def rows(kinds: list[str], whole: int) -> list[str]:
    return [f"Generated model {i}/{whole} ({kind})." for i, kind in enumerate(kinds, start=1)]


@pytest.mark.fuzzed
@given(st.lists(st.sampled_from(["clean", "marked", "other"]), min_size=4, max_size=20))
def test_that_kinds_are_counted(kinds: list[str]) -> None:
    expected = {kind: float(kinds.count(kind)) for kind in kinds} if len(set(kinds)) > 1 else {}

    assert counts_of(rows(kinds, len(kinds))) == expected


def test_that_a_row_that_broke_off_counts_nothing() -> None:
    assert counts_of(rows(["clean", "marked", "clean", "marked"], 6)) == {}


def test_that_a_second_row_begins_anew() -> None:
    first = rows(["clean", "clean", "clean"], 4)
    second = rows(["clean", "marked", "marked", "marked"], 4)

    assert counts_of([*first, *second]) == {"clean": 1.0, "marked": 3.0}
