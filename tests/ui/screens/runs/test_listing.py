"""What the Runs table lists: filters, order, groups."""

from dataclasses import replace
from typing import Any

import pytest

from mlrbench_gui.domain.values import GateState
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.screens.runs.listing import (
    Column,
    FindingFilter,
    Gap,
    GroupBy,
    Head,
    ReviewFilter,
    Wish,
    doubtful_share,
    fold,
    gap,
    listed,
)

pytestmark = pytest.mark.ui


def runs(rows: Any, wish: Wish) -> list[RunRow]:
    return [entry for entry in listed(rows, wish) if isinstance(entry, RunRow)]


@pytest.fixture
def rows(sample: Any) -> tuple[RunRow, ...]:
    return tuple(sample.many_rows(40).values())


def test_that_groups_stand_in_order_with_their_runs_below(rows: tuple[RunRow, ...]) -> None:
    entries = listed(rows, Wish())
    heads = [entry for entry in entries if isinstance(entry, Head)]
    assert [head.name for head in heads] == sorted(head.name for head in heads)
    assert sum(head.count for head in heads) == len(rows) == len(entries) - len(heads)


def test_that_a_folded_group_keeps_its_head(rows: tuple[RunRow, ...]) -> None:
    name = next(entry.name for entry in listed(rows, Wish()) if isinstance(entry, Head))
    folded = listed(rows, fold(Wish(), name))
    assert folded[0] == Head(name, 10, folded=True)
    assert listed(rows, fold(fold(Wish(), name), name)) == listed(rows, Wish())


def test_that_every_word_of_the_filter_must_fit(rows: tuple[RunRow, ...]) -> None:
    assert [row.run.name for row in runs(rows, Wish(text="OTTER 0003"))] == ["end2end_otter/task_0003"]


@pytest.mark.parametrize(
    ("wanted", "fits"), [(Gap.NONE, {0}), (Gap.SOME, {1, 2, 3, 4, 5}), (Gap.WIDE, {3, 4, 5})]
)
def test_that_the_gap_filter_keeps_its_range(rows: tuple[RunRow, ...], wanted: Gap, fits: set[int]) -> None:
    assert {gap(row) for row in runs(rows, Wish(gap=wanted))} == fits


def test_that_findings_and_reviews_filter_by_their_state(rows: tuple[RunRow, ...]) -> None:
    assert all(row.findings["high"] for row in runs(rows, Wish(findings=FindingFilter.HIGH)))
    assert all(not any(row.findings.values()) for row in runs(rows, Wish(findings=FindingFilter.NONE)))
    assert all(row.decided == 0 for row in runs(rows, Wish(review=ReviewFilter.NOT_STARTED)))


@pytest.mark.parametrize("column", list(Column))
def test_that_sorting_the_other_way_turns_the_order_of_unequal_rows(
    rows: tuple[RunRow, ...], column: Column
) -> None:
    up = runs(rows, Wish(group_by=GroupBy.NOTHING, sort=column))
    down = runs(rows, Wish(group_by=GroupBy.NOTHING, sort=column, descending=True))
    assert {row.run.name for row in up} == {row.run.name for row in down}
    assert up != down


def test_that_a_run_without_audit_has_no_gap_and_sorts_lowest(rows: tuple[RunRow, ...]) -> None:
    bare = replace(rows[0], gate=None, trusts={}, claims=0)
    assert gap(bare) is None
    assert doubtful_share(bare) is None
    assert runs((*rows[1:], bare), Wish(group_by=GroupBy.NOTHING, sort=Column.REACHED))[0] == bare


def test_that_claiming_less_than_reached_is_no_gap(rows: tuple[RunRow, ...], sample: Any) -> None:
    assert gap(replace(rows[0], gate=sample.gate(GateState.MEASURED, GateState.ATTEMPTED))) == 0
