"""How reviews of each run stand: who has it, who submitted, what is left to settle."""

from collections.abc import Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.forms import latest_submissions, own_review
from mlrbench_gui.domain.people import PersonRecord
from mlrbench_gui.domain.settling import settle_items
from mlrbench_gui.domain.sharing import assigned_runs, reviewers_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context


@dataclass(frozen=True, slots=True)
class RunStanding:
    """A run that somebody has or has reviewed. `submitted`: the last version by name; `begun`: drafts alone."""

    run: RunName
    assigned: tuple[str, ...]
    begun: tuple[str, ...]
    submitted: Mapping[str, int]
    differences: int
    open: int


def standing(ctx: Context) -> tuple[RunStanding, ...]:
    """All runs that are assigned or begun, by name."""
    records = ctx.workspace.people.all()
    by_run: dict[RunName, list[PersonRecord]] = {}
    for record in records:
        if record.run:
            by_run.setdefault(record.run, []).append(record)
    has = {name: set(assigned_runs(records, name)) for name in reviewers_of(records)}
    found = [_standing(run, by_run[run], has) for run in sorted(by_run)]
    return tuple(item for item in found if item.assigned or item.begun or item.submitted)


def _standing(run: RunName, records: list[PersonRecord], has: Mapping[str, set[RunName]]) -> RunStanding:
    submitted = {one.author: one.version for one in latest_submissions(records)}
    items = settle_items(records)
    begun = (name for name in has if name not in submitted and own_review(records, name).is_begun)
    return RunStanding(
        run=run,
        assigned=tuple(name for name, runs in has.items() if run in runs),
        begun=tuple(begun),
        submitted=submitted,
        differences=sum(item.differs for item in items),
        open=sum(item.is_open for item in items),
    )
