"""Grouping, filtering and the reader's place."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict
from mlrbench_gui.ui.screens.audit.claims.cursor import Cursor
from mlrbench_gui.ui.screens.audit.claims.grouping import (
    ClaimFilter,
    ClaimRow,
    SectionRow,
    arrange,
    of_paper,
    recounted,
    tally,
)

Make = Callable[..., Any]


@pytest.fixture
def claims(make_claim: Make) -> tuple[Any, ...]:
    return (
        make_claim("a", section="4 Setup", decided=True),
        make_claim("b", section="4 Setup", verdict=Verdict.CONTRADICTED),
        make_claim("c", section="5 Results", trust=Trust.MEASURED, flagged=True),
        make_claim("d", section="", quote="**bold** words"),
    )


def test_that_sections_keep_the_papers_order_and_count_open_claims(claims: tuple[Any, ...]) -> None:
    rows = arrange(claims, ClaimFilter()).rows
    assert rows[0] == SectionRow("4 Setup", 1, 2, folded=False)
    assert [row.id for row in rows if isinstance(row, ClaimRow)] == ["a", "b", "c", "d"]
    assert rows[-2] == SectionRow("Before the first heading", 1, 1, folded=False)


def test_that_undecided_first_sorts_within_its_section(claims: tuple[Any, ...]) -> None:
    assert arrange(claims, ClaimFilter(undecided_first=True)).order == ("b", "a", "c", "d")


def test_that_a_folded_section_hides_rows_but_keeps_its_claims_in_order(claims: tuple[Any, ...]) -> None:
    made = arrange(claims, ClaimFilter(), frozenset({"4 Setup"}))
    assert [row.id for row in made.rows if isinstance(row, ClaimRow)] == ["c", "d"]
    assert made.order == ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (ClaimFilter(verdicts=frozenset({Verdict.CONTRADICTED})), ("b",)),
        (ClaimFilter(trusts=frozenset({Trust.MEASURED})), ("c",)),
        (ClaimFilter(kinds=frozenset({ClaimKind.FIGURE})), ()),
        (ClaimFilter(flagged_only=True), ("c",)),
        (ClaimFilter(words="BOLD w"), ("d",)),
        (ClaimFilter(), ("a", "b", "c", "d")),
    ],
)
def test_that_each_filter_lets_its_claims_through(
    claims: tuple[Any, ...], wanted: ClaimFilter, left: tuple[str, ...]
) -> None:
    made = arrange(claims, wanted)
    assert made.order == left
    assert made.hidden == len(claims) - len(left)


def test_that_a_decision_changes_counts_and_moves_no_row(claims: tuple[Any, ...], make_claim: Make) -> None:
    before = arrange(claims, ClaimFilter(undecided_first=True))
    now = {claim.current.id: claim for claim in claims} | {
        "b": make_claim("b", section="4 Setup", decided=True)
    }
    after = recounted(before.rows, before.sections, now)
    assert after[0] == SectionRow("4 Setup", 0, 2, folded=False)
    assert after[1:] == before.rows[1:]


def test_that_the_tally_counts_every_verdict_and_trust(claims: tuple[Any, ...]) -> None:
    counts = tally(claims)
    assert (counts.total, counts.decided, counts.flagged) == (4, 1, 1)
    assert sum(counts.verdicts.values()) == sum(counts.trusts.values()) == 4
    assert counts.verdicts[Verdict.UNVERIFIABLE] == 0


def test_that_a_hidden_current_claim_gives_way_to_the_next_shown_one() -> None:
    cursor = Cursor(("a", "b", "c", "d"), "b", ("b",))
    assert cursor.over(("a", "c", "d")).current == "c"
    assert cursor.over(("a",)).current == "a"
    assert cursor.over(()).current is None


def test_that_next_where_goes_round_once() -> None:
    cursor = Cursor(("a", "b", "c"), "b", ("b",))
    assert cursor.next_where(lambda key: key == "a").current == "a"
    assert cursor.next_where(lambda key: key == "b") == cursor
    assert cursor.next_where(lambda _key: False) == cursor


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.lists(st.integers(-3, 3), max_size=12))
def test_that_the_current_claim_is_always_shown_and_selected(order: list[str], steps: list[int]) -> None:
    cursor = Cursor().over(tuple(order))
    for by in steps:
        cursor = cursor.step(by).over(tuple(order[: max(1, len(order) - abs(by))]))
        if cursor.current is None:
            assert not order
        else:
            assert cursor.current in cursor.order
            assert cursor.current in cursor.selected


def test_that_a_count_is_of_the_shown_paper_in_a_run_with_several(make_claim: Make) -> None:
    one, other = make_claim("c1"), make_claim("c2")
    moved = other.current.model_copy(update={"paper": RelPath("b.md")})
    away = other.model_copy(update={"current": moved})
    both = (one.current.paper, RelPath("b.md"))
    assert of_paper((one, away), both[0], both) == (one,)
    assert of_paper((one, away), both[0], both[:1]) == (one, away)
