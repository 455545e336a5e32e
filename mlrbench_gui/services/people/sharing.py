"""Share reviews out: blind mode, assignment, exclusions, progress."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import WHOLE_WORKSPACE, Assign, Exclude, ExcludedKind, SetBlind
from mlrbench_gui.domain.sharing import (
    Exclusion,
    Progress,
    assigned_runs,
    blindness_of,
    exclusions_of,
    progress_of,
    shuffled,
    spread_out,
)
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import put


@dataclass(frozen=True, slots=True)
class Share:
    """The runs of one reviewer in the reviewer's own order; `assigned` False where nothing was shared out."""

    runs: tuple[RunName, ...]
    assigned: bool
    blind: bool


def share_of(ctx: Context) -> Share:
    """What the present author has to review: the runs assigned, else all; shuffled by the seed in blind mode."""
    records = ctx.workspace.people.all()
    there = ctx.workspace.runs.names()
    mine = [run for run in assigned_runs(records, ctx.author()) if run in set(there)]
    blind = blindness_of(records)
    runs = tuple(mine) or there
    return Share(shuffled(runs, blind.seed, ctx.author()) if blind.on else runs, bool(mine), blind.on)


def set_blind(ctx: Context, *, on: bool, seed: str | None = None) -> str:
    """Begin or end blind review; gives the seed. Without one, that of before stays, else one is drawn and kept."""
    known = blindness_of(ctx.workspace.people.all()).seed
    chosen = seed or known or secrets.token_hex(8)
    put(ctx, WHOLE_WORKSPACE, (SetBlind(on=on, seed=chosen),))
    return chosen


def assign(ctx: Context, run: RunName, reviewer: str, *, on: bool = True) -> None:
    """Give a run to a reviewer, or take it away. Raises UnknownRun, and InputError without a name."""
    ctx.workspace.runs.get(run)
    if not reviewer.strip():
        raise InputError("assigning a run needs the reviewer's name; give one")
    put(ctx, run, (Assign(reviewer=reviewer.strip(), on=on),))


def share_out(
    ctx: Context, runs: Sequence[RunName], reviewers: Sequence[str], *, each: int = 2
) -> tuple[tuple[RunName, str], ...]:
    """Assign each run to `each` reviewers, evenly, drawn by the workspace's seed. Raises InputError."""
    records = ctx.workspace.people.all()
    try:
        given = spread_out(runs, reviewers, blindness_of(records).seed, each)
    except ValueError as error:
        raise InputError(str(error)) from error
    known = {(run, name) for name in reviewers for run in assigned_runs(records, name)}
    for run, name in given:
        if (run, name) not in known:
            assign(ctx, run, name)
    return given


def exclude(
    ctx: Context,
    run: RunName,
    *,
    reason: str,
    what: ExcludedKind = ExcludedKind.RUN,
    key: str = "",
    on: bool = True,
) -> None:
    """Leave a run, a review or a claim out of statistics, or count it again. Raises InputError without a reason."""
    if not reason.strip():
        raise InputError(f"{run}: leaving a {what.value} out needs a reason; give one")
    put(ctx, run, (Exclude(what=what, key=key, on=on, reason=reason.strip()),))


def exclusions(ctx: Context) -> tuple[Exclusion, ...]:
    """What is left out of statistics now."""
    return exclusions_of(ctx.workspace.people.all())


def progress(ctx: Context) -> tuple[Progress, ...]:
    """How far each reviewer is."""
    return progress_of(ctx.workspace.people.all())
