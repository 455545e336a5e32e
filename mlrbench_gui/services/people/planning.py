"""An assignment as a whole: who reviews what, blind or not; read as one value, written as a difference."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import Assign, Submit
from mlrbench_gui.domain.sharing import assigned_runs, blindness_of, reviewers_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import put
from mlrbench_gui.services.people.sharing import set_blind

Pair = tuple[RunName, str]
"""A run and who reviews it."""


@dataclass(frozen=True, slots=True)
class SharePlan:
    """All runs, all reviewers by name, who has which run, who has submitted, and blindness with its seed."""

    runs: tuple[RunName, ...]
    reviewers: tuple[str, ...]
    pairs: frozenset[Pair]
    done: frozenset[Pair]
    blind: bool
    seed: str


def read_plan(ctx: Context) -> SharePlan:
    """The assignment as it stands; the present author is among the reviewers."""
    records = ctx.workspace.people.all()
    reviewers = tuple(sorted({*reviewers_of(records), ctx.author()}))
    pairs = frozenset((run, name) for name in reviewers for run in assigned_runs(records, name))
    done = frozenset((line.run, line.author) for line in records if isinstance(line.act, Submit))
    blind = blindness_of(records)
    return SharePlan(ctx.workspace.runs.names(), reviewers, pairs, done, blind.on, blind.seed)


def write_plan(ctx: Context, wanted: Collection[Pair], *, blind: bool, seed: str) -> int:
    """Assign and take away until it is as wanted; gives how many assignments changed. Raises InputError."""
    if any(not name.strip() for _run, name in wanted):
        raise InputError("assigning a run needs the reviewer's name; give one")
    before = read_plan(ctx)
    changed = sorted(frozenset(wanted) ^ before.pairs)
    for run, name in changed:
        put(ctx, run, (Assign(reviewer=name, on=(run, name) in wanted),))
    if blind != before.blind or (seed and seed != before.seed):
        set_blind(ctx, on=blind, seed=seed or None)  # last: hidden runs may go by other names from then on
    return len(changed)


def counts_of(pairs: Collection[Pair], reviewers: Sequence[str]) -> dict[str, int]:
    """How many runs each reviewer has."""
    return {name: sum(one == name for _run, one in pairs) for name in reviewers}
