"""Parts of a whole: each name is one part's, and what is missing is told."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.sharding import Shard, ShardRecord, plan_of, plans_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


@given(st.sets(st.text()), st.integers(1, 9))
def test_that_each_name_is_of_exactly_one_part(names: set[str], parts: int) -> None:
    for name in names:
        assert sum(Shard(part, parts).holds(name) for part in range(1, parts + 1)) == 1


def test_that_the_split_is_the_same_on_every_machine_and_shares_fairly() -> None:
    names = [f"end2end_x/task_{number}" for number in range(1000)]
    assert [name for name in names[:8] if Shard(1, 2).holds(name)] == [names[n] for n in (1, 2, 4, 7)]
    sizes = [sum(Shard(part, 4).holds(name) for name in names) for part in range(1, 5)]
    assert min(sizes) > 200


def test_that_a_plan_is_known_by_what_is_done_and_to_what() -> None:
    plan = plan_of("audit", ("rules 1",), ["b", "a"])
    assert plan == plan_of("audit", ("rules 1",), ["a", "b", "a"])
    assert len({plan, plan_of("run", ("rules 1",), "ab"), plan_of("audit", ("rules 2",), "ab")}) == 3
    assert plan != plan_of("audit", ("rules 1",), "a")


def test_that_missing_and_unfinished_parts_are_told_with_what_is_done_of_all() -> None:
    records = [ShardRecord("p", "audit", part, 4, 40, 10, done, AT) for part, done in ((1, 10), (3, 4))]
    (state,) = plans_of(records)
    assert not state.complete
    assert state.told() == "audit: 14 of 40 done; 2 of 4 parts are here; missing 2, 4; not finished 3"
    whole = [ShardRecord("p", "audit", part, 4, 40, 10, 10, AT) for part in (1, 2, 3, 4)]
    (state,) = plans_of(whole)
    assert state.complete
    assert state.told() == "audit: 40 of 40 done; 4 of 4 parts are here"
